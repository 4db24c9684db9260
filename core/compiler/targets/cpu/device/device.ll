; SPDX-License-Identifier: Apache-2.0
; Made by build.py from the C files beside it.
define internal i32 @scale_vprintf(ptr noundef %0, ptr noundef %1, ptr noundef %2) {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %5, align 8
  %7 = tail call i32 %6(ptr noundef %0, ptr noundef %1, ptr noundef %2)
  ret i32 %7
}
define internal void @scale_assert_fail(ptr noundef %0, ptr noundef %1, ptr noundef %2, i32 noundef %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9, i32 noundef %10) {
  %12 = alloca [3 x i32], align 4
  %13 = alloca [3 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %12)
  store i32 %5, ptr %12, align 4
  %14 = getelementptr inbounds nuw i8, ptr %12, i64 4
  store i32 %6, ptr %14, align 4
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store i32 %7, ptr %15, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %13)
  store i32 %8, ptr %13, align 4
  %16 = getelementptr inbounds nuw i8, ptr %13, i64 4
  store i32 %9, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %13, i64 8
  store i32 %10, ptr %17, align 4
  %18 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %19, i64 8
  %21 = load ptr, ptr %20, align 8
  call void %21(ptr noundef %0, ptr noundef %1, ptr noundef %2, i32 noundef %3, ptr noundef %4, ptr noundef nonnull %12, ptr noundef nonnull %13)
  call void @llvm.lifetime.end.p0(ptr nonnull %13)
  call void @llvm.lifetime.end.p0(ptr nonnull %12)
  ret void
}
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
define internal void @scale_trap(ptr noundef %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %5 = load ptr, ptr %4, align 8
  tail call void %5(ptr noundef %0)
  ret void
}
define internal ptr @scale_malloc(ptr noundef readonly captures(none) %0, i64 noundef %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = tail call ptr %6(i64 noundef %1)
  ret ptr %7
}
define internal void @scale_free(ptr noundef readonly captures(none) %0, ptr noundef %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %6 = load ptr, ptr %5, align 8
  tail call void %6(ptr noundef %1)
  ret void
}
define internal i64 @scale_clock(ptr noundef readonly captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 %5()
  ret i64 %6
}
define internal i64 @scale_globaltimer(ptr noundef readonly captures(none) %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 %5()
  ret i64 %6
}
define internal void @scale_nanosleep(ptr noundef readonly captures(none) %0, i32 noundef %1) {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %6 = load ptr, ptr %5, align 8
  tail call void %6(i32 noundef %1)
  ret void
}
define internal void @scale_grid_sync(ptr noundef %0) {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %5 = load ptr, ptr %4, align 8
  tail call void %5(ptr noundef %0)
  ret void
}
define internal void @scale_check(ptr noundef %0, ptr noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) {
  %11 = alloca [3 x i32], align 4
  %12 = alloca [3 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  store i32 %4, ptr %11, align 4
  %13 = getelementptr inbounds nuw i8, ptr %11, i64 4
  store i32 %5, ptr %13, align 4
  %14 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %6, ptr %14, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %12)
  store i32 %7, ptr %12, align 4
  %15 = getelementptr inbounds nuw i8, ptr %12, i64 4
  store i32 %8, ptr %15, align 4
  %16 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store i32 %9, ptr %16, align 4
  %17 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %18 = load ptr, ptr %17, align 8
  %19 = getelementptr inbounds nuw i8, ptr %18, i64 72
  %20 = load ptr, ptr %19, align 8
  call void %20(ptr noundef %0, ptr noundef %1, i64 noundef %2, i32 noundef %3, ptr noundef nonnull %11, ptr noundef nonnull %12)
  call void @llvm.lifetime.end.p0(ptr nonnull %12)
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  ret void
}
define internal i32 @scale_count_alive(ptr noundef readonly captures(none) %0, i32 noundef %1) {
  %3 = icmp eq i32 %1, 0
  br i1 %3, label %6, label %4
4:                                                ; preds = %2
  %5 = zext i32 %1 to i64
  br label %8
6:                                                ; preds = %8, %2
  %7 = phi i32 [ 0, %2 ], [ %14, %8 ]
  ret i32 %7
8:                                                ; preds = %4, %8
  %9 = phi i64 [ 0, %4 ], [ %15, %8 ]
  %10 = phi i32 [ 0, %4 ], [ %14, %8 ]
  %11 = getelementptr inbounds nuw i8, ptr %0, i64 %9
  %12 = load i8, ptr %11, align 1
  %13 = zext i8 %12 to i32
  %14 = add i32 %10, %13
  %15 = add nuw nsw i64 %9, 1
  %16 = icmp eq i64 %15, %5
  br i1 %16, label %6, label %8
}
define internal i32 @scale_block_popc(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(address_is_null) %1, i32 noundef %2) {
  %4 = icmp eq ptr %1, null
  %5 = icmp eq i32 %2, 0
  br i1 %4, label %9, label %6
6:                                                ; preds = %3
  br i1 %5, label %38, label %7
7:                                                ; preds = %6
  %8 = zext i32 %2 to i64
  br label %22
9:                                                ; preds = %3
  br i1 %5, label %38, label %10
10:                                               ; preds = %9
  %11 = zext i32 %2 to i64
  br label %12
12:                                               ; preds = %10, %12
  %13 = phi i64 [ 0, %10 ], [ %20, %12 ]
  %14 = phi i32 [ 0, %10 ], [ %19, %12 ]
  %15 = getelementptr inbounds nuw i32, ptr %0, i64 %13
  %16 = load i32, ptr %15, align 4
  %17 = icmp ne i32 %16, 0
  %18 = zext i1 %17 to i32
  %19 = add i32 %14, %18
  %20 = add nuw nsw i64 %13, 1
  %21 = icmp eq i64 %20, %11
  br i1 %21, label %38, label %12
22:                                               ; preds = %7, %33
  %23 = phi i64 [ 0, %7 ], [ %36, %33 ]
  %24 = phi i32 [ 0, %7 ], [ %35, %33 ]
  %25 = getelementptr inbounds nuw i32, ptr %0, i64 %23
  %26 = load i32, ptr %25, align 4
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %33, label %28
28:                                               ; preds = %22
  %29 = getelementptr inbounds nuw i8, ptr %1, i64 %23
  %30 = load i8, ptr %29, align 1
  %31 = icmp ne i8 %30, 0
  %32 = zext i1 %31 to i32
  br label %33
33:                                               ; preds = %28, %22
  %34 = phi i32 [ 0, %22 ], [ %32, %28 ]
  %35 = add i32 %34, %24
  %36 = add nuw nsw i64 %23, 1
  %37 = icmp eq i64 %36, %8
  br i1 %37, label %38, label %22
38:                                               ; preds = %33, %12, %6, %9
  %39 = phi i32 [ %19, %12 ], [ 0, %9 ], [ 0, %6 ], [ %35, %33 ]
  ret i32 %39
}
define internal i32 @scale_pick(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, ptr noundef writeonly captures(none) %2) {
  br label %8
4:                                                ; preds = %28
  %5 = xor i32 %18, -1
  %6 = xor i32 %29, -1
  %7 = xor i32 %18, -1
  br label %32
8:                                                ; preds = %3, %28
  %9 = phi i64 [ 0, %3 ], [ %30, %28 ]
  %10 = phi i32 [ 0, %3 ], [ %18, %28 ]
  %11 = phi i32 [ 0, %3 ], [ %29, %28 ]
  %12 = getelementptr inbounds nuw i32, ptr %0, i64 %9
  %13 = load i32, ptr %12, align 4
  %14 = icmp eq i32 %13, 2147483647
  %15 = trunc nuw nsw i64 %9 to i32
  %16 = shl nuw i32 1, %15
  %17 = select i1 %14, i32 %16, i32 0
  %18 = or i32 %17, %10
  %19 = and i32 %13, 536870912
  %20 = icmp eq i32 %19, 0
  %21 = or i1 %14, %20
  br i1 %21, label %28, label %22
22:                                               ; preds = %8
  %23 = getelementptr inbounds nuw i32, ptr %1, i64 %9
  %24 = load i32, ptr %23, align 4
  %25 = icmp eq i32 %24, 0
  %26 = select i1 %25, i32 0, i32 %16
  %27 = or i32 %26, %11
  br label %28
28:                                               ; preds = %22, %8
  %29 = phi i32 [ %11, %8 ], [ %27, %22 ]
  %30 = add nuw nsw i64 %9, 1
  %31 = icmp eq i64 %30, 32
  br i1 %31, label %4, label %8
32:                                               ; preds = %4, %137
  %33 = phi i32 [ %138, %137 ], [ -1, %4 ]
  %34 = phi i32 [ %139, %137 ], [ -1, %4 ]
  %35 = phi i32 [ %140, %137 ], [ 0, %4 ]
  %36 = phi i32 [ %142, %137 ], [ undef, %4 ]
  br label %39
37:                                               ; preds = %39
  %38 = icmp eq i32 %50, 2147483647
  br i1 %38, label %137, label %55
39:                                               ; preds = %32, %39
  %40 = phi i64 [ 0, %32 ], [ %51, %39 ]
  %41 = phi i32 [ 2147483647, %32 ], [ %50, %39 ]
  %42 = getelementptr inbounds nuw i32, ptr %0, i64 %40
  %43 = load i32, ptr %42, align 4
  %44 = and i32 %43, 1073741824
  %45 = icmp eq i32 %44, 0
  %46 = and i32 %43, 16777215
  %47 = select i1 %45, i32 %46, i32 2147483647
  %48 = icmp sgt i32 %47, %33
  %49 = tail call i32 @llvm.smin.i32(i32 %47, i32 %41)
  %50 = select i1 %48, i32 %49, i32 %41
  %51 = add nuw nsw i64 %40, 1
  %52 = icmp eq i64 %51, 32
  br i1 %52, label %37, label %39
53:                                               ; preds = %55
  %54 = xor i32 %68, -1
  br label %73
55:                                               ; preds = %37, %55
  %56 = phi i64 [ %69, %55 ], [ 0, %37 ]
  %57 = phi i32 [ %68, %55 ], [ 0, %37 ]
  %58 = getelementptr inbounds nuw i32, ptr %0, i64 %56
  %59 = load i32, ptr %58, align 4
  %60 = and i32 %59, 1073741824
  %61 = icmp eq i32 %60, 0
  %62 = and i32 %59, 16777215
  %63 = icmp eq i32 %62, %50
  %64 = select i1 %61, i1 %63, i1 false
  %65 = trunc nuw nsw i64 %56 to i32
  %66 = shl nuw i32 1, %65
  %67 = select i1 %64, i32 %66, i32 0
  %68 = or i32 %67, %57
  %69 = add nuw nsw i64 %56, 1
  %70 = icmp eq i64 %69, 32
  br i1 %70, label %53, label %55
71:                                               ; preds = %96
  %72 = icmp eq i32 %97, 0
  br i1 %72, label %133, label %100
73:                                               ; preds = %53, %96
  %74 = phi i64 [ 0, %53 ], [ %98, %96 ]
  %75 = phi i32 [ 0, %53 ], [ %97, %96 ]
  %76 = trunc nuw nsw i64 %74 to i32
  %77 = shl nuw i32 1, %76
  %78 = and i32 %77, %68
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %96, label %80
80:                                               ; preds = %73
  %81 = getelementptr inbounds nuw i32, ptr %1, i64 %74
  %82 = load i32, ptr %81, align 4
  %83 = and i32 %82, %5
  %84 = getelementptr inbounds nuw i32, ptr %0, i64 %74
  %85 = load i32, ptr %84, align 4
  %86 = and i32 %85, 536870912
  %87 = icmp eq i32 %86, 0
  br i1 %87, label %91, label %88
88:                                               ; preds = %80
  %89 = and i32 %83, %6
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %94, label %96
91:                                               ; preds = %80
  %92 = and i32 %83, %54
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %94, label %96
94:                                               ; preds = %91, %88
  %95 = or i32 %77, %75
  br label %96
96:                                               ; preds = %94, %88, %91, %73
  %97 = phi i32 [ %75, %73 ], [ %75, %88 ], [ %95, %94 ], [ %75, %91 ]
  %98 = add nuw nsw i64 %74, 1
  %99 = icmp eq i64 %98, 32
  br i1 %99, label %71, label %73
100:                                              ; preds = %71, %117
  %101 = phi i64 [ %119, %117 ], [ 0, %71 ]
  %102 = phi i32 [ %118, %117 ], [ 0, %71 ]
  %103 = trunc nuw nsw i64 %101 to i32
  %104 = shl nuw i32 1, %103
  %105 = and i32 %104, %97
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %117, label %107
107:                                              ; preds = %100
  %108 = getelementptr inbounds nuw i32, ptr %0, i64 %101
  %109 = load i32, ptr %108, align 4
  %110 = and i32 %109, 536870912
  %111 = icmp eq i32 %110, 0
  br i1 %111, label %117, label %112
112:                                              ; preds = %107
  %113 = getelementptr inbounds nuw i32, ptr %1, i64 %101
  %114 = load i32, ptr %113, align 4
  %115 = and i32 %114, %7
  %116 = or i32 %115, %102
  br label %117
117:                                              ; preds = %100, %107, %112
  %118 = phi i32 [ %116, %112 ], [ %102, %107 ], [ %102, %100 ]
  %119 = add nuw nsw i64 %101, 1
  %120 = icmp eq i64 %119, 32
  br i1 %120, label %122, label %100
121:                                              ; preds = %130
  store i32 %97, ptr %2, align 4
  br label %137
122:                                              ; preds = %117, %130
  %123 = phi i64 [ %131, %130 ], [ 0, %117 ]
  %124 = trunc nuw nsw i64 %123 to i32
  %125 = shl nuw i32 1, %124
  %126 = and i32 %125, %118
  %127 = icmp eq i32 %126, 0
  br i1 %127, label %130, label %128
128:                                              ; preds = %122
  %129 = getelementptr inbounds nuw i32, ptr %1, i64 %123
  store i32 0, ptr %129, align 4
  br label %130
130:                                              ; preds = %122, %128
  %131 = add nuw nsw i64 %123, 1
  %132 = icmp eq i64 %131, 32
  br i1 %132, label %121, label %122
133:                                              ; preds = %71
  %134 = icmp slt i32 %34, 0
  %135 = select i1 %134, i32 %50, i32 %34
  %136 = select i1 %134, i32 %68, i32 %35
  br label %137
137:                                              ; preds = %121, %133, %37
  %138 = phi i32 [ %33, %37 ], [ %33, %121 ], [ %50, %133 ]
  %139 = phi i32 [ %34, %37 ], [ %34, %121 ], [ %135, %133 ]
  %140 = phi i32 [ %35, %37 ], [ %35, %121 ], [ %136, %133 ]
  %141 = phi i32 [ 5, %37 ], [ 1, %121 ], [ 0, %133 ]
  %142 = phi i32 [ %36, %37 ], [ %50, %121 ], [ %36, %133 ]
  switch i32 %141, label %144 [
    i32 0, label %32
    i32 5, label %143
  ]
143:                                              ; preds = %137
  store i32 %140, ptr %2, align 4
  br label %144
144:                                              ; preds = %137, %143
  %145 = phi i32 [ %139, %143 ], [ %142, %137 ]
  ret i32 %145
}
define internal range(i32 0, 2) i32 @scale_release(ptr noundef %0, i32 noundef %1, ptr noundef captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef writeonly captures(none) %5, ptr noundef captures(none) %6) {
  %8 = alloca [32 x i32], align 16
  %9 = alloca [32 x i32], align 16
  %10 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %8)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %8, i8 0, i64 128, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %9)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %9, i8 0, i64 128, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %10)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %10, i8 0, i64 128, i1 false)
  %11 = icmp eq i32 %1, 0
  br i1 %11, label %14, label %12
