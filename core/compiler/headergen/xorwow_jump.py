"""Jump polynomials of XORWOW's linear part and jump matrices of MRG32k3a."""
import sys
def step(v):
    t=v[0]^(v[0]>>2)
    n=(v[4]^(v[4]<<4)^t^(t<<1))&0xffffffff
    return [v[1],v[2],v[3],v[4],n]
# Berlekamp-Massey on one output bit
def bits(n,seed):
    v=seed[:]; out=[]
    for _ in range(n):
        out.append(v[4]&1); v=step(v)
    return out
def bm(s):
    C=1;B=1;L=0;m=1
    for n in range(len(s)):
        d=s[n]
        for i in range(1,L+1):
            if (C>>i)&1: d^=s[n-i]
        if d==0: m+=1
        elif 2*L<=n:
            T=C; C^=B<<m; L=n+1-L; B=T; m=1
        else: C^=B<<m; m+=1
    return L,C
L,C=bm(bits(700,[1,2,3,4,5]))
assert L==160,L
# C(x)=1+c1 x+...: connection; characteristic poly p(x)=x^L*C(1/x)
P=sum(((C>>i)&1)<<(L-i) for i in range(L+1))
def mulmod(a,b):
    r=0
    while b:
        if b&1: r^=a
        a<<=1
        if a>>160: a^=P
        b>>=1
    return r
def apply(c,v):
    acc=[0]*5
    for i in range(160):
        if (c>>i)&1: acc=[x^y for x,y in zip(acc,v)]
        v=step(v)
    return acc
x=2
pw=[x]
for k in range(131): pw.append(mulmod(pw[-1],pw[-1]))
v=[123456789,362436069,521288629,88675123,5783321]
w=v
for _ in range(1024): w=step(w)
assert apply(pw[10],v)==w
words=lambda c:[(c>>(32*i))&0xffffffff for i in range(5)]
out=open(sys.argv[1],'w')
def table(name,rows):
    out.write(f"__SCALE_JUMP_TABLE {name}[{len(rows)}][5] = {{\n")
    for r in rows: out.write("  {"+", ".join(f"0x{x:08x}u" for x in words(r))+"},\n")
    out.write("};\n")
out.write("""// SPDX-License-Identifier: Apache-2.0
// Made by core/compiler/headergen/xorwow_jump.py; do not edit. Row k: x^(2^k) and x^(2^(67+k)) modulo the characteristic polynomial of XORWOW's step
// (coefficients of x^0 .. x^159, 32 a word); matrices of MRG32k3a's two recurrences to the powers 2^76 and 2^127.
#ifndef SCALE_CURAND_JUMP_H
#define SCALE_CURAND_JUMP_H

#if defined(__CUDA_ARCH__)
#define __SCALE_JUMP_TABLE static __device__ const unsigned int
#else
#define __SCALE_JUMP_TABLE static const unsigned int
#endif

""")
table("__scale_xorwow_offset",pw[:64])
table("__scale_xorwow_sequence",pw[67:131])
m1,m2=4294967087,4294944443
A1=[[0,1,0],[0,0,1],[(-810728)%m1,1403580,0]]
A2=[[0,1,0],[0,0,1],[(-1370589)%m2,0,527612]]
def mm(a,b,m): return [[sum(a[i][k]*b[k][j] for k in range(3))%m for j in range(3)] for i in range(3)]
def mp(a,e,m):
    for _ in range(e): a=mm(a,a,m)
    return a
for e in (76,127):
    for n,(A,m) in (("1",(A1,m1)),("2",(A2,m2))):
        M=mp(A,e,m)
        out.write(f"__SCALE_JUMP_TABLE __scale_mrg_{e}_{n}[9] = {{"+", ".join(f"{x}u" for r in M for x in r)+"};\n")
out.write("\n#undef __SCALE_JUMP_TABLE\n#endif\n")
