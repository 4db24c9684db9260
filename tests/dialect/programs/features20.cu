#include <concepts>
#include <type_traits>
#include <utility>
#include <array>
#include <span>
#include <tuple>
#include <optional>
#include <algorithm>
#include <numeric>
#include <compare>
#include <cmath>
#include <cstdarg>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <stdio.h>
#include <assert.h>
namespace concepts_ {
template<typename T> concept Num = std::integral<T> || std::floating_point<T>;
template<Num T> __global__ void k(T*p){*p+=T(1);}
template<typename T> requires Num<T> __device__ T sq(T x){return x*x;}
__device__ auto ab(Num auto x){return x<0?-x:x;}
__global__ void k2(int*p){*p=sq(*p)+ab(*p);}
void run_all(){k<<<1,1>>>((int*)0);k2<<<1,1>>>(nullptr);}
}
namespace is_const_eval_ {
__host__ __device__ constexpr int f(int x){ if (std::is_constant_evaluated()) return x; return x*2; }
__global__ void k(int*p){*p=f(*p);}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace constexpr_lambda_ {
__global__ void k(int*p){constexpr auto l=[](int x){return x+1;}; constexpr int c=l(3); *p=l(*p)+c;}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace designated_ {
struct S{int a; float b; int c[2];};
__global__ void k(S s,int*p){S t{.a=1,.b=2.f,.c={3,4}}; *p=s.a+t.c[1];}
void run_all(){k<<<1,1>>>(S{.a=1},nullptr); k<<<1,1>>>({.a=1,.b=3},nullptr);}
}
namespace ctad_ {
template<typename T> struct V{T x; __host__ __device__ V(T t):x(t){}};
template<typename T> __global__ void k(V<T> v,T*p){V w(v.x); V u{3.f}; *p=w.x+u.x;}
void run_all(){V v(2.0); k<<<1,1>>>(v,(double*)0);}
}
namespace structured_capture_ {
__global__ void k(int*p){ struct P{int a,b;}; auto [a,b]=P{1,2}; auto l=[a,&b]{return a+b;}; *p=l();}
template<typename F> __global__ void run(F f){f();}
void run_all(){ auto pr=std::make_pair(1,2); auto [x,y]=pr; run<<<1,1>>>([x,y] __device__ (){printf("%d",x+y);});k<<<1,1>>>(nullptr);}
}
namespace grid_constant_ {
struct S{int a[100];};
__global__ void k(const __grid_constant__ S s,int*p){const int*q=&s.a[threadIdx.x]; *p=*q;}
void run_all(){k<<<1,1>>>(S{},nullptr);}
}
namespace maxnreg_ {
__global__ void __maxnreg__(64) k(int*p){*p=1;}
void run_all(){k<<<2,1>>>(nullptr);}
}
namespace nv_pure_ {
__device__ __nv_pure__ int f(int x){return x*2;}
__global__ void k(int*p){*p=f(*p);}
void run_all(){k<<<2,1>>>(nullptr);}
}
namespace restrict_ {
__global__ void k(int*__restrict__ p,const float*__restrict q, float* __restrict__ const r){*p=*q+*r;}
void run_all(){k<<<2,1>>>(nullptr,nullptr,nullptr);}
}
namespace asm_goto_style_ {
__global__ void k(int*p){asm volatile("{\n .reg .pred p;\n setp.ne.s32 p, %1, 0;\n @p mov.s32 %0, 3;\n}" : "+r"(*p) : "r"(p[1]));
 __asm__ __volatile__("membar.gl;" ::: "memory"); asm("membar.cta;");}
void run_all(){k<<<2,1>>>(nullptr);}
}
namespace lambda_thiscap_ {
struct S{int v=2; template<typename F> static void go(F f){} void f(){ auto l=[*this] __device__ (int x){return x+v;}; (void)l;} };
void run_all(){S().f();}
}
namespace if_constexpr_ {
template<typename T> __device__ int f(T x){ if constexpr (sizeof(T)==4) return 1; else return x.foo();}
__global__ void k(int*p){*p=f(1);}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace fold_ {
template<typename...A> __device__ auto sum(A...a){return (a+...);}
template<typename...A> __global__ void k(int*p,A...a){*p=sum(a...);}
void run_all(){k<<<1,1>>>(nullptr,1,2,3);}
}
namespace inline_var_ {
static inline __device__ int g=3; inline constexpr int c=4; struct S{static constexpr int t=5;};
__global__ void k(int*p){*p=g+c+S::t;}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace span_arr_ {
__global__ void k(std::array<int,4> a,int*p){*p=a[1]+a.size();}
void run_all(){k<<<1,1>>>({1,2,3,4},nullptr);}
}
namespace tuple_dev_ {
__global__ void k(int*p){auto t=std::make_tuple(1,2.0); *p=std::get<0>(t);}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace optional_dev_ {
__global__ void k(int*p){std::optional<int> o=3; *p=o.value_or(1)+std::max(1,2)+std::min({3,4}); *p=std::clamp(*p,0,3);}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace spaceship_ {
struct S{int a; __host__ __device__ auto operator<=>(const S&) const=default;};
struct T{int a,b; constexpr auto operator<=>(const T&) const=default;};
__global__ void k(S s,T t,bool*p){*p=s<S{3} && t<T{1,2};}
void run_all(){k<<<1,1>>>(S{},T{},nullptr);}
}
namespace consteval_fn_ {
consteval int f(int x){return x*x;}
__global__ void k(int*p){*p=f(4); constexpr int q=f(3); __shared__ int s[q]; s[0]=q; *p+=s[0];}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace constinit_ {
constinit __device__ int x=3; __constant__ constexpr int t[3]={1,2,3};
__global__ void k(int*p){*p=x+t[threadIdx.x];}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace nttp_class_ {
struct C{int a,b; constexpr C(int x,int y):a(x),b(y){}};
template<C c> __global__ void k(int*p){*p=c.a+c.b;}
template<auto v> __global__ void k2(int*p){*p=v;}
template<double d> __device__ double f(){return d;}
void run_all(){k<C{1,2}><<<1,1>>>(nullptr);k2<3><<<1,1>>>(nullptr);}
}
namespace using_enum_ {
enum class E{a,b}; __global__ void k(E e,int*p){using enum E; switch(e){case a:*p=1;break;case b:*p=2;} [[likely]] if(*p) [[unlikely]] *p=3;}
void run_all(){k<<<1,1>>>(E::a,nullptr);}
}
namespace range_for_init_ {
__global__ void k(int*p){for(int s=0;int x:{1,2,3}) {s+=x;*p=s;}}
void run_all(){k<<<1,1>>>(nullptr);}
}
namespace int128_ {
__global__ void k(__int128*p, unsigned __int128 q){*p=*p*q; *p/=3;}
void run_all(){k<<<1,1>>>(nullptr,1);}
}
namespace float128_ {
__global__ void k(double*p){*p=1;}
void run_all(){__float128 x=1; x*=2; k<<<1,1>>>(nullptr);}
}
namespace shared_dyn_types_ {
template<typename T> __global__ void k(T*p){extern __shared__ __align__(16) unsigned char raw[]; T*s=reinterpret_cast<T*>(raw); s[threadIdx.x]=*p; *p=s[0];}
template<typename T> __device__ T* sm(){extern __shared__ T s_[]; return s_;}
__global__ void a(int*p){int*s=sm<int>(); *p=s[0];}
void run_all(){k<<<1,1,16>>>((float*)0);a<<<1,1,4>>>(0);}
}
namespace variadic_dev_ {
__device__ int sum(int n,...){va_list a;va_start(a,n);int s=0;for(int i=0;i<n;i++)s+=va_arg(a,int);va_end(a);return s;}
__global__ void k(int*p){*p=sum(3,1,2,3);}
void run_all(){k<<<1,1>>>(0);}
}
namespace pragma_mix_ {
#pragma nv_diag_suppress 177
#pragma nv_diagnostic push
#pragma diag_suppress 20012
#pragma nv_exec_check_disable
template<typename T> __host__ __device__ T f(T x){return x;}
#pragma hd_warning_disable
__host__ __device__ int g(int x){return x;}
#pragma nv_diagnostic pop
__global__ void k(int*p){
#pragma unroll (4)
for(int i=0;i<16;i++)p[i]=i;
#pragma unroll 1
for(int i=0;i<16;i++)p[i]=i;
constexpr int N=2;
#pragma unroll N
for(int i=0;i<16;i++)p[i]=f(g(i));
_Pragma("unroll") for(int i=0;i<4;i++)p[i]++;
#pragma nounroll
while(*p)--*p;
}
void run_all(){k<<<1,1>>>(0);}
}
namespace tex_obj_ {
__global__ void k(cudaTextureObject_t t,float*o){o[0]=tex2D<float>(t,1.f,2.f); float4 v=tex3D<float4>(t,0,0,0); tex1Dfetch(&o[1],t,3); bool r; o[2]=tex2D<float>(t,0.f,0.f,&r)+v.x;}
void run_all(){k<<<1,1>>>(0,0);}
}
namespace vec16_ {
__global__ void k(double4*p,longlong2*q,ulong4 u,char3 c,const uint4&z);
__global__ void k2(float3 a,uchar4 b,int*p){*p=a.x+b.w; auto d=make_double4(1,2,3,4); *p+=d.w; dim3 g(1,2); dim3 h{3}; uint3 t=threadIdx; *p+=g.x+h.y+t.x;}
void run_all(){k2<<<1,1>>>({1,2,3},{},0);}
}
namespace half_ops_ {
__global__ void k(half*p,__nv_bfloat16*q,__half2*r,__nv_fp8_e4m3*f){*p=*p+__float2half(1.f)*hsqrt(*p); *q=__hfma(*q,*q,*q); *r=__hmul2(*r,*r); r[1]=__halves2half2(*p,*p); *p=half(3)+half(2.0f)+half(1.0)+half(1u)+half(1ll); float x=*p; int i=(int)*q; *f=__nv_fp8_e4m3(x); x=float(*f)+i; if(*p>half(0)) *p=-*p; *p+=1; atomicAdd(p,half(1)); atomicAdd(r,*r); atomicAdd(q,*q); half h=__ushort_as_half(3); h=x; *p=h; bool b=*p; *p=b?__hmax(h,h):h; }
void run_all(){}
}
namespace clock_misc_ {
__global__ void k(long long*p){*p=clock64()+clock();}
void run_all(){}
}
namespace nested_kernel_template_ {
template<template<class> class F,class T> __global__ void k(F<T> f,T*p){*p=f(*p);}
template<class T> struct A{__device__ T operator()(T x)const{return x+1;}};
void run_all(){auto f=&k<A,int>; f<<<1,1>>>(A<int>{},nullptr); k<A><<<dim3(1),dim3(2)>>>(A<int>{},(int*)0); void*a[]={0}; cudaLaunchKernel(f,1,1,a,0,0); cudaLaunchKernel((void*)f,dim3(1),dim3(1),a,0,0); cudaFuncSetAttribute(f,cudaFuncAttributeMaxDynamicSharedMemorySize,1); int n; cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n,k<A,int>,32,0); cudaLaunchConfig_t c{}; cudaLaunchKernelEx(&c,k<A,int>,A<int>{},(int*)0);}
}
namespace virtual_dev_ {
struct B{__device__ virtual int f(){return 1;} __device__ virtual ~B(){}}; struct D:B{__device__ int f() override{return 2;}};
__global__ void k(int*p){B*b=new D; *p=b->f(); delete b;}
void run_all(){k<<<1,1>>>(0);}
}
namespace fnptr_ {
typedef int(*F)(int); __device__ int a(int x){return x;} __device__ int b(int x){return 2*x;} __device__ F tab[2]={a,b}; __constant__ F c=a;
__global__ void k(int*p){*p=tab[*p&1](*p)+c(3);}
void run_all(){k<<<1,1>>>(0); F h; cudaMemcpyFromSymbol(&h,tab,sizeof h);}
}
namespace noinline_ {
__noinline__ __device__ int f(int x){return x;} __forceinline__ __device__ int g(int x){return x;} __inline_hint__ __device__ int h2(int x){return x;} [[nodiscard]] __device__ int h(){return 1;} __device__ [[noreturn]] void die(){__trap();}
__global__ void k(int*p){*p=f(g(h())); if(!*p) die(); __builtin_assume(*p>0); __builtin_unreachable();}
void run_all(){k<<<1,1>>>(0);}
}
namespace math_over_ {
__global__ void k(float*p,double*d){*p=std::sqrt(*p)+sin(*p)+pow(*p,2)+pow(2,3)+abs(*p)+fabs(*d)+std::abs(-1)+floor(1)+std::fma(1.f,2.f,3.f)+hypot(*p,*p)+std::isnan(*p)+isinf(*d)+max(1,2)+min(1u,2)+max(*p,*d)+std::round(*p)+llrint(*d);}
void run_all(){}
}
namespace bool_init_shared_ {
struct N{int x=3; int y{4};}; struct C{int v; __device__ C():v(1){}};
__global__ void k(int*p){__shared__ C c[4]; __shared__ union{int i; float f;} u; c[0].v=1; u.i=2; *p=c[0].v+u.i;}
void run_all(){}
}
namespace member_kernel_friend_ {
namespace n{ class X; template<class T> __global__ void k(T*,X*); class X{ int v; template<class T> friend __global__ void k(T*,X*); public: void go(){k<int><<<1,1>>>(nullptr,this);} }; template<class T> __global__ void k(T*p,X*x){*p=x->v;} }
void run_all(){n::X().go();}
}
namespace lambda_const_capture_ {
template<class F> __global__ void run(F f,int n){int i=blockIdx.x*blockDim.x+threadIdx.x; if(i<n) f(i);}
template<class F> void each(int n,F&&f){run<<<(n+127)/128,128>>>(f,n);}
void run_all(){int*p=0; const int c=3; float w[3]={1,2,3}; each(10,[=] __device__ (int i){p[i]=c+(int)w[1];}); each(10,[p,c] __host__ __device__ (int i){ p[i]=c; });}
}
namespace dev_global_init_ {
struct P{int a; constexpr P(int x):a(x){}}; __device__ P g(3); __device__ const P arr[]={1,2,3}; __constant__ float4 f={1,2,3,4}; __device__ int2 z=int2{1,2}; __device__ char msg[]="hi"; static __device__ volatile int v; __managed__ int m=3; __device__ double nan_=__builtin_nan("");
__global__ void k(int*p){*p=g.a+arr[1].a+f.x+z.x+msg[0]+v+m;}
void run_all(){k<<<1,1>>>(0); m=4;}
}
namespace static_assert_arch_ {
#if __CUDA_ARCH__ >= 700
#define X 1
#else
#define X 0
#endif
__global__ void k(int*p){*p=X;
#ifdef __CUDA_ARCH__
static_assert(__CUDA_ARCH__>=500,"");
#endif
}
void run_all(){}
}
namespace host_dev_defaulted_ {
struct A{A()=default; __host__ __device__ A(const A&)=default; __host__ __device__ ~A()=default; int x;}; struct B:A{using A::A; B()=default;};
template<class T> struct W{T t; constexpr W()=default; constexpr W(T x):t(x){} constexpr operator T() const{return t;}};
__global__ void k(B b,W<int> w,int*p){B c(b); W<float> v(1.f); *p=c.x+w+(int)v;}
void run_all(){k<<<1,1>>>({},{},0);}
}
namespace template_late_ {
template<class T> struct I; template<class T> __device__ int f(I<T>*p){return p->x;} template<class T> struct I{int x;};
template<class T> struct B{int v; typedef T type;}; template<class T> struct D:B<T>{ __device__ int g(){typename B<T>::type t=this->v; return t;}};
__global__ void k(I<int>*a,D<int>*b,int*p){*p=f(a)+b->g();}
void run_all(){}
}
namespace goto_switch_ {
__global__ void k(int*p){ switch(*p){ case 0: goto a; case 1: {int x=2; *p=x; break;} default: a: *p=3;} do{ if(*p>3) continue; ++*p;}while(*p<10); }
void run_all(){}
}
namespace compound_lit_ {
__global__ void k(int*p,float4*q){ *q=(float4){1,2,3,4}; int a[]={1,2,3}; *p=a[*p%3]; int n=__func__[0]; *p+=n+sizeof(__PRETTY_FUNCTION__); auto x=({int z=*p; z+1;}); *p=x ?: 3; typeof(*p) w=3; *p+=w; void*v=p; v=(char*)v+1; }
void run_all(){}
}
namespace attr_gnu_ {
struct __attribute__((packed)) P{char a; int b;}; struct __align__(16) Q{float x[4];}; struct alignas(32) R{int y;}; __attribute__((always_inline)) __device__ inline int f(P p){return p.b;}
__global__ __attribute__((unused)) void k(P p,Q q,R r,int*o){*o=f(p)+q.x[0]+r.y; int c=__builtin_popcount(*o)+__builtin_clz(*o); *o=c; if(__builtin_expect(c,1)) *o=2; }
void run_all(){}
}
namespace printf_many_ {
__global__ void k(int*p,const char*s){printf("%d %s %f %lld %p %%\n",*p,s,1.f,3ll,p); assert(*p>0 && "x"); printf("\n"); int n=printf("a"); *p=n; }
void run_all(){}
}
namespace malloc_dev_ {
__global__ void k(int**p){*p=(int*)malloc(4); free(*p); *p=new int[4]; delete[] *p; memset(p,0,4); memcpy(p,p+1,8); }
void run_all(){}
}
namespace warp_all_ {
__global__ void k(unsigned*p){unsigned m=__activemask(); *p=__shfl_sync(m,*p,0)+__shfl_up_sync(m,*p,1,16)+__ballot_sync(m,*p)+__any_sync(m,1)+__match_any_sync(m,*p)+__reduce_add_sync(m,*p)+__popc(m)+__ffs(m)+__brev(m)+__funnelshift_l(m,m,3)+__vadd4(m,m)+__dp4a((int)m,(int)m,3); int pr; __match_all_sync(m,*p,&pr); __syncwarp(); *p+=__syncthreads_count(1)+__syncthreads_and(1); __threadfence_system(); __nanosleep(10);}
void run_all(){}
}