12:                                               ; preds = %7
  %13 = zext i32 %1 to i64
  br label %17
14:                                               ; preds = %45, %7
  %15 = phi i32 [ 0, %7 ], [ %46, %45 ]
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %158, label %51
17:                                               ; preds = %12, %45
  %18 = phi i64 [ 0, %12 ], [ %47, %45 ]
  %19 = phi i32 [ 0, %12 ], [ %46, %45 ]
  %20 = getelementptr inbounds nuw i32, ptr %2, i64 %18
  %21 = load i32, ptr %20, align 4
  %22 = icmp eq i32 %21, 2147483647
  br i1 %22, label %45, label %23
23:                                               ; preds = %17
  %24 = add i32 %19, 1
  %25 = and i32 %21, 1073741824
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %45, label %27
27:                                               ; preds = %23
  %28 = getelementptr inbounds nuw i32, ptr %3, i64 %18
  %29 = load i32, ptr %28, align 4
  %30 = and i32 %29, 31
  %31 = zext nneg i32 %30 to i64
  %32 = getelementptr inbounds nuw i32, ptr %8, i64 %31
  %33 = load i32, ptr %32, align 4
  %34 = add i32 %33, 1
  store i32 %34, ptr %32, align 4
  %35 = getelementptr inbounds nuw i32, ptr %4, i64 %18
  %36 = load i32, ptr %35, align 4
  %37 = icmp ne i32 %36, 0
  %38 = zext i1 %37 to i32
  %39 = getelementptr inbounds nuw i32, ptr %10, i64 %31
  %40 = load i32, ptr %39, align 4
  %41 = add i32 %40, %38
  store i32 %41, ptr %39, align 4
  %42 = lshr i32 %29, 8
  %43 = and i32 %42, 65535
  %44 = getelementptr inbounds nuw i32, ptr %9, i64 %31
  store i32 %43, ptr %44, align 4
  br label %45
