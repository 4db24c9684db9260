template<typename F> __global__ void run(F f){f(0);}
template<class T> __device__ bool inside(T t){ return __nv_is_extended_device_lambda_closure_type(T); }
int main(){ int n=1; float w[2]={1,2}; auto d=[] __device__ (int x){return x;}; auto hd=[] __host__ __device__ (int x){return x;};
 auto m=[=] __device__ (int x, float&y) mutable noexcept {y=x+n+w[0];}; auto host=[&](int x){return x+n;}; auto none=[] __device__ {}; 
 auto hm=[n] __host__ __device__ () mutable -> int {return n++;};
 static_assert(__nv_is_extended_device_lambda_closure_type(decltype(d)),"");
 static_assert(__nv_is_extended_device_lambda_closure_type(decltype(m)),"");
 static_assert(__nv_is_extended_device_lambda_closure_type(decltype(none)),"");
 static_assert(!__nv_is_extended_host_device_lambda_closure_type(decltype(d)),"");
 static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(hd)),"");
 static_assert(!__nv_is_extended_device_lambda_closure_type(decltype(host)),"");
 static_assert(__nv_is_extended_host_device_lambda_closure_type(decltype(hd)),"");
 static_assert(__nv_is_extended_host_device_lambda_closure_type(decltype(hm)),"");
 static_assert(!__nv_is_extended_host_device_lambda_closure_type(int),"");
 run<<<1,1>>>(d); run<<<1,1>>>(hd);}