45:                                               ; preds = %23, %17, %27
  %46 = phi i32 [ %19, %17 ], [ %24, %27 ], [ %24, %23 ]
  %47 = add nuw nsw i64 %18, 1
  %48 = icmp eq i64 %47, %13
  br i1 %48, label %14, label %17
49:                                               ; preds = %70
  %50 = icmp eq i32 %71, 0
  br i1 %50, label %74, label %86
51:                                               ; preds = %14, %70
  %52 = phi i64 [ %72, %70 ], [ 0, %14 ]
  %53 = phi i32 [ %71, %70 ], [ 0, %14 ]
  %54 = getelementptr inbounds nuw i32, ptr %8, i64 %52
  %55 = load i32, ptr %54, align 4
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %70, label %57
57:                                               ; preds = %51
  %58 = getelementptr inbounds nuw i32, ptr %6, i64 %52
  %59 = load i32, ptr %58, align 4
  %60 = add i32 %59, %55
  %61 = getelementptr inbounds nuw i32, ptr %9, i64 %52
  %62 = load i32, ptr %61, align 4
  %63 = icmp eq i32 %62, 0
  %64 = select i1 %63, i32 %15, i32 %62
  %65 = icmp ult i32 %60, %64
  br i1 %65, label %70, label %66
66:                                               ; preds = %57
  %67 = trunc nuw nsw i64 %52 to i32
  %68 = shl nuw i32 1, %67
  %69 = or i32 %68, %53
  br label %70
70:                                               ; preds = %51, %57, %66
  %71 = phi i32 [ %69, %66 ], [ %53, %57 ], [ %53, %51 ]
  %72 = add nuw nsw i64 %52, 1
  %73 = icmp eq i64 %72, 32
  br i1 %73, label %49, label %51
74:                                               ; preds = %49, %74
  %75 = phi i64 [ %84, %74 ], [ 0, %49 ]
  %76 = phi i32 [ %83, %74 ], [ 0, %49 ]
  %77 = getelementptr inbounds nuw i32, ptr %8, i64 %75
  %78 = load i32, ptr %77, align 4
  %79 = icmp eq i32 %78, 0
  %80 = trunc nuw nsw i64 %75 to i32
  %81 = shl nuw i32 1, %80
  %82 = select i1 %79, i32 0, i32 %81
  %83 = or i32 %82, %76
  %84 = add nuw nsw i64 %75, 1
  %85 = icmp eq i64 %84, 32
  br i1 %85, label %86, label %74
86:                                               ; preds = %74, %49
  %87 = phi i32 [ %71, %49 ], [ %83, %74 ]
  %88 = icmp eq i32 %1, 0
  br i1 %88, label %93, label %89
89:                                               ; preds = %86
  %90 = zext i32 %1 to i64
  br label %95
91:                                               ; preds = %137
  %92 = icmp eq i32 %138, 0
  br label %93
93:                                               ; preds = %91, %86
  %94 = phi i1 [ true, %86 ], [ %92, %91 ]
  br label %142
95:                                               ; preds = %89, %137
  %96 = phi i64 [ 0, %89 ], [ %139, %137 ]
  %97 = phi i32 [ 0, %89 ], [ %138, %137 ]
  %98 = getelementptr inbounds nuw i32, ptr %2, i64 %96
  %99 = load i32, ptr %98, align 4
  %100 = icmp eq i32 %99, 2147483647
  %101 = and i32 %99, 1073741824
  %102 = icmp eq i32 %101, 0
  %103 = or i1 %100, %102
  br i1 %103, label %137, label %104
104:                                              ; preds = %95
  %105 = getelementptr inbounds nuw i32, ptr %3, i64 %96
  %106 = load i32, ptr %105, align 4
  %107 = and i32 %106, 31
  %108 = shl nuw i32 1, %107
  %109 = and i32 %108, %87
  %110 = icmp eq i32 %109, 0
  br i1 %110, label %137, label %111
111:                                              ; preds = %104
  %112 = and i32 %99, -1073741825
  store i32 %112, ptr %98, align 4
  %113 = load i32, ptr %105, align 4
  %114 = ashr i32 %113, 24
  switch i32 %114, label %137 [
    i32 1, label %115
    i32 2, label %124
    i32 3, label %131
    i32 4, label %136
  ]
115:                                              ; preds = %111
  %116 = zext nneg i32 %107 to i64
  %117 = getelementptr inbounds nuw i32, ptr %10, i64 %116
  %118 = load i32, ptr %117, align 4
  %119 = getelementptr inbounds nuw i32, ptr %8, i64 %116
  %120 = load i32, ptr %119, align 4
  %121 = icmp eq i32 %118, %120
  %122 = zext i1 %121 to i32
  %123 = getelementptr inbounds nuw i32, ptr %5, i64 %96
  store i32 %122, ptr %123, align 4
  br label %137
124:                                              ; preds = %111
  %125 = zext nneg i32 %107 to i64
  %126 = getelementptr inbounds nuw i32, ptr %10, i64 %125
  %127 = load i32, ptr %126, align 4
  %128 = icmp ne i32 %127, 0
  %129 = zext i1 %128 to i32
  %130 = getelementptr inbounds nuw i32, ptr %5, i64 %96
  store i32 %129, ptr %130, align 4
  br label %137
131:                                              ; preds = %111
  %132 = zext nneg i32 %107 to i64
  %133 = getelementptr inbounds nuw i32, ptr %10, i64 %132
  %134 = load i32, ptr %133, align 4
  %135 = getelementptr inbounds nuw i32, ptr %5, i64 %96
  store i32 %134, ptr %135, align 4
  br label %137
136:                                              ; preds = %111
  br label %137
137:                                              ; preds = %115, %124, %131, %136, %111, %95, %104
  %138 = phi i32 [ %97, %95 ], [ %97, %104 ], [ %97, %111 ], [ %97, %115 ], [ %97, %124 ], [ %97, %131 ], [ 1, %136 ]
  %139 = add nuw nsw i64 %96, 1
  %140 = icmp eq i64 %139, %90
  br i1 %140, label %91, label %95
141:                                              ; preds = %150
  br i1 %94, label %158, label %153
142:                                              ; preds = %93, %150
  %143 = phi i64 [ 0, %93 ], [ %151, %150 ]
  %144 = trunc nuw nsw i64 %143 to i32
  %145 = shl nuw i32 1, %144
  %146 = and i32 %145, %87
  %147 = icmp eq i32 %146, 0
  br i1 %147, label %150, label %148
148:                                              ; preds = %142
  %149 = getelementptr inbounds nuw i32, ptr %6, i64 %143
  store i32 0, ptr %149, align 4
  br label %150
150:                                              ; preds = %142, %148
  %151 = add nuw nsw i64 %143, 1
  %152 = icmp eq i64 %151, 32
  br i1 %152, label %141, label %142
153:                                              ; preds = %141
  %154 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %155 = load ptr, ptr %154, align 8
  %156 = getelementptr inbounds nuw i8, ptr %155, i64 64
  %157 = load ptr, ptr %156, align 8
  tail call void %157(ptr noundef %0)
  br label %158
158:                                              ; preds = %141, %153, %14
  %159 = phi i32 [ 0, %14 ], [ 1, %153 ], [ 1, %141 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %10)
  call void @llvm.lifetime.end.p0(ptr nonnull %9)
  call void @llvm.lifetime.end.p0(ptr nonnull %8)
  ret i32 %159
}
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)
define internal void @scale_shuffle(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef writeonly captures(none) %4, ptr noundef writeonly captures(none) %5, i32 noundef %6) {
  br label %9
8:                                                ; preds = %40
  ret void
9:                                                ; preds = %7, %40
  %10 = phi i64 [ 0, %7 ], [ %56, %40 ]
  %11 = getelementptr inbounds nuw i32, ptr %2, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = and i32 %12, 31
  %14 = getelementptr inbounds nuw i32, ptr %3, i64 %10
  %15 = load i32, ptr %14, align 4
  %16 = and i32 %15, 31
  %17 = lshr i32 %15, 8
  %18 = and i32 %17, 31
  %19 = trunc nuw nsw i64 %10 to i32
  %20 = and i32 %18, %19
  %21 = xor i32 %18, -1
  %22 = and i32 %16, %21
  %23 = or i32 %20, %22
  switch i32 %0, label %36 [
    i32 0, label %24
    i32 1, label %28
    i32 2, label %32
  ]
24:                                               ; preds = %9
  %25 = and i32 %13, %21
  %26 = or i32 %20, %25
  %27 = icmp samesign ule i32 %26, %23
  br label %40
28:                                               ; preds = %9
  %29 = trunc nuw nsw i64 %10 to i32
  %30 = sub nsw i32 %29, %13
  %31 = icmp sge i32 %30, %23
  br label %40
32:                                               ; preds = %9
  %33 = trunc nuw nsw i64 %10 to i32
  %34 = add nuw nsw i32 %13, %33
  %35 = icmp samesign ule i32 %34, %23
  br label %40
36:                                               ; preds = %9
  %37 = trunc nuw nsw i64 %10 to i32
  %38 = xor i32 %13, %37
  %39 = icmp samesign ule i32 %38, %23
  br label %40
40:                                               ; preds = %36, %32, %28, %24
  %41 = phi i32 [ %38, %36 ], [ %26, %24 ], [ %30, %28 ], [ %34, %32 ]
  %42 = phi i1 [ %39, %36 ], [ %27, %24 ], [ %31, %28 ], [ %35, %32 ]
  %43 = zext i1 %42 to i32
  %44 = trunc nuw nsw i64 %10 to i32
  %45 = select i1 %42, i32 %41, i32 %44
  %46 = and i32 %45, 31
  %47 = shl nuw i32 1, %46
  %48 = and i32 %47, %6
  %49 = icmp eq i32 %48, 0
  %50 = zext nneg i32 %46 to i64
  %51 = select i1 %49, i64 %10, i64 %50
  %52 = getelementptr inbounds nuw i64, ptr %1, i64 %51
  %53 = load i64, ptr %52, align 8
  %54 = getelementptr inbounds nuw i64, ptr %4, i64 %10
  store i64 %53, ptr %54, align 8
  %55 = getelementptr inbounds nuw i32, ptr %5, i64 %10
  store i32 %43, ptr %55, align 4
  %56 = add nuw nsw i64 %10, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %8, label %9
}
define internal void @scale_vote(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) {
  br label %6
6:                                                ; preds = %19, %5
  %7 = phi i64 [ 0, %5 ], [ %21, %19 ]
  %8 = phi i32 [ 0, %5 ], [ %20, %19 ]
  %9 = trunc nuw nsw i64 %7 to i32
  %10 = shl nuw i32 1, %9
  %11 = and i32 %10, %4
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %19, label %13
13:                                               ; preds = %6
  %14 = getelementptr inbounds nuw i64, ptr %1, i64 %7
  %15 = load i64, ptr %14, align 8
  %16 = icmp eq i64 %15, 0
  %17 = select i1 %16, i32 0, i32 %10
  %18 = or i32 %17, %8
  br label %19
19:                                               ; preds = %13, %6
  %20 = phi i32 [ %8, %6 ], [ %18, %13 ]
  %21 = add nuw nsw i64 %7, 1
  %22 = icmp eq i64 %21, 32
  br i1 %22, label %24, label %6
23:                                               ; preds = %43
  ret void
24:                                               ; preds = %19, %43
  %25 = phi i64 [ %46, %43 ], [ 0, %19 ]
  %26 = getelementptr inbounds nuw i32, ptr %2, i64 %25
  %27 = load i32, ptr %26, align 4
  %28 = and i32 %27, %4
  %29 = and i32 %28, %20
  switch i32 %0, label %41 [
    i32 0, label %30
    i32 1, label %33
    i32 2, label %36
  ]
30:                                               ; preds = %24
  %31 = icmp eq i32 %29, %28
  %32 = zext i1 %31 to i64
  br label %43
33:                                               ; preds = %24
  %34 = icmp ne i32 %29, 0
  %35 = zext i1 %34 to i64
  br label %43
36:                                               ; preds = %24
  %37 = icmp eq i32 %29, 0
  %38 = icmp eq i32 %29, %28
  %39 = or i1 %37, %38
  %40 = zext i1 %39 to i64
  br label %43
41:                                               ; preds = %24
  %42 = zext i32 %29 to i64
  br label %43
43:                                               ; preds = %41, %36, %33, %30
  %44 = phi i64 [ %42, %41 ], [ %40, %36 ], [ %35, %33 ], [ %32, %30 ]
  %45 = getelementptr inbounds nuw i64, ptr %3, i64 %25
  store i64 %44, ptr %45, align 8
  %46 = add nuw nsw i64 %25, 1
  %47 = icmp eq i64 %46, 32
  br i1 %47, label %23, label %24
}
define internal void @scale_match(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, ptr noundef writeonly captures(none) %4, i32 noundef %5) {
  %7 = icmp eq i32 %0, 0
  br label %9
8:                                                ; preds = %15
  ret void
9:                                                ; preds = %6, %15
  %10 = phi i64 [ 0, %6 ], [ %23, %15 ]
  %11 = getelementptr inbounds nuw i32, ptr %2, i64 %10
  %12 = load i32, ptr %11, align 4
  %13 = and i32 %12, %5
  %14 = getelementptr inbounds nuw i64, ptr %1, i64 %10
  br label %25
15:                                               ; preds = %39
  %16 = icmp eq i32 %40, %13
  %17 = select i1 %7, i1 true, i1 %16
  %18 = zext i1 %17 to i32
  %19 = getelementptr inbounds nuw i32, ptr %4, i64 %10
  store i32 %18, ptr %19, align 4
  %20 = zext i32 %40 to i64
  %21 = select i1 %17, i64 %20, i64 0
  %22 = getelementptr inbounds nuw i64, ptr %3, i64 %10
  store i64 %21, ptr %22, align 8
  %23 = add nuw nsw i64 %10, 1
  %24 = icmp eq i64 %23, 32
  br i1 %24, label %8, label %9
25:                                               ; preds = %9, %39
  %26 = phi i64 [ 0, %9 ], [ %41, %39 ]
  %27 = phi i32 [ 0, %9 ], [ %40, %39 ]
  %28 = trunc nuw nsw i64 %26 to i32
  %29 = shl nuw i32 1, %28
  %30 = and i32 %29, %13
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %39, label %32
32:                                               ; preds = %25
  %33 = getelementptr inbounds nuw i64, ptr %1, i64 %26
  %34 = load i64, ptr %33, align 8
  %35 = load i64, ptr %14, align 8
  %36 = icmp eq i64 %34, %35
  %37 = select i1 %36, i32 %29, i32 0
  %38 = or i32 %37, %27
  br label %39
39:                                               ; preds = %32, %25
  %40 = phi i32 [ %27, %25 ], [ %38, %32 ]
  %41 = add nuw nsw i64 %26, 1
  %42 = icmp eq i64 %41, 32
  br i1 %42, label %15, label %25
}
define internal void @scale_elect(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) {
  br label %6
5:                                                ; preds = %6
  ret void
6:                                                ; preds = %4, %6
  %7 = phi i64 [ 0, %4 ], [ %21, %6 ]
  %8 = getelementptr inbounds nuw i32, ptr %0, i64 %7
  %9 = load i32, ptr %8, align 4
  %10 = and i32 %9, %3
  %11 = icmp eq i32 %10, 0
  %12 = tail call range(i32 0, 33) i32 @llvm.cttz.i32(i32 %10, i1 true)
  %13 = trunc nuw nsw i64 %7 to i32
  %14 = select i1 %11, i32 %13, i32 %12
  %15 = zext nneg i32 %14 to i64
  %16 = getelementptr inbounds nuw i64, ptr %1, i64 %7
  store i64 %15, ptr %16, align 8
  %17 = zext i32 %14 to i64
  %18 = icmp eq i64 %7, %17
  %19 = zext i1 %18 to i32
  %20 = getelementptr inbounds nuw i32, ptr %2, i64 %7
  store i32 %19, ptr %20, align 4
  %21 = add nuw nsw i64 %7, 1
  %22 = icmp eq i64 %21, 32
  br i1 %22, label %5, label %6
}
declare i32 @llvm.cttz.i32(i32, i1 immarg)
define internal void @scale_redux(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) {
  br label %7
6:                                                ; preds = %12
  ret void
7:                                                ; preds = %5, %12
  %8 = phi i64 [ 0, %5 ], [ %15, %12 ]
  %9 = getelementptr inbounds nuw i32, ptr %2, i64 %8
  %10 = load i32, ptr %9, align 4
  %11 = and i32 %10, %4
  br label %17
12:                                               ; preds = %47
  %13 = zext i32 %48 to i64
  %14 = getelementptr inbounds nuw i64, ptr %3, i64 %8
  store i64 %13, ptr %14, align 8
  %15 = add nuw nsw i64 %8, 1
  %16 = icmp eq i64 %15, 32
  br i1 %16, label %6, label %7
17:                                               ; preds = %7, %47
  %18 = phi i64 [ 0, %7 ], [ %50, %47 ]
  %19 = phi i32 [ 1, %7 ], [ %49, %47 ]
  %20 = phi i32 [ 0, %7 ], [ %48, %47 ]
  %21 = trunc nuw nsw i64 %18 to i32
  %22 = shl nuw i32 1, %21
  %23 = and i32 %11, %22
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %47, label %25
25:                                               ; preds = %17
  %26 = getelementptr inbounds nuw i64, ptr %1, i64 %18
  %27 = load i64, ptr %26, align 8
  %28 = trunc i64 %27 to i32
  %29 = icmp eq i32 %19, 0
  br i1 %29, label %30, label %47
30:                                               ; preds = %25
  switch i32 %0, label %45 [
    i32 0, label %31
    i32 1, label %33
    i32 2, label %35
    i32 3, label %37
    i32 4, label %39
    i32 5, label %41
    i32 6, label %43
  ]
31:                                               ; preds = %30
  %32 = add i32 %20, %28
  br label %47
33:                                               ; preds = %30
  %34 = tail call i32 @llvm.umin.i32(i32 %20, i32 %28)
  br label %47
35:                                               ; preds = %30
  %36 = tail call i32 @llvm.umax.i32(i32 %20, i32 %28)
  br label %47
37:                                               ; preds = %30
  %38 = tail call i32 @llvm.smin.i32(i32 %20, i32 %28)
  br label %47
39:                                               ; preds = %30
  %40 = tail call i32 @llvm.smax.i32(i32 %20, i32 %28)
  br label %47
41:                                               ; preds = %30
  %42 = and i32 %20, %28
  br label %47
43:                                               ; preds = %30
  %44 = or i32 %20, %28
  br label %47
45:                                               ; preds = %30
  %46 = xor i32 %20, %28
  br label %47
47:                                               ; preds = %25, %45, %43, %41, %39, %37, %35, %33, %31, %17
  %48 = phi i32 [ %20, %17 ], [ %28, %25 ], [ %46, %45 ], [ %32, %31 ], [ %34, %33 ], [ %36, %35 ], [ %38, %37 ], [ %40, %39 ], [ %42, %41 ], [ %44, %43 ]
  %49 = phi i32 [ %19, %17 ], [ 0, %25 ], [ 0, %45 ], [ 0, %31 ], [ 0, %33 ], [ 0, %35 ], [ 0, %37 ], [ 0, %39 ], [ 0, %41 ], [ 0, %43 ]
  %50 = add nuw nsw i64 %18, 1
  %51 = icmp eq i64 %50, 32
  br i1 %51, label %12, label %17
}
define internal void @scale_redux_float(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) {
  %6 = and i32 %0, 2
  %7 = icmp eq i32 %6, 0
  %8 = select i1 %7, i32 -1, i32 2147483647
  %9 = and i32 %0, 1
  %10 = icmp eq i32 %9, 0
  %11 = and i32 %0, 4
  %12 = icmp eq i32 %11, 0
  br label %14
13:                                               ; preds = %19
  ret void
14:                                               ; preds = %5, %19
  %15 = phi i64 [ 0, %5 ], [ %26, %19 ]
  %16 = getelementptr inbounds nuw i32, ptr %2, i64 %15
  %17 = load i32, ptr %16, align 4
  %18 = and i32 %17, %4
  br label %28
19:                                               ; preds = %52
  %20 = icmp eq i32 %54, 0
  %21 = or i1 %12, %20
  %22 = bitcast float %55 to i32
  %23 = zext i32 %22 to i64
  %24 = select i1 %21, i64 %23, i64 2143289344
  %25 = getelementptr inbounds nuw i64, ptr %3, i64 %15
  store i64 %24, ptr %25, align 8
  %26 = add nuw nsw i64 %15, 1
  %27 = icmp eq i64 %26, 32
  br i1 %27, label %13, label %14
28:                                               ; preds = %14, %52
  %29 = phi i64 [ 0, %14 ], [ %56, %52 ]
  %30 = phi float [ 0x7FF8000000000000, %14 ], [ %55, %52 ]
  %31 = phi i32 [ 0, %14 ], [ %54, %52 ]
  %32 = phi i32 [ 1, %14 ], [ %53, %52 ]
  %33 = trunc nuw nsw i64 %29 to i32
  %34 = shl nuw i32 1, %33
  %35 = and i32 %18, %34
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %52, label %37
37:                                               ; preds = %28
  %38 = getelementptr inbounds nuw i64, ptr %1, i64 %29
  %39 = load i64, ptr %38, align 8
  %40 = trunc i64 %39 to i32
  %41 = and i32 %8, %40
  %42 = bitcast i32 %41 to float
  %43 = fcmp uno float %42, 0.000000e+00
  br i1 %43, label %52, label %44
44:                                               ; preds = %37
  %45 = icmp eq i32 %32, 0
  br i1 %45, label %46, label %51
46:                                               ; preds = %44
  br i1 %10, label %49, label %47
47:                                               ; preds = %46
  %48 = fcmp olt float %30, %42
  br i1 %48, label %51, label %52
49:                                               ; preds = %46
  %50 = fcmp ogt float %30, %42
  br i1 %50, label %51, label %52
51:                                               ; preds = %49, %47, %44
  br label %52
52:                                               ; preds = %37, %51, %49, %47, %28
  %53 = phi i32 [ %32, %28 ], [ %32, %37 ], [ 0, %51 ], [ 0, %49 ], [ 0, %47 ]
  %54 = phi i32 [ %31, %28 ], [ 1, %37 ], [ %31, %51 ], [ %31, %49 ], [ %31, %47 ]
  %55 = phi float [ %30, %28 ], [ %30, %37 ], [ %42, %51 ], [ %30, %49 ], [ %30, %47 ]
  %56 = add nuw nsw i64 %29, 1
  %57 = icmp eq i64 %56, 32
  br i1 %57, label %19, label %28
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
