; SPDX-License-Identifier: Apache-2.0
; Made by build.py from the C files beside it.
define internal i32 @scale_vprintf(ptr noundef %0, ptr noundef %1, ptr noundef %2) nounwind {
  %4 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = load ptr, ptr %5, align 8
  %7 = tail call i32 %6(ptr noundef %0, ptr noundef %1, ptr noundef %2)
  ret i32 %7
}
define internal void @scale_assert_fail(ptr noundef %0, ptr noundef %1, ptr noundef %2, i32 noundef %3, ptr noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9, i32 noundef %10) nounwind {
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
define internal void @scale_trap(ptr noundef %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %5 = load ptr, ptr %4, align 8
  tail call void %5(ptr noundef %0)
  ret void
}
define internal ptr @scale_malloc(ptr noundef readonly captures(none) %0, i64 noundef %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 24
  %6 = load ptr, ptr %5, align 8
  %7 = tail call ptr %6(i64 noundef %1)
  ret ptr %7
}
define internal void @scale_free(ptr noundef readonly captures(none) %0, ptr noundef %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 32
  %6 = load ptr, ptr %5, align 8
  tail call void %6(ptr noundef %1)
  ret void
}
define internal i64 @scale_clock(ptr noundef readonly captures(none) %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 %5()
  ret i64 %6
}
define internal i64 @scale_globaltimer(ptr noundef readonly captures(none) %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 %5()
  ret i64 %6
}
define internal i32 @scale_clock_low(ptr noundef readonly captures(none) %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 %5()
  %7 = trunc i64 %6 to i32
  ret i32 %7
}
define internal i32 @scale_globaltimer_low(ptr noundef readonly captures(none) %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %5 = load ptr, ptr %4, align 8
  %6 = tail call i64 %5()
  %7 = trunc i64 %6 to i32
  ret i32 %7
}
define internal void @scale_nanosleep(ptr noundef readonly captures(none) %0, i32 noundef %1) nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %4 = load ptr, ptr %3, align 8
  %5 = getelementptr inbounds nuw i8, ptr %4, i64 56
  %6 = load ptr, ptr %5, align 8
  tail call void %6(i32 noundef %1)
  ret void
}
define internal void @scale_grid_sync(ptr noundef %0) nounwind {
  %2 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %3 = load ptr, ptr %2, align 8
  %4 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %5 = load ptr, ptr %4, align 8
  tail call void %5(ptr noundef %0)
  ret void
}
define internal void @scale_check(ptr noundef %0, ptr noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8, i32 noundef %9) nounwind {
  %11 = alloca [3 x i32], align 4
  %12 = alloca [3 x i32], align 4
  %13 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %14 = load i32, ptr %13, align 4
  %15 = and i32 %14, 1
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %26, label %17
17:                                               ; preds = %10
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  store i32 %4, ptr %11, align 4
  %18 = getelementptr inbounds nuw i8, ptr %11, i64 4
  store i32 %5, ptr %18, align 4
  %19 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %6, ptr %19, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %12)
  store i32 %7, ptr %12, align 4
  %20 = getelementptr inbounds nuw i8, ptr %12, i64 4
  store i32 %8, ptr %20, align 4
  %21 = getelementptr inbounds nuw i8, ptr %12, i64 8
  store i32 %9, ptr %21, align 4
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds nuw i8, ptr %23, i64 72
  %25 = load ptr, ptr %24, align 8
  call void %25(ptr noundef %0, ptr noundef %1, i64 noundef %2, i32 noundef %3, ptr noundef nonnull %11, ptr noundef nonnull %12)
  call void @llvm.lifetime.end.p0(ptr nonnull %12)
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  br label %26
26:                                               ; preds = %10, %17
  ret void
}
define internal i64 @scale_device_runtime(ptr noundef %0, i32 noundef %1, ptr noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) nounwind {
  %10 = alloca [3 x i32], align 4
  %11 = alloca [3 x i32], align 4
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %13 = load ptr, ptr %12, align 8
  %14 = getelementptr inbounds nuw i8, ptr %13, i64 88
  %15 = load ptr, ptr %14, align 8
  %16 = icmp eq ptr %15, null
  br i1 %16, label %17, label %21
17:                                               ; preds = %9
  %18 = and i32 %1, -9
  %19 = icmp eq i32 %18, 1
  %20 = select i1 %19, i64 0, i64 801
  br label %27
21:                                               ; preds = %9
  call void @llvm.lifetime.start.p0(ptr nonnull %10)
  store i32 %3, ptr %10, align 4
  %22 = getelementptr inbounds nuw i8, ptr %10, i64 4
  store i32 %4, ptr %22, align 4
  %23 = getelementptr inbounds nuw i8, ptr %10, i64 8
  store i32 %5, ptr %23, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  store i32 %6, ptr %11, align 4
  %24 = getelementptr inbounds nuw i8, ptr %11, i64 4
  store i32 %7, ptr %24, align 4
  %25 = getelementptr inbounds nuw i8, ptr %11, i64 8
  store i32 %8, ptr %25, align 4
  %26 = call i64 %15(ptr noundef %0, i32 noundef %1, ptr noundef %2, ptr noundef nonnull %10, ptr noundef nonnull %11)
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  call void @llvm.lifetime.end.p0(ptr nonnull %10)
  br label %27
27:                                               ; preds = %21, %17
  %28 = phi i64 [ %26, %21 ], [ %20, %17 ]
  ret i64 %28
}
define internal i32 @scale_count_alive(ptr noundef readonly captures(none) %0, i32 noundef %1) nounwind {
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
define internal i32 @scale_block_popc(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(address_is_null) %1, i32 noundef %2) nounwind {
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
define internal void @scale_warps_red(ptr noundef readonly captures(none) %0, ptr noundef readonly captures(address_is_null) %1, ptr noundef readonly captures(none) %2, i32 noundef %3, ptr noundef writeonly captures(none) %4, ptr noundef writeonly captures(none) %5) nounwind {
  %7 = icmp eq i32 %3, 0
  br i1 %7, label %11, label %8
8:                                                ; preds = %6
  %9 = icmp eq ptr %1, null
  %10 = zext i32 %3 to i64
  br label %14
11:                                               ; preds = %50, %6
  %12 = phi i32 [ 0, %6 ], [ %51, %50 ]
  %13 = phi i32 [ 0, %6 ], [ %52, %50 ]
  store i32 %12, ptr %4, align 4
  store i32 %13, ptr %5, align 4
  ret void
14:                                               ; preds = %8, %50
  %15 = phi i64 [ 0, %8 ], [ %53, %50 ]
  %16 = phi i32 [ 0, %8 ], [ %54, %50 ]
  %17 = phi i32 [ 0, %8 ], [ %52, %50 ]
  %18 = phi i32 [ 0, %8 ], [ %51, %50 ]
  %19 = zext i32 %16 to i64
  %20 = getelementptr inbounds nuw i32, ptr %2, i64 %15
  %21 = load i32, ptr %20, align 4
  %22 = icmp slt i32 %21, 0
  br i1 %22, label %50, label %23
23:                                               ; preds = %14
  %24 = trunc nuw i64 %15 to i32
  %25 = shl i32 %24, 5
  %26 = icmp eq i32 %25, -32
  br i1 %26, label %50, label %27
27:                                               ; preds = %23
  %28 = add i32 %25, 32
  %29 = zext i32 %28 to i64
  br label %30
30:                                               ; preds = %27, %45
  %31 = phi i64 [ %19, %27 ], [ %48, %45 ]
  %32 = phi i32 [ %17, %27 ], [ %47, %45 ]
  %33 = phi i32 [ %18, %27 ], [ %46, %45 ]
  br i1 %9, label %38, label %34
34:                                               ; preds = %30
  %35 = getelementptr inbounds nuw i8, ptr %1, i64 %31
  %36 = load i8, ptr %35, align 1
  %37 = icmp eq i8 %36, 0
  br i1 %37, label %45, label %38
38:                                               ; preds = %34, %30
  %39 = add i32 %32, 1
  %40 = getelementptr inbounds nuw i32, ptr %0, i64 %31
  %41 = load i32, ptr %40, align 4
  %42 = icmp ne i32 %41, 0
  %43 = zext i1 %42 to i32
  %44 = add i32 %33, %43
  br label %45
45:                                               ; preds = %34, %38
  %46 = phi i32 [ %44, %38 ], [ %33, %34 ]
  %47 = phi i32 [ %39, %38 ], [ %32, %34 ]
  %48 = add nuw nsw i64 %31, 1
  %49 = icmp samesign ult i64 %48, %29
  br i1 %49, label %30, label %50
50:                                               ; preds = %45, %23, %14
  %51 = phi i32 [ %18, %14 ], [ %18, %23 ], [ %46, %45 ]
  %52 = phi i32 [ %17, %14 ], [ %17, %23 ], [ %47, %45 ]
  %53 = add nuw nsw i64 %15, 1
  %54 = add i32 %16, 32
  %55 = icmp eq i64 %53, %10
  br i1 %55, label %11, label %14
}
@scale.1.str = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
define internal i32 @scale_pick(ptr noundef readonly captures(none) %0, ptr noundef captures(none) %1, ptr noundef writeonly captures(none) %2) nounwind {
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
define internal range(i32 0, 2) i32 @scale_release(ptr noundef %0, i32 noundef %1, ptr noundef captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef readonly captures(none) %4, ptr noundef writeonly captures(none) %5, ptr noundef captures(none) %6, ptr noundef readonly captures(address_is_null) %7) nounwind {
  %9 = alloca [32 x i32], align 16
  %10 = alloca [32 x i32], align 16
  %11 = alloca [32 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %9)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %9, i8 0, i64 128, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %10)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %10, i8 0, i64 128, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(128) %11, i8 0, i64 128, i1 false)
  %12 = icmp eq i32 %1, 0
  br i1 %12, label %18, label %13
13:                                               ; preds = %8
  %14 = zext i32 %1 to i64
  br label %24
15:                                               ; preds = %72
  %16 = icmp ne i32 %75, 0
  %17 = icmp ne i32 %73, 0
  br label %18
18:                                               ; preds = %15, %8
  %19 = phi i1 [ false, %8 ], [ %17, %15 ]
  %20 = phi i32 [ 0, %8 ], [ %74, %15 ]
  %21 = phi i1 [ false, %8 ], [ %16, %15 ]
  %22 = phi i32 [ 0, %8 ], [ %76, %15 ]
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %230, label %82
24:                                               ; preds = %13, %72
  %25 = phi i64 [ 0, %13 ], [ %77, %72 ]
  %26 = phi i32 [ 0, %13 ], [ %76, %72 ]
  %27 = phi i32 [ 0, %13 ], [ %75, %72 ]
  %28 = phi i32 [ 0, %13 ], [ %74, %72 ]
  %29 = phi i32 [ 0, %13 ], [ %73, %72 ]
  %30 = getelementptr inbounds nuw i32, ptr %2, i64 %25
  %31 = load i32, ptr %30, align 4
  %32 = icmp eq i32 %31, 2147483647
  br i1 %32, label %72, label %33
33:                                               ; preds = %24
  %34 = add i32 %26, 1
  %35 = and i32 %31, 1073741824
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %72, label %37
37:                                               ; preds = %33
  %38 = getelementptr inbounds nuw i32, ptr %3, i64 %25
  %39 = load i32, ptr %38, align 4
  %40 = and i32 %39, -16777216
  %41 = icmp eq i32 %40, 83886080
  br i1 %41, label %42, label %48
42:                                               ; preds = %37
  %43 = add i32 %29, 1
  %44 = icmp eq i32 %29, 0
  br i1 %44, label %45, label %72
45:                                               ; preds = %42
  %46 = lshr i32 %39, 8
  %47 = and i32 %46, 65535
  br label %72
48:                                               ; preds = %37
  %49 = and i32 %39, 31
  %50 = lshr i32 %39, 8
  %51 = and i32 %50, 65535
  %52 = zext nneg i32 %49 to i64
  %53 = getelementptr inbounds nuw i32, ptr %10, i64 %52
  store i32 %51, ptr %53, align 4
  %54 = icmp eq i32 %40, 100663296
  br i1 %54, label %55, label %61
55:                                               ; preds = %48
  %56 = getelementptr inbounds nuw i32, ptr %6, i64 %52
  %57 = load i32, ptr %56, align 4
  %58 = add nsw i32 %57, 1
  store i32 %58, ptr %56, align 4
  %59 = load i32, ptr %30, align 4
  %60 = and i32 %59, -1073741825
  store i32 %60, ptr %30, align 4
  br label %72
61:                                               ; preds = %48
  %62 = getelementptr inbounds nuw i32, ptr %9, i64 %52
  %63 = load i32, ptr %62, align 4
  %64 = add i32 %63, 1
  store i32 %64, ptr %62, align 4
  %65 = getelementptr inbounds nuw i32, ptr %4, i64 %25
  %66 = load i32, ptr %65, align 4
  %67 = icmp ne i32 %66, 0
  %68 = zext i1 %67 to i32
  %69 = getelementptr inbounds nuw i32, ptr %11, i64 %52
  %70 = load i32, ptr %69, align 4
  %71 = add i32 %70, %68
  store i32 %71, ptr %69, align 4
  br label %72
72:                                               ; preds = %55, %61, %42, %45, %33, %24
  %73 = phi i32 [ %29, %24 ], [ %43, %42 ], [ %43, %45 ], [ %29, %33 ], [ %29, %61 ], [ %29, %55 ]
  %74 = phi i32 [ %28, %24 ], [ %28, %42 ], [ %47, %45 ], [ %28, %33 ], [ %28, %61 ], [ %28, %55 ]
  %75 = phi i32 [ %27, %24 ], [ %27, %42 ], [ %27, %45 ], [ %27, %33 ], [ %27, %61 ], [ 1, %55 ]
  %76 = phi i32 [ %26, %24 ], [ %34, %42 ], [ %34, %45 ], [ %34, %33 ], [ %34, %61 ], [ %34, %55 ]
  %77 = add nuw nsw i64 %25, 1
  %78 = icmp eq i64 %77, %14
  br i1 %78, label %15, label %24
79:                                               ; preds = %104
  %80 = icmp ne i32 %105, 0
  %81 = select i1 %80, i1 true, i1 %21
  br i1 %81, label %112, label %108
82:                                               ; preds = %18, %104
  %83 = phi i64 [ %106, %104 ], [ 0, %18 ]
  %84 = phi i32 [ %105, %104 ], [ 0, %18 ]
  %85 = getelementptr inbounds nuw i32, ptr %10, i64 %83
  %86 = load i32, ptr %85, align 4
  %87 = icmp eq i32 %86, 0
  br i1 %87, label %88, label %92
88:                                               ; preds = %82
  %89 = getelementptr inbounds nuw i32, ptr %9, i64 %83
  %90 = load i32, ptr %89, align 4
  %91 = icmp eq i32 %90, 0
  br i1 %91, label %104, label %92
92:                                               ; preds = %88, %82
  %93 = phi i32 [ %22, %88 ], [ %86, %82 ]
  %94 = getelementptr inbounds nuw i32, ptr %9, i64 %83
  %95 = load i32, ptr %94, align 4
  %96 = getelementptr inbounds nuw i32, ptr %6, i64 %83
  %97 = load i32, ptr %96, align 4
  %98 = add i32 %97, %95
  %99 = icmp ult i32 %98, %93
  br i1 %99, label %104, label %100
100:                                              ; preds = %92
  %101 = trunc nuw nsw i64 %83 to i32
  %102 = shl nuw i32 1, %101
  %103 = or i32 %102, %84
  br label %104
104:                                              ; preds = %88, %92, %100
  %105 = phi i32 [ %103, %100 ], [ %84, %92 ], [ %84, %88 ]
  %106 = add nuw nsw i64 %83, 1
  %107 = icmp eq i64 %106, 32
  br i1 %107, label %79, label %82
108:                                              ; preds = %79
  %109 = getelementptr inbounds nuw i8, ptr %6, i64 112
  %110 = load i32, ptr %109, align 4
  %111 = icmp eq i32 %22, %110
  br i1 %111, label %114, label %112
112:                                              ; preds = %108, %79
  %113 = getelementptr inbounds nuw i8, ptr %6, i64 116
  store i32 0, ptr %113, align 4
  br label %114
114:                                              ; preds = %112, %108
  %115 = getelementptr inbounds nuw i8, ptr %6, i64 112
  store i32 %22, ptr %115, align 4
  %116 = xor i1 %81, true
  %117 = select i1 %116, i1 %19, i1 false
  br i1 %117, label %118, label %138
118:                                              ; preds = %114
  %119 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %120 = load ptr, ptr %119, align 8
  %121 = getelementptr inbounds nuw i8, ptr %120, i64 80
  %122 = load ptr, ptr %121, align 8
  %123 = icmp eq ptr %122, null
  br i1 %123, label %138, label %124
124:                                              ; preds = %118
  %125 = icmp ne ptr %7, null
  %126 = icmp ne i32 %20, 0
  %127 = select i1 %125, i1 %126, i1 false
  br i1 %127, label %128, label %133
128:                                              ; preds = %124
  %129 = zext nneg i32 %20 to i64
  %130 = getelementptr ptr, ptr %7, i64 %129
  %131 = getelementptr i8, ptr %130, i64 -8
  %132 = load ptr, ptr %131, align 8
  br label %133
133:                                              ; preds = %124, %128
  %134 = phi ptr [ %132, %128 ], [ @scale.1.str, %124 ]
  %135 = getelementptr inbounds nuw i8, ptr %6, i64 116
  %136 = load i32, ptr %135, align 4
  %137 = add nsw i32 %136, 1
  store i32 %137, ptr %135, align 4
  tail call void %122(ptr noundef %0, ptr noundef %134, i32 noundef %136)
  br label %138
138:                                              ; preds = %133, %118, %114
  %139 = select i1 %80, i1 true, i1 %19
  %140 = select i1 %139, i1 true, i1 %21
  br i1 %140, label %153, label %141
141:                                              ; preds = %138, %141
  %142 = phi i64 [ %151, %141 ], [ 0, %138 ]
  %143 = phi i32 [ %150, %141 ], [ 0, %138 ]
  %144 = getelementptr inbounds nuw i32, ptr %9, i64 %142
  %145 = load i32, ptr %144, align 4
  %146 = icmp eq i32 %145, 0
  %147 = trunc nuw nsw i64 %142 to i32
  %148 = shl nuw i32 1, %147
  %149 = select i1 %146, i32 0, i32 %148
  %150 = or i32 %149, %143
  %151 = add nuw nsw i64 %142, 1
  %152 = icmp eq i64 %151, 32
  br i1 %152, label %153, label %141
153:                                              ; preds = %141, %138
  %154 = phi i32 [ %105, %138 ], [ %150, %141 ]
  %155 = icmp eq i32 %1, 0
  br i1 %155, label %160, label %156
156:                                              ; preds = %153
  %157 = zext i32 %1 to i64
  br label %162
158:                                              ; preds = %209
  %159 = icmp eq i32 %210, 0
  br label %160
160:                                              ; preds = %158, %153
  %161 = phi i1 [ true, %153 ], [ %159, %158 ]
  br label %214
162:                                              ; preds = %156, %209
  %163 = phi i64 [ 0, %156 ], [ %211, %209 ]
  %164 = phi i32 [ 0, %156 ], [ %210, %209 ]
  %165 = getelementptr inbounds nuw i32, ptr %2, i64 %163
  %166 = load i32, ptr %165, align 4
  %167 = icmp eq i32 %166, 2147483647
  %168 = and i32 %166, 1073741824
  %169 = icmp eq i32 %168, 0
  %170 = or i1 %167, %169
  br i1 %170, label %209, label %171
171:                                              ; preds = %162
  %172 = getelementptr inbounds nuw i32, ptr %3, i64 %163
  %173 = load i32, ptr %172, align 4
  %174 = and i32 %173, -16777216
  %175 = icmp eq i32 %174, 83886080
  br i1 %175, label %176, label %178
176:                                              ; preds = %171
  %177 = and i32 %166, -1073741825
  store i32 %177, ptr %165, align 4
  br label %209
178:                                              ; preds = %171
  %179 = and i32 %173, 31
  %180 = shl nuw i32 1, %179
  %181 = and i32 %180, %154
  %182 = icmp eq i32 %181, 0
  br i1 %182, label %209, label %183
183:                                              ; preds = %178
  %184 = and i32 %166, -1073741825
  store i32 %184, ptr %165, align 4
  %185 = load i32, ptr %172, align 4
  %186 = ashr i32 %185, 24
  switch i32 %186, label %209 [
    i32 1, label %187
    i32 2, label %196
    i32 3, label %203
    i32 4, label %208
  ]
187:                                              ; preds = %183
  %188 = zext nneg i32 %179 to i64
  %189 = getelementptr inbounds nuw i32, ptr %11, i64 %188
  %190 = load i32, ptr %189, align 4
  %191 = getelementptr inbounds nuw i32, ptr %9, i64 %188
  %192 = load i32, ptr %191, align 4
  %193 = icmp eq i32 %190, %192
  %194 = zext i1 %193 to i32
  %195 = getelementptr inbounds nuw i32, ptr %5, i64 %163
  store i32 %194, ptr %195, align 4
  br label %209
196:                                              ; preds = %183
  %197 = zext nneg i32 %179 to i64
  %198 = getelementptr inbounds nuw i32, ptr %11, i64 %197
  %199 = load i32, ptr %198, align 4
  %200 = icmp ne i32 %199, 0
  %201 = zext i1 %200 to i32
  %202 = getelementptr inbounds nuw i32, ptr %5, i64 %163
  store i32 %201, ptr %202, align 4
  br label %209
203:                                              ; preds = %183
  %204 = zext nneg i32 %179 to i64
  %205 = getelementptr inbounds nuw i32, ptr %11, i64 %204
  %206 = load i32, ptr %205, align 4
  %207 = getelementptr inbounds nuw i32, ptr %5, i64 %163
  store i32 %206, ptr %207, align 4
  br label %209
208:                                              ; preds = %183
  br label %209
209:                                              ; preds = %187, %196, %203, %208, %183, %178, %162, %176
  %210 = phi i32 [ %164, %162 ], [ %164, %176 ], [ %164, %178 ], [ %164, %183 ], [ %164, %187 ], [ %164, %196 ], [ %164, %203 ], [ 1, %208 ]
  %211 = add nuw nsw i64 %163, 1
  %212 = icmp eq i64 %211, %157
  br i1 %212, label %158, label %162
213:                                              ; preds = %222
  br i1 %161, label %230, label %225
214:                                              ; preds = %160, %222
  %215 = phi i64 [ 0, %160 ], [ %223, %222 ]
  %216 = trunc nuw nsw i64 %215 to i32
  %217 = shl nuw i32 1, %216
  %218 = and i32 %217, %154
  %219 = icmp eq i32 %218, 0
  br i1 %219, label %222, label %220
220:                                              ; preds = %214
  %221 = getelementptr inbounds nuw i32, ptr %6, i64 %215
  store i32 0, ptr %221, align 4
  br label %222
222:                                              ; preds = %214, %220
  %223 = add nuw nsw i64 %215, 1
  %224 = icmp eq i64 %223, 32
  br i1 %224, label %213, label %214
225:                                              ; preds = %213
  %226 = getelementptr inbounds nuw i8, ptr %0, i64 48
  %227 = load ptr, ptr %226, align 8
  %228 = getelementptr inbounds nuw i8, ptr %227, i64 64
  %229 = load ptr, ptr %228, align 8
  tail call void %229(ptr noundef %0)
  br label %230
230:                                              ; preds = %213, %225, %18
  %231 = phi i32 [ 0, %18 ], [ 1, %225 ], [ 1, %213 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  call void @llvm.lifetime.end.p0(ptr nonnull %10)
  call void @llvm.lifetime.end.p0(ptr nonnull %9)
  ret i32 %231
}
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg)
define internal void @scale_shuffle(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef readonly captures(none) %3, ptr noundef writeonly captures(none) %4, ptr noundef writeonly captures(none) %5, i32 noundef %6) nounwind {
  br label %9
8:                                                ; preds = %54
  ret void
9:                                                ; preds = %7, %54
  %10 = phi i64 [ 0, %7 ], [ %58, %54 ]
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
  br i1 %49, label %54, label %50
50:                                               ; preds = %40
  %51 = zext nneg i32 %46 to i64
  %52 = getelementptr inbounds nuw i64, ptr %1, i64 %51
  %53 = load i64, ptr %52, align 8
  br label %54
54:                                               ; preds = %40, %50
  %55 = phi i64 [ %53, %50 ], [ 0, %40 ]
  %56 = getelementptr inbounds nuw i64, ptr %4, i64 %10
  store i64 %55, ptr %56, align 8
  %57 = getelementptr inbounds nuw i32, ptr %5, i64 %10
  store i32 %43, ptr %57, align 4
  %58 = add nuw nsw i64 %10, 1
  %59 = icmp eq i64 %58, 32
  br i1 %59, label %8, label %9
}
define internal void @scale_vote(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) nounwind {
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
define internal void @scale_match(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, ptr noundef writeonly captures(none) %4, i32 noundef %5) nounwind {
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
define internal void @scale_elect(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3) nounwind {
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
define internal void @scale_redux(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) nounwind {
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
define internal void @scale_redux_float(i32 noundef %0, ptr noundef readonly captures(none) %1, ptr noundef readonly captures(none) %2, ptr noundef writeonly captures(none) %3, i32 noundef %4) nounwind {
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
define internal void @scale_begin(ptr noundef writeonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4) nounwind {
  %6 = icmp eq i32 %3, 0
  br i1 %6, label %9, label %7
7:                                                ; preds = %5
  %8 = zext i32 %3 to i64
  br label %14
9:                                                ; preds = %14, %5
  %10 = icmp ult i32 %3, %4
  br i1 %10, label %11, label %19
11:                                               ; preds = %9
  %12 = zext i32 %3 to i64
  %13 = zext i32 %4 to i64
  br label %24
14:                                               ; preds = %7, %14
  %15 = phi i64 [ 0, %7 ], [ %17, %14 ]
  %16 = getelementptr inbounds nuw i32, ptr %0, i64 %15
  store i32 0, ptr %16, align 4
  %17 = add nuw nsw i64 %15, 1
  %18 = icmp eq i64 %17, %8
  br i1 %18, label %9, label %14
19:                                               ; preds = %24, %9
  %20 = icmp eq i32 %4, 0
  br i1 %20, label %21, label %22
21:                                               ; preds = %29, %19
  br label %35
22:                                               ; preds = %19
  %23 = zext i32 %4 to i64
  br label %29
24:                                               ; preds = %11, %24
  %25 = phi i64 [ %12, %11 ], [ %27, %24 ]
  %26 = getelementptr inbounds nuw i32, ptr %0, i64 %25
  store i32 2147483647, ptr %26, align 4
  %27 = add nuw nsw i64 %25, 1
  %28 = icmp eq i64 %27, %13
  br i1 %28, label %19, label %24
29:                                               ; preds = %22, %29
  %30 = phi i64 [ 0, %22 ], [ %32, %29 ]
  %31 = getelementptr inbounds nuw i32, ptr %1, i64 %30
  store i32 0, ptr %31, align 4
  %32 = add nuw nsw i64 %30, 1
  %33 = icmp eq i64 %32, %23
  br i1 %33, label %21, label %29
34:                                               ; preds = %35
  ret void
35:                                               ; preds = %21, %35
  %36 = phi i64 [ %38, %35 ], [ 0, %21 ]
  %37 = getelementptr inbounds nuw i32, ptr %2, i64 %36
  store i32 0, ptr %37, align 4
  %38 = add nuw nsw i64 %36, 1
  %39 = icmp eq i64 %38, 32
  br i1 %39, label %34, label %35
}
define internal void @scale_thread_ids(ptr noundef writeonly captures(none) %0, ptr noundef writeonly captures(none) %1, ptr noundef writeonly captures(none) %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6) nounwind {
  %8 = icmp eq i32 %5, 0
  br i1 %8, label %11, label %9
9:                                                ; preds = %7
  %10 = zext i32 %5 to i64
  br label %16
11:                                               ; preds = %32, %7
  %12 = icmp ult i32 %5, %6
  br i1 %12, label %13, label %38
13:                                               ; preds = %11
  %14 = zext i32 %5 to i64
  %15 = zext i32 %6 to i64
  br label %39
16:                                               ; preds = %9, %32
  %17 = phi i64 [ 0, %9 ], [ %36, %32 ]
  %18 = phi i32 [ 0, %9 ], [ %35, %32 ]
  %19 = phi i32 [ 0, %9 ], [ %34, %32 ]
  %20 = phi i32 [ 0, %9 ], [ %33, %32 ]
  %21 = getelementptr inbounds nuw i32, ptr %0, i64 %17
  store i32 %20, ptr %21, align 4
  %22 = getelementptr inbounds nuw i32, ptr %1, i64 %17
  store i32 %19, ptr %22, align 4
  %23 = getelementptr inbounds nuw i32, ptr %2, i64 %17
  store i32 %18, ptr %23, align 4
  %24 = add i32 %20, 1
  %25 = icmp eq i32 %24, %3
  br i1 %25, label %26, label %32
26:                                               ; preds = %16
  %27 = add i32 %19, 1
  %28 = icmp eq i32 %27, %4
  %29 = select i1 %28, i32 0, i32 %27
  %30 = zext i1 %28 to i32
  %31 = add i32 %18, %30
  br label %32
32:                                               ; preds = %26, %16
  %33 = phi i32 [ %24, %16 ], [ 0, %26 ]
  %34 = phi i32 [ %19, %16 ], [ %29, %26 ]
  %35 = phi i32 [ %18, %16 ], [ %31, %26 ]
  %36 = add nuw nsw i64 %17, 1
  %37 = icmp eq i64 %36, %10
  br i1 %37, label %11, label %16
38:                                               ; preds = %39, %11
  ret void
39:                                               ; preds = %13, %39
  %40 = phi i64 [ %14, %13 ], [ %44, %39 ]
  %41 = getelementptr inbounds nuw i32, ptr %2, i64 %40
  store i32 0, ptr %41, align 4
  %42 = getelementptr inbounds nuw i32, ptr %1, i64 %40
  store i32 0, ptr %42, align 4
  %43 = getelementptr inbounds nuw i32, ptr %0, i64 %40
  store i32 0, ptr %43, align 4
  %44 = add nuw nsw i64 %40, 1
  %45 = icmp eq i64 %44, %15
  br i1 %45, label %38, label %39
}
define internal void @scale_want_all(ptr noundef writeonly captures(none) %0, i32 noundef %1) nounwind {
  br label %4
3:                                                ; preds = %4
  ret void
4:                                                ; preds = %2, %4
  %5 = phi i64 [ 0, %2 ], [ %7, %4 ]
  %6 = getelementptr inbounds nuw i32, ptr %0, i64 %5
  store i32 %1, ptr %6, align 4
  %7 = add nuw nsw i64 %5, 1
  %8 = icmp eq i64 %7, 32
  br i1 %8, label %3, label %4
}
define internal i64 @scale_alive_run(ptr noundef readonly captures(none) %0, i32 noundef %1, i32 noundef %2) nounwind {
  %4 = icmp ult i32 %1, %2
  br i1 %4, label %5, label %14
5:                                                ; preds = %3, %11
  %6 = phi i32 [ %12, %11 ], [ %1, %3 ]
  %7 = zext i32 %6 to i64
  %8 = getelementptr inbounds nuw i8, ptr %0, i64 %7
  %9 = load i8, ptr %8, align 1
  %10 = icmp eq i8 %9, 0
  br i1 %10, label %11, label %14
11:                                               ; preds = %5
  %12 = add nuw i32 %6, 1
  %13 = icmp eq i32 %12, %2
  br i1 %13, label %14, label %5
14:                                               ; preds = %5, %11, %3
  %15 = phi i32 [ %1, %3 ], [ %6, %5 ], [ %2, %11 ]
  br label %16
16:                                               ; preds = %20, %14
  %17 = phi i32 [ %15, %14 ], [ %18, %20 ]
  %18 = add i32 %17, 8
  %19 = icmp ugt i32 %18, %2
  br i1 %19, label %25, label %20
20:                                               ; preds = %16
  %21 = zext i32 %17 to i64
  %22 = getelementptr inbounds nuw i8, ptr %0, i64 %21
  %23 = load i64, ptr %22, align 1
  %24 = icmp eq i64 %23, 72340172838076673
  br i1 %24, label %16, label %25
25:                                               ; preds = %20, %16
  %26 = icmp ult i32 %17, %2
  br i1 %26, label %27, label %36
27:                                               ; preds = %25, %33
  %28 = phi i32 [ %34, %33 ], [ %17, %25 ]
  %29 = zext i32 %28 to i64
  %30 = getelementptr inbounds nuw i8, ptr %0, i64 %29
  %31 = load i8, ptr %30, align 1
  %32 = icmp eq i8 %31, 0
  br i1 %32, label %36, label %33
33:                                               ; preds = %27
  %34 = add nuw i32 %28, 1
  %35 = icmp eq i32 %34, %2
  br i1 %35, label %36, label %27
36:                                               ; preds = %27, %33, %25
  %37 = phi i32 [ %17, %25 ], [ %28, %27 ], [ %2, %33 ]
  %38 = zext i32 %15 to i64
  %39 = zext i32 %37 to i64
  %40 = shl nuw i64 %39, 32
  %41 = or disjoint i64 %40, %38
  ret i64 %41
}
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
define internal float @scale_expf(float noundef %0) alwaysinline nounwind {
  %2 = fcmp ogt float %0, 9.000000e+01
  %3 = select i1 %2, float 9.000000e+01, float %0
  %4 = fcmp olt float %3, -1.050000e+02
  %5 = select i1 %4, float -1.050000e+02, float %3
  %6 = tail call float @llvm.fmuladd.f32(float %5, float 0x3FF7154760000000, float 0x4168000000000000)
  %7 = bitcast float %6 to i32
  %8 = add nsw i32 %7, -1262485504
  %9 = fadd float %6, 0xC168000000000000
  %10 = tail call float @llvm.fma.f32(float %9, float 0xBFE62E4000000000, float %5)
  %11 = fneg float %9
  %12 = tail call float @llvm.fmuladd.f32(float %11, float 0x3EB7F7D1C0000000, float %10)
  %13 = tail call float @llvm.fmuladd.f32(float %12, float 0x3F2A1256C0000000, float 0x3F56D43B00000000)
  %14 = tail call float @llvm.fmuladd.f32(float %13, float %12, float 0x3F81110E00000000)
  %15 = tail call float @llvm.fmuladd.f32(float %14, float %12, float 0x3FA5554E80000000)
  %16 = tail call float @llvm.fmuladd.f32(float %15, float %12, float 0x3FC5555560000000)
  %17 = tail call float @llvm.fmuladd.f32(float %16, float %12, float 5.000000e-01)
  %18 = fmul float %12, %12
  %19 = tail call float @llvm.fmuladd.f32(float %17, float %18, float %12)
  %20 = fadd float %19, 1.000000e+00
  %21 = ashr i32 %8, 1
  %22 = shl i32 %21, 23
  %23 = add i32 %22, 1065353216
  %24 = bitcast i32 %23 to float
  %25 = fmul float %20, %24
  %26 = sub i32 %7, %21
  %27 = shl i32 %26, 23
  %28 = add i32 %27, 1065353216
  %29 = bitcast i32 %28 to float
  %30 = fmul float %25, %29
  ret float %30
}
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.fma.f32(float, float, float)
define internal float @scale_exp10f(float noundef %0) alwaysinline nounwind {
  %2 = fcmp ogt float %0, 4.000000e+01
  %3 = select i1 %2, float 4.000000e+01, float %0
  %4 = fcmp olt float %3, -4.600000e+01
  %5 = select i1 %4, float -4.600000e+01, float %3
  %6 = tail call float @llvm.fmuladd.f32(float %5, float 0x400A934F00000000, float 0x4168000000000000)
  %7 = bitcast float %6 to i32
  %8 = add nsw i32 %7, -1262485504
  %9 = fadd float %6, 0xC168000000000000
  %10 = fpext float %9 to double
  %11 = fpext float %5 to double
  %12 = fneg double %10
  %13 = tail call double @llvm.fmuladd.f64(double %12, double 0x3FD34413509F79FF, double %11)
  %14 = fmul double %13, 0x40026BB1BBB55516
  %15 = fptrunc double %14 to float
  %16 = tail call float @llvm.fmuladd.f32(float %15, float 0x3F2A1256C0000000, float 0x3F56D43B00000000)
  %17 = tail call float @llvm.fmuladd.f32(float %16, float %15, float 0x3F81110E00000000)
  %18 = tail call float @llvm.fmuladd.f32(float %17, float %15, float 0x3FA5554E80000000)
  %19 = tail call float @llvm.fmuladd.f32(float %18, float %15, float 0x3FC5555560000000)
  %20 = tail call float @llvm.fmuladd.f32(float %19, float %15, float 5.000000e-01)
  %21 = fmul float %15, %15
  %22 = tail call float @llvm.fmuladd.f32(float %20, float %21, float %15)
  %23 = fadd float %22, 1.000000e+00
  %24 = ashr i32 %8, 1
  %25 = shl i32 %24, 23
  %26 = add i32 %25, 1065353216
  %27 = bitcast i32 %26 to float
  %28 = fmul float %23, %27
  %29 = sub i32 %7, %24
  %30 = shl i32 %29, 23
  %31 = add i32 %30, 1065353216
  %32 = bitcast i32 %31 to float
  %33 = fmul float %28, %32
  ret float %33
}
declare double @llvm.fmuladd.f64(double, double, double)
define internal float @scale_exp2f(float noundef %0) alwaysinline nounwind {
  %2 = fcmp ogt float %0, 1.300000e+02
  %3 = select i1 %2, float 1.300000e+02, float %0
  %4 = fcmp olt float %3, -1.520000e+02
  %5 = select i1 %4, float -1.520000e+02, float %3
  %6 = fadd float %5, 0x4168000000000000
  %7 = bitcast float %6 to i32
  %8 = add nsw i32 %7, -1262485504
  %9 = fadd float %6, 0xC168000000000000
  %10 = fsub float %5, %9
  %11 = tail call float @llvm.fmuladd.f32(float %10, float 0x3EF00A5940000000, float 0x3F24440200000000)
  %12 = tail call float @llvm.fmuladd.f32(float %11, float %10, float 0x3F55D879E0000000)
  %13 = tail call float @llvm.fmuladd.f32(float %12, float %10, float 0x3F83B2A1C0000000)
  %14 = tail call float @llvm.fmuladd.f32(float %13, float %10, float 0x3FAC6B08E0000000)
  %15 = tail call float @llvm.fmuladd.f32(float %14, float %10, float 0x3FCEBFBE00000000)
  %16 = fmul float %10, 0x3FE62E4300000000
  %17 = fneg float %16
  %18 = tail call float @llvm.fma.f32(float %10, float 0x3FE62E4300000000, float %17)
  %19 = tail call float @llvm.fmuladd.f32(float %10, float 0xBE205C5EA0000000, float %18)
  %20 = fmul float %10, %10
  %21 = tail call float @llvm.fmuladd.f32(float %15, float %20, float %19)
  %22 = fadd float %16, %21
  %23 = fadd float %22, 1.000000e+00
  %24 = ashr i32 %8, 1
  %25 = shl i32 %24, 23
  %26 = add i32 %25, 1065353216
  %27 = bitcast i32 %26 to float
  %28 = fmul float %23, %27
  %29 = sub i32 %7, %24
  %30 = shl i32 %29, 23
  %31 = add i32 %30, 1065353216
  %32 = bitcast i32 %31 to float
  %33 = fmul float %28, %32
  ret float %33
}
define internal float @scale_logf(float noundef %0) alwaysinline nounwind {
  %2 = fcmp olt float %0, 0x3810000000000000
  %3 = select i1 %2, float 0x4160000000000000, float 1.000000e+00
  %4 = select i1 %2, float -2.300000e+01, float 0.000000e+00
  %5 = fmul float %0, %3
  %6 = bitcast float %5 to i32
  %7 = add nsw i32 %6, -1060439283
  %8 = ashr i32 %7, 23
  %9 = sitofp i32 %8 to float
  %10 = fadd float %4, %9
  %11 = and i32 %7, 8388607
  %12 = add nuw nsw i32 %11, 1060439283
  %13 = bitcast i32 %12 to float
  %14 = fadd float %13, -1.000000e+00
  %15 = tail call float @llvm.fmuladd.f32(float %14, float 0xBFAFC06E20000000, float 0x3FBAF581E0000000)
  %16 = tail call float @llvm.fmuladd.f32(float %15, float %14, float 0xBFBB4116A0000000)
  %17 = tail call float @llvm.fmuladd.f32(float %16, float %14, float 0x3FBC41B8C0000000)
  %18 = tail call float @llvm.fmuladd.f32(float %17, float %14, float 0xBFBFDFB820000000)
  %19 = tail call float @llvm.fmuladd.f32(float %18, float %14, float 0x3FC2496880000000)
  %20 = tail call float @llvm.fmuladd.f32(float %19, float %14, float 0xBFC555C540000000)
  %21 = tail call float @llvm.fmuladd.f32(float %20, float %14, float 0x3FC9999A80000000)
  %22 = tail call float @llvm.fmuladd.f32(float %21, float %14, float 0xBFCFFFFF20000000)
  %23 = tail call float @llvm.fmuladd.f32(float %22, float %14, float 0x3FD5555560000000)
  %24 = fmul float %14, %14
  %25 = fmul float %14, %23
  %26 = fmul float %10, 0x3EB7F7D1C0000000
  %27 = tail call float @llvm.fmuladd.f32(float %25, float %24, float %26)
  %28 = tail call float @llvm.fmuladd.f32(float %24, float -5.000000e-01, float %27)
  %29 = fadd float %14, %28
  %30 = tail call float @llvm.fmuladd.f32(float %10, float 0x3FE62E4000000000, float %29)
  %31 = fcmp ogt float %0, 0x47EFFFFFE0000000
  %32 = select i1 %31, float %0, float %30
  %33 = fcmp oeq float %0, 0.000000e+00
  %34 = select i1 %33, float 0xFFF0000000000000, float %32
  %35 = fcmp oge float %0, 0.000000e+00
  %36 = select i1 %35, float %34, float 0x7FF8000000000000
  ret float %36
}
define internal float @scale_log2f(float noundef %0) alwaysinline nounwind {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fpext float %2 to double
  %4 = bitcast double %3 to i64
  %5 = add nsw i64 %4, -4604544271217802189
  %6 = and i64 %5, -4503599627370496
  %7 = sub nsw i64 %4, %6
  %8 = bitcast i64 %7 to double
  %9 = lshr i64 %5, 52
  %10 = or disjoint i64 %9, 4841369599423283200
  %11 = bitcast i64 %10 to double
  %12 = fadd double %11, 0xC330000000000000
  %13 = fcmp ogt double %12, 2.047000e+03
  %14 = fadd double %12, -4.096000e+03
  %15 = select i1 %13, double %14, double %12
  %16 = fadd double %8, -1.000000e+00
  %17 = fadd double %8, 1.000000e+00
  %18 = fdiv double %16, %17
  %19 = fmul double %18, %18
  %20 = tail call double @llvm.fmuladd.f64(double %19, double 0x3FCEB1D614BB40E9, double 0x3FD0BFD18DD072B1)
  %21 = tail call double @llvm.fmuladd.f64(double %20, double %19, double 0x3FD484D7F8818641)
  %22 = tail call double @llvm.fmuladd.f64(double %21, double %19, double 0x3FDA6175E5CEBAF5)
  %23 = tail call double @llvm.fmuladd.f64(double %22, double %19, double 0x3FE2776C5105D474)
  %24 = tail call double @llvm.fmuladd.f64(double %23, double %19, double 0x3FEEC709DC3A01AA)
  %25 = tail call double @llvm.fmuladd.f64(double %24, double %19, double 0x40071547652B82FE)
  %26 = tail call double @llvm.fmuladd.f64(double %18, double %25, double %15)
  %27 = fptrunc double %26 to float
  %28 = fcmp ogt float %0, 0x47EFFFFFE0000000
  %29 = select i1 %28, float %0, float %27
  %30 = fcmp oeq float %0, 0.000000e+00
  %31 = select i1 %30, float 0xFFF0000000000000, float %29
  %32 = fcmp oge float %0, 0.000000e+00
  %33 = select i1 %32, float %31, float 0x7FF8000000000000
  ret float %33
}
define internal float @scale_log10f(float noundef %0) alwaysinline nounwind {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fpext float %2 to double
  %4 = bitcast double %3 to i64
  %5 = add nsw i64 %4, -4604544271217802189
  %6 = and i64 %5, -4503599627370496
  %7 = sub nsw i64 %4, %6
  %8 = bitcast i64 %7 to double
  %9 = lshr i64 %5, 52
  %10 = or disjoint i64 %9, 4841369599423283200
  %11 = bitcast i64 %10 to double
  %12 = fadd double %11, 0xC330000000000000
  %13 = fcmp ogt double %12, 2.047000e+03
  %14 = fadd double %12, -4.096000e+03
  %15 = select i1 %13, double %14, double %12
  %16 = fadd double %8, -1.000000e+00
  %17 = fadd double %8, 1.000000e+00
  %18 = fdiv double %16, %17
  %19 = fmul double %18, %18
  %20 = tail call double @llvm.fmuladd.f64(double %19, double 0x3FCEB1D614BB40E9, double 0x3FD0BFD18DD072B1)
  %21 = tail call double @llvm.fmuladd.f64(double %20, double %19, double 0x3FD484D7F8818641)
  %22 = tail call double @llvm.fmuladd.f64(double %21, double %19, double 0x3FDA6175E5CEBAF5)
  %23 = tail call double @llvm.fmuladd.f64(double %22, double %19, double 0x3FE2776C5105D474)
  %24 = tail call double @llvm.fmuladd.f64(double %23, double %19, double 0x3FEEC709DC3A01AA)
  %25 = tail call double @llvm.fmuladd.f64(double %24, double %19, double 0x40071547652B82FE)
  %26 = tail call double @llvm.fmuladd.f64(double %18, double %25, double %15)
  %27 = fmul double %26, 0x3FD34413509F79FF
  %28 = fptrunc double %27 to float
  %29 = fcmp ogt float %0, 0x47EFFFFFE0000000
  %30 = select i1 %29, float %0, float %28
  %31 = fcmp oeq float %0, 0.000000e+00
  %32 = select i1 %31, float 0xFFF0000000000000, float %30
  %33 = fcmp oge float %0, 0.000000e+00
  %34 = select i1 %33, float %32, float 0x7FF8000000000000
  ret float %34
}
define internal float @scale_powf(float noundef %0, float noundef %1) alwaysinline nounwind {
  %3 = tail call float @llvm.fabs.f32(float %1)
  %4 = tail call float @llvm.trunc.f32(float %1)
  %5 = fcmp une float %1, %4
  br i1 %5, label %12, label %6
6:                                                ; preds = %2
  %7 = fmul float %1, 5.000000e-01
  %8 = tail call float @llvm.trunc.f32(float %7)
  %9 = fcmp une float %7, %8
  br i1 %9, label %10, label %12
10:                                               ; preds = %6
  %11 = fcmp one float %3, 0x7FF0000000000000
  br label %12
12:                                               ; preds = %10, %6, %2
  %13 = phi i1 [ false, %6 ], [ false, %2 ], [ %11, %10 ]
  %14 = tail call float @llvm.fabs.f32(float %0)
  %15 = fcmp oeq float %14, 0x7FF0000000000000
  %16 = fcmp oeq float %0, 0.000000e+00
  %17 = fpext float %14 to double
  %18 = bitcast double %17 to i64
  %19 = add nsw i64 %18, -4604544271217802189
  %20 = and i64 %19, -4503599627370496
  %21 = sub nsw i64 %18, %20
  %22 = bitcast i64 %21 to double
  %23 = fadd double %22, -1.000000e+00
  %24 = fadd double %22, 1.000000e+00
  %25 = fdiv double %23, %24
  %26 = fmul double %25, %25
  %27 = tail call double @llvm.fmuladd.f64(double %26, double 0x3FCEB1D614BB40E9, double 0x3FD0BFD18DD072B1)
  %28 = tail call double @llvm.fmuladd.f64(double %27, double %26, double 0x3FD484D7F8818641)
  %29 = tail call double @llvm.fmuladd.f64(double %28, double %26, double 0x3FDA6175E5CEBAF5)
  %30 = tail call double @llvm.fmuladd.f64(double %29, double %26, double 0x3FE2776C5105D474)
  %31 = tail call double @llvm.fmuladd.f64(double %30, double %26, double 0x3FEEC709DC3A01AA)
  %32 = tail call double @llvm.fmuladd.f64(double %31, double %26, double 0x40071547652B82FE)
  %33 = lshr i64 %19, 52
  %34 = or disjoint i64 %33, 4841369599423283200
  %35 = bitcast i64 %34 to double
  %36 = fadd double %35, 0xC330000000000000
  %37 = fcmp ogt double %36, 2.047000e+03
  %38 = fadd double %36, -4.096000e+03
  %39 = select i1 %37, double %38, double %36
  %40 = tail call double @llvm.fmuladd.f64(double %25, double %32, double %39)
  %41 = select i1 %16, double 0xFFF0000000000000, double %40
  %42 = select i1 %15, double 0x7FF0000000000000, double %41
  %43 = fpext float %1 to double
  %44 = fmul double %42, %43
  %45 = fcmp ogt double %44, 3.000000e+02
  %46 = select i1 %45, double 3.000000e+02, double %44
  %47 = fcmp olt double %46, -3.000000e+02
  %48 = select i1 %47, double -3.000000e+02, double %46
  %49 = fadd double %48, 0x4338000000000000
  %50 = fadd double %49, 0xC338000000000000
  %51 = fsub double %48, %50
  %52 = tail call double @llvm.fmuladd.f64(double %51, double 0x3EF00A594FD058BA, double 0x3F244401FAE30EFE)
  %53 = tail call double @llvm.fmuladd.f64(double %52, double %51, double 0x3F55D879E9962406)
  %54 = tail call double @llvm.fmuladd.f64(double %53, double %51, double 0x3F83B2A1B516CA7F)
  %55 = tail call double @llvm.fmuladd.f64(double %54, double %51, double 0x3FAC6B08D884527E)
  %56 = tail call double @llvm.fmuladd.f64(double %55, double %51, double 0x3FCEBFBE0460CC0B)
  %57 = tail call double @llvm.fmuladd.f64(double %56, double %51, double 0x3FE62E42FEFA39EF)
  %58 = tail call double @llvm.fmuladd.f64(double %57, double %51, double 1.000000e+00)
  %59 = bitcast double %49 to i64
  %60 = shl i64 %59, 52
  %61 = add i64 %60, 4607182418800017408
  %62 = bitcast i64 %61 to double
  %63 = fmul double %58, %62
  %64 = fptrunc double %63 to float
  %65 = bitcast float %0 to i32
  %66 = icmp slt i32 %65, 0
  %67 = and i1 %66, %13
  %68 = fneg float %64
  %69 = select i1 %67, float %68, float %64
  %70 = tail call i1 @llvm.is.fpclass.f32(float %0, i32 408)
  %71 = and i1 %70, %66
  %72 = and i1 %71, %5
  %73 = select i1 %72, float 0x7FF8000000000000, float %69
  %74 = fcmp oeq float %14, 1.000000e+00
  %75 = fcmp oeq float %3, 0x7FF0000000000000
  %76 = and i1 %74, %75
  %77 = select i1 %76, float 1.000000e+00, float %73
  %78 = fcmp uno float %0, %1
  %79 = select i1 %78, float 0x7FF8000000000000, float %77
  %80 = fcmp oeq float %0, 1.000000e+00
  %81 = fcmp oeq float %1, 0.000000e+00
  %82 = or i1 %80, %81
  %83 = select i1 %82, float 1.000000e+00, float %79
  ret float %83
}
declare float @llvm.fabs.f32(float)
declare float @llvm.trunc.f32(float)
define internal float @scale_fast_sinf(float noundef %0) alwaysinline nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.fmuladd.f64(double %2, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %4 = fadd double %3, 0xC338000000000000
  %5 = bitcast double %3 to i64
  %6 = fneg double %4
  %7 = tail call double @llvm.fmuladd.f64(double %6, double 0x3FF921FB54400000, double %2)
  %8 = tail call double @llvm.fmuladd.f64(double %6, double 0x3DD0B4611A626331, double %7)
  %9 = fmul double %8, %8
  %10 = tail call double @llvm.fmuladd.f64(double %9, double 0x3EC6DB3872F5E48B, double 0xBF2A0138702EF739)
  %11 = tail call double @llvm.fmuladd.f64(double %10, double %9, double 0x3F811110DD6F24B2)
  %12 = tail call double @llvm.fmuladd.f64(double %11, double %9, double 0xBFC5555555454057)
  %13 = fmul double %9, %12
  %14 = tail call double @llvm.fmuladd.f64(double %13, double %8, double %8)
  %15 = tail call double @llvm.fmuladd.f64(double %9, double 0xBE9251D4AA551446, double 0x3EFA015AEBF2D52D)
  %16 = tail call double @llvm.fmuladd.f64(double %15, double %9, double 0xBF56C16BF44B915C)
  %17 = tail call double @llvm.fmuladd.f64(double %16, double %9, double 0x3FA55555554FF770)
  %18 = fmul double %9, %9
  %19 = tail call double @llvm.fmuladd.f64(double %9, double -5.000000e-01, double 1.000000e+00)
  %20 = tail call double @llvm.fmuladd.f64(double %17, double %18, double %19)
  %21 = and i64 %5, 1
  %22 = icmp eq i64 %21, 0
  %23 = select i1 %22, double %14, double %20
  %24 = and i64 %5, 2
  %25 = icmp eq i64 %24, 0
  %26 = fneg double %23
  %27 = select i1 %25, double %23, double %26
  %28 = fptrunc double %27 to float
  ret float %28
}
define internal float @scale_fast_cosf(float noundef %0) alwaysinline nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.fmuladd.f64(double %2, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %4 = fadd double %3, 0xC338000000000000
  %5 = bitcast double %3 to i64
  %6 = add nsw i64 %5, 1
  %7 = fneg double %4
  %8 = tail call double @llvm.fmuladd.f64(double %7, double 0x3FF921FB54400000, double %2)
  %9 = tail call double @llvm.fmuladd.f64(double %7, double 0x3DD0B4611A626331, double %8)
  %10 = fmul double %9, %9
  %11 = tail call double @llvm.fmuladd.f64(double %10, double 0x3EC6DB3872F5E48B, double 0xBF2A0138702EF739)
  %12 = tail call double @llvm.fmuladd.f64(double %11, double %10, double 0x3F811110DD6F24B2)
  %13 = tail call double @llvm.fmuladd.f64(double %12, double %10, double 0xBFC5555555454057)
  %14 = fmul double %10, %13
  %15 = tail call double @llvm.fmuladd.f64(double %14, double %9, double %9)
  %16 = tail call double @llvm.fmuladd.f64(double %10, double 0xBE9251D4AA551446, double 0x3EFA015AEBF2D52D)
  %17 = tail call double @llvm.fmuladd.f64(double %16, double %10, double 0xBF56C16BF44B915C)
  %18 = tail call double @llvm.fmuladd.f64(double %17, double %10, double 0x3FA55555554FF770)
  %19 = fmul double %10, %10
  %20 = tail call double @llvm.fmuladd.f64(double %10, double -5.000000e-01, double 1.000000e+00)
  %21 = tail call double @llvm.fmuladd.f64(double %18, double %19, double %20)
  %22 = and i64 %5, 1
  %23 = icmp eq i64 %22, 0
  %24 = select i1 %23, double %21, double %15
  %25 = and i64 %6, 2
  %26 = icmp eq i64 %25, 0
  %27 = fneg double %24
  %28 = select i1 %26, double %24, double %27
  %29 = fptrunc double %28 to float
  ret float %29
}
define internal float @scale_fast_tanf(float noundef %0) alwaysinline nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.fmuladd.f64(double %2, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %4 = fadd double %3, 0xC338000000000000
  %5 = bitcast double %3 to i64
  %6 = fneg double %4
  %7 = tail call double @llvm.fmuladd.f64(double %6, double 0x3FF921FB54400000, double %2)
  %8 = tail call double @llvm.fmuladd.f64(double %6, double 0x3DD0B4611A626331, double %7)
  %9 = fmul double %8, %8
  %10 = tail call double @llvm.fmuladd.f64(double %9, double 0x3EC6DB3872F5E48B, double 0xBF2A0138702EF739)
  %11 = tail call double @llvm.fmuladd.f64(double %10, double %9, double 0x3F811110DD6F24B2)
  %12 = tail call double @llvm.fmuladd.f64(double %11, double %9, double 0xBFC5555555454057)
  %13 = fmul double %9, %12
  %14 = tail call double @llvm.fmuladd.f64(double %13, double %8, double %8)
  %15 = tail call double @llvm.fmuladd.f64(double %9, double 0xBE9251D4AA551446, double 0x3EFA015AEBF2D52D)
  %16 = tail call double @llvm.fmuladd.f64(double %15, double %9, double 0xBF56C16BF44B915C)
  %17 = tail call double @llvm.fmuladd.f64(double %16, double %9, double 0x3FA55555554FF770)
  %18 = fmul double %9, %9
  %19 = tail call double @llvm.fmuladd.f64(double %9, double -5.000000e-01, double 1.000000e+00)
  %20 = tail call double @llvm.fmuladd.f64(double %17, double %18, double %19)
  %21 = and i64 %5, 1
  %22 = icmp eq i64 %21, 0
  %23 = select i1 %22, double %14, double %20
  %24 = and i64 %5, 2
  %25 = icmp eq i64 %24, 0
  %26 = fneg double %23
  %27 = select i1 %25, double %23, double %26
  %28 = fptrunc double %27 to float
  %29 = add nsw i64 %5, 1
  %30 = and i64 %5, 1
  %31 = icmp eq i64 %30, 0
  %32 = select i1 %31, double %20, double %14
  %33 = and i64 %29, 2
  %34 = icmp eq i64 %33, 0
  %35 = fneg double %32
  %36 = select i1 %34, double %32, double %35
  %37 = fptrunc double %36 to float
  %38 = fdiv float %28, %37
  ret float %38
}
define internal void @scale_fast_sincosf(float noundef %0, ptr noundef writeonly captures(none) initializes((0, 4)) %1, ptr noundef writeonly captures(none) initializes((0, 4)) %2) alwaysinline nounwind {
  %4 = fpext float %0 to double
  %5 = tail call double @llvm.fmuladd.f64(double %4, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %6 = fadd double %5, 0xC338000000000000
  %7 = bitcast double %5 to i64
  %8 = fneg double %6
  %9 = tail call double @llvm.fmuladd.f64(double %8, double 0x3FF921FB54400000, double %4)
  %10 = tail call double @llvm.fmuladd.f64(double %8, double 0x3DD0B4611A626331, double %9)
  %11 = fmul double %10, %10
  %12 = tail call double @llvm.fmuladd.f64(double %11, double 0x3EC6DB3872F5E48B, double 0xBF2A0138702EF739)
  %13 = tail call double @llvm.fmuladd.f64(double %12, double %11, double 0x3F811110DD6F24B2)
  %14 = tail call double @llvm.fmuladd.f64(double %13, double %11, double 0xBFC5555555454057)
  %15 = fmul double %11, %14
  %16 = tail call double @llvm.fmuladd.f64(double %15, double %10, double %10)
  %17 = tail call double @llvm.fmuladd.f64(double %11, double 0xBE9251D4AA551446, double 0x3EFA015AEBF2D52D)
  %18 = tail call double @llvm.fmuladd.f64(double %17, double %11, double 0xBF56C16BF44B915C)
  %19 = tail call double @llvm.fmuladd.f64(double %18, double %11, double 0x3FA55555554FF770)
  %20 = fmul double %11, %11
  %21 = tail call double @llvm.fmuladd.f64(double %11, double -5.000000e-01, double 1.000000e+00)
  %22 = tail call double @llvm.fmuladd.f64(double %19, double %20, double %21)
  %23 = and i64 %7, 1
  %24 = icmp eq i64 %23, 0
  %25 = select i1 %24, double %16, double %22
  %26 = and i64 %7, 2
  %27 = icmp eq i64 %26, 0
  %28 = fneg double %25
  %29 = select i1 %27, double %25, double %28
  %30 = fptrunc double %29 to float
  store float %30, ptr %1, align 4
  %31 = add nsw i64 %7, 1
  %32 = and i64 %7, 1
  %33 = icmp eq i64 %32, 0
  %34 = select i1 %33, double %22, double %16
  %35 = and i64 %31, 2
  %36 = icmp eq i64 %35, 0
  %37 = fneg double %34
  %38 = select i1 %36, double %34, double %37
  %39 = fptrunc double %38 to float
  store float %39, ptr %2, align 4
  ret void
}
define internal float @scale_sinf(float noundef %0) alwaysinline nounwind {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fcmp olt float %2, 1.000000e+08
  br i1 %3, label %4, label %34
4:                                                ; preds = %1
  %5 = fcmp oeq float %0, 0.000000e+00
  br i1 %5, label %36, label %6
6:                                                ; preds = %4
  %7 = fpext float %0 to double
  %8 = tail call double @llvm.fmuladd.f64(double %7, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %9 = fadd double %8, 0xC338000000000000
  %10 = bitcast double %8 to i64
  %11 = fneg double %9
  %12 = tail call double @llvm.fmuladd.f64(double %11, double 0x3FF921FB54400000, double %7)
  %13 = tail call double @llvm.fmuladd.f64(double %11, double 0x3DD0B4611A626331, double %12)
  %14 = fmul double %13, %13
  %15 = tail call double @llvm.fmuladd.f64(double %14, double 0x3EC6DB3872F5E48B, double 0xBF2A0138702EF739)
  %16 = tail call double @llvm.fmuladd.f64(double %15, double %14, double 0x3F811110DD6F24B2)
  %17 = tail call double @llvm.fmuladd.f64(double %16, double %14, double 0xBFC5555555454057)
  %18 = fmul double %14, %17
  %19 = tail call double @llvm.fmuladd.f64(double %18, double %13, double %13)
  %20 = tail call double @llvm.fmuladd.f64(double %14, double 0xBE9251D4AA551446, double 0x3EFA015AEBF2D52D)
  %21 = tail call double @llvm.fmuladd.f64(double %20, double %14, double 0xBF56C16BF44B915C)
  %22 = tail call double @llvm.fmuladd.f64(double %21, double %14, double 0x3FA55555554FF770)
  %23 = fmul double %14, %14
  %24 = tail call double @llvm.fmuladd.f64(double %14, double -5.000000e-01, double 1.000000e+00)
  %25 = tail call double @llvm.fmuladd.f64(double %22, double %23, double %24)
  %26 = and i64 %10, 1
  %27 = icmp eq i64 %26, 0
  %28 = select i1 %27, double %19, double %25
  %29 = and i64 %10, 2
  %30 = icmp eq i64 %29, 0
  %31 = fneg double %28
  %32 = select i1 %30, double %28, double %31
  %33 = fptrunc double %32 to float
  br label %36
34:                                               ; preds = %1
  %35 = tail call float @sinf(float noundef %0)
  br label %36
36:                                               ; preds = %4, %6, %34
  %37 = phi float [ %35, %34 ], [ %33, %6 ], [ %0, %4 ]
  ret float %37
}
declare float @sinf(float noundef)
define internal float @scale_cosf(float noundef %0) alwaysinline nounwind {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fcmp olt float %2, 1.000000e+08
  br i1 %3, label %4, label %33
4:                                                ; preds = %1
  %5 = fpext float %0 to double
  %6 = tail call double @llvm.fmuladd.f64(double %5, double 0x3FE45F306DC9C883, double 0x4338000000000000)
  %7 = fadd double %6, 0xC338000000000000
  %8 = bitcast double %6 to i64
  %9 = add nsw i64 %8, 1
  %10 = fneg double %7
  %11 = tail call double @llvm.fmuladd.f64(double %10, double 0x3FF921FB54400000, double %5)
  %12 = tail call double @llvm.fmuladd.f64(double %10, double 0x3DD0B4611A626331, double %11)
  %13 = fmul double %12, %12
  %14 = tail call double @llvm.fmuladd.f64(double %13, double 0x3EC6DB3872F5E48B, double 0xBF2A0138702EF739)
  %15 = tail call double @llvm.fmuladd.f64(double %14, double %13, double 0x3F811110DD6F24B2)
  %16 = tail call double @llvm.fmuladd.f64(double %15, double %13, double 0xBFC5555555454057)
  %17 = fmul double %13, %16
  %18 = tail call double @llvm.fmuladd.f64(double %17, double %12, double %12)
  %19 = tail call double @llvm.fmuladd.f64(double %13, double 0xBE9251D4AA551446, double 0x3EFA015AEBF2D52D)
  %20 = tail call double @llvm.fmuladd.f64(double %19, double %13, double 0xBF56C16BF44B915C)
  %21 = tail call double @llvm.fmuladd.f64(double %20, double %13, double 0x3FA55555554FF770)
  %22 = fmul double %13, %13
  %23 = tail call double @llvm.fmuladd.f64(double %13, double -5.000000e-01, double 1.000000e+00)
  %24 = tail call double @llvm.fmuladd.f64(double %21, double %22, double %23)
  %25 = and i64 %8, 1
  %26 = icmp eq i64 %25, 0
  %27 = select i1 %26, double %24, double %18
  %28 = and i64 %9, 2
  %29 = icmp eq i64 %28, 0
  %30 = fneg double %27
  %31 = select i1 %29, double %27, double %30
  %32 = fptrunc double %31 to float
  br label %35
33:                                               ; preds = %1
  %34 = tail call float @cosf(float noundef %0)
  br label %35
35:                                               ; preds = %33, %4
  %36 = phi float [ %32, %4 ], [ %34, %33 ]
  ret float %36
}
declare float @cosf(float noundef)
define internal float @scale_tanhf(float noundef %0) alwaysinline nounwind {
  %2 = tail call float @llvm.fabs.f32(float %0)
  %3 = fcmp ogt float %2, 1.200000e+01
  %4 = select i1 %3, float 1.200000e+01, float %2
  %5 = fmul float %4, 2.000000e+00
  %6 = fcmp ogt float %5, 9.000000e+01
  %7 = select i1 %6, float 9.000000e+01, float %5
  %8 = tail call float @llvm.fmuladd.f32(float %7, float 0x3FF7154760000000, float 0x4168000000000000)
  %9 = bitcast float %8 to i32
  %10 = add nsw i32 %9, -1262485504
  %11 = fadd float %8, 0xC168000000000000
  %12 = tail call float @llvm.fma.f32(float %11, float 0xBFE62E4000000000, float %7)
  %13 = fneg float %11
  %14 = tail call float @llvm.fmuladd.f32(float %13, float 0x3EB7F7D1C0000000, float %12)
  %15 = tail call float @llvm.fmuladd.f32(float %14, float 0x3F2A1256C0000000, float 0x3F56D43B00000000)
  %16 = tail call float @llvm.fmuladd.f32(float %15, float %14, float 0x3F81110E00000000)
  %17 = tail call float @llvm.fmuladd.f32(float %16, float %14, float 0x3FA5554E80000000)
  %18 = tail call float @llvm.fmuladd.f32(float %17, float %14, float 0x3FC5555560000000)
  %19 = tail call float @llvm.fmuladd.f32(float %18, float %14, float 5.000000e-01)
  %20 = fmul float %14, %14
  %21 = tail call float @llvm.fmuladd.f32(float %19, float %20, float %14)
  %22 = fadd float %21, 1.000000e+00
  %23 = ashr i32 %10, 1
  %24 = shl i32 %23, 23
  %25 = add i32 %24, 1065353216
  %26 = bitcast i32 %25 to float
  %27 = fmul float %22, %26
  %28 = sub i32 %9, %23
  %29 = shl i32 %28, 23
  %30 = add i32 %29, 1065353216
  %31 = bitcast i32 %30 to float
  %32 = fmul float %27, %31
  %33 = fadd float %32, 1.000000e+00
  %34 = fdiv float 2.000000e+00, %33
  %35 = fsub float 1.000000e+00, %34
  %36 = fcmp oeq float %0, 0.000000e+00
  br i1 %36, label %50, label %37
37:                                               ; preds = %1
  %38 = fmul float %0, %0
  %39 = tail call float @llvm.fmuladd.f32(float %38, float 0xBF7B135380000000, float 0x3F95D220E0000000)
  %40 = tail call float @llvm.fmuladd.f32(float %39, float %38, float 0xBFAB9A0440000000)
  %41 = tail call float @llvm.fmuladd.f32(float %40, float %38, float 0x3FC110FEA0000000)
  %42 = tail call float @llvm.fmuladd.f32(float %41, float %38, float 0xBFD5555540000000)
  %43 = fmul float %38, %42
  %44 = tail call float @llvm.fmuladd.f32(float %43, float %0, float %0)
  %45 = fcmp olt float %2, 0x3FE19999A0000000
  br i1 %45, label %50, label %46
46:                                               ; preds = %37
  %47 = fcmp uno float %0, 0.000000e+00
  %48 = select i1 %47, float %2, float %35
  %49 = tail call float @llvm.copysign.f32(float %48, float %0)
  br label %50
50:                                               ; preds = %37, %1, %46
  %51 = phi float [ %49, %46 ], [ %0, %1 ], [ %44, %37 ]
  ret float %51
}
declare float @llvm.copysign.f32(float, float)
define internal i32 @scale_byte_perm(i32 noundef %0, i32 noundef %1, i32 noundef %2) alwaysinline nounwind {
  %4 = zext i32 %1 to i64
  %5 = shl nuw i64 %4, 32
  %6 = zext i32 %0 to i64
  %7 = or disjoint i64 %5, %6
  br label %9
8:                                                ; preds = %9
  ret i32 %28
9:                                                ; preds = %3, %9
  %10 = phi i32 [ 0, %3 ], [ %28, %9 ]
  %11 = phi i32 [ 0, %3 ], [ %29, %9 ]
  %12 = shl nuw nsw i32 %11, 2
  %13 = lshr i32 %2, %12
  %14 = shl i32 %13, 3
  %15 = and i32 %14, 56
  %16 = zext nneg i32 %15 to i64
  %17 = lshr i64 %7, %16
  %18 = trunc i64 %17 to i32
  %19 = and i32 %18, 255
  %20 = and i32 %13, 8
  %21 = icmp eq i32 %20, 0
  %22 = and i32 %18, 128
  %23 = icmp eq i32 %22, 0
  %24 = select i1 %23, i32 0, i32 255
  %25 = select i1 %21, i32 %19, i32 %24
  %26 = shl nuw nsw i32 %11, 3
  %27 = shl nuw i32 %25, %26
  %28 = or i32 %27, %10
  %29 = add nuw nsw i32 %11, 1
  %30 = icmp eq i32 %29, 4
  br i1 %30, label %8, label %9
}
define internal i32 @scale_fns(i32 noundef %0, i32 noundef %1, i32 noundef %2) alwaysinline nounwind {
  %4 = icmp eq i32 %2, 0
  br i1 %4, label %5, label %11
5:                                                ; preds = %3
  %6 = and i32 %1, 31
  %7 = shl nuw i32 1, %6
  %8 = and i32 %7, %0
  %9 = icmp eq i32 %8, 0
  %10 = select i1 %9, i32 -1, i32 %1
  br label %30
11:                                               ; preds = %3
  %12 = icmp slt i32 %2, 1
  %13 = select i1 %12, i32 -1, i32 1
  %14 = icmp ugt i32 %1, 31
  br i1 %14, label %30, label %15
15:                                               ; preds = %11
  %16 = tail call i32 @llvm.abs.i32(i32 %2, i1 true)
  br label %17
17:                                               ; preds = %15, %26
  %18 = phi i32 [ %28, %26 ], [ %1, %15 ]
  %19 = phi i32 [ %27, %26 ], [ %16, %15 ]
  %20 = shl nuw i32 1, %18
  %21 = and i32 %20, %0
  %22 = icmp eq i32 %21, 0
  br i1 %22, label %26, label %23
23:                                               ; preds = %17
  %24 = add nsw i32 %19, -1
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %30, label %26
26:                                               ; preds = %17, %23
  %27 = phi i32 [ %24, %23 ], [ %19, %17 ]
  %28 = add nsw i32 %18, %13
  %29 = icmp ugt i32 %28, 31
  br i1 %29, label %30, label %17
30:                                               ; preds = %23, %26, %11, %5
  %31 = phi i32 [ %10, %5 ], [ -1, %11 ], [ -1, %26 ], [ %18, %23 ]
  ret i32 %31
}
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare i32 @llvm.abs.i32(i32, i1 immarg)
define internal double @scale_exp2(double noundef %0) nounwind {
  %2 = tail call double @exp2(double noundef %0)
  ret double %2
}
declare double @exp2(double noundef)
define internal double @scale_log2(double noundef %0) nounwind {
  %2 = tail call double @log2(double noundef %0)
  ret double %2
}
declare double @log2(double noundef)
define internal double @scale_sinpi(double noundef %0) nounwind {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp ueq double %2, 0x7FF0000000000000
  br i1 %3, label %4, label %6
4:                                                ; preds = %1
  %5 = fsub double %0, %0
  br label %38
6:                                                ; preds = %1
  %7 = fmul double %0, 5.000000e-01
  %8 = tail call double @llvm.trunc.f64(double %7)
  %9 = tail call double @llvm.fmuladd.f64(double %8, double -2.000000e+00, double %0)
  %10 = fmul double %9, 2.000000e+00
  %11 = tail call double @llvm.rint.f64(double %10)
  %12 = tail call double @llvm.fmuladd.f64(double %11, double -5.000000e-01, double %9)
  %13 = fmul double %12, 0x400921FB54442D18
  %14 = fneg double %13
  %15 = tail call double @fma(double noundef %12, double noundef 0x400921FB54442D18, double noundef %14)
  %16 = tail call double @llvm.fmuladd.f64(double %12, double 0x3CA1A62633145C07, double %15)
  %17 = fptosi double %11 to i32
  %18 = fcmp oeq double %12, 0.000000e+00
  %19 = and i32 %17, 1
  %20 = icmp eq i32 %19, 0
  %21 = select i1 %18, i1 %20, i1 false
  br i1 %21, label %22, label %24
22:                                               ; preds = %6
  %23 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %0)
  br label %38
24:                                               ; preds = %6
  br i1 %20, label %29, label %25
25:                                               ; preds = %24
  %26 = tail call double @cos(double noundef %13)
  %27 = fneg double %16
  %28 = tail call double @llvm.fmuladd.f64(double %27, double %13, double %26)
  br label %32
29:                                               ; preds = %24
  %30 = tail call double @sin(double noundef %13)
  %31 = fadd double %16, %30
  br label %32
32:                                               ; preds = %29, %25
  %33 = phi double [ %28, %25 ], [ %31, %29 ]
  %34 = and i32 %17, 2
  %35 = icmp eq i32 %34, 0
  %36 = fneg double %33
  %37 = select i1 %35, double %33, double %36
  br label %38
38:                                               ; preds = %4, %22, %32
  %39 = phi double [ %5, %4 ], [ %37, %32 ], [ %23, %22 ]
  ret double %39
}
define internal double @scale_cospi(double noundef %0) nounwind {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp ueq double %2, 0x7FF0000000000000
  br i1 %3, label %4, label %6
4:                                                ; preds = %1
  %5 = fsub double %0, %0
  br label %37
6:                                                ; preds = %1
  %7 = fmul double %0, 5.000000e-01
  %8 = tail call double @llvm.trunc.f64(double %7)
  %9 = tail call double @llvm.fmuladd.f64(double %8, double -2.000000e+00, double %0)
  %10 = fmul double %9, 2.000000e+00
  %11 = tail call double @llvm.rint.f64(double %10)
  %12 = tail call double @llvm.fmuladd.f64(double %11, double -5.000000e-01, double %9)
  %13 = fmul double %12, 0x400921FB54442D18
  %14 = fneg double %13
  %15 = tail call double @fma(double noundef %12, double noundef 0x400921FB54442D18, double noundef %14)
  %16 = tail call double @llvm.fmuladd.f64(double %12, double 0x3CA1A62633145C07, double %15)
  %17 = fptosi double %11 to i32
  %18 = add nsw i32 %17, 1
  %19 = fcmp oeq double %12, 0.000000e+00
  %20 = and i32 %17, 1
  %21 = icmp ne i32 %20, 0
  %22 = select i1 %19, i1 %21, i1 false
  br i1 %22, label %37, label %23
23:                                               ; preds = %6
  br i1 %21, label %28, label %24
24:                                               ; preds = %23
  %25 = tail call double @cos(double noundef %13)
  %26 = fneg double %16
  %27 = tail call double @llvm.fmuladd.f64(double %26, double %13, double %25)
  br label %31
28:                                               ; preds = %23
  %29 = tail call double @sin(double noundef %13)
  %30 = fadd double %16, %29
  br label %31
31:                                               ; preds = %28, %24
  %32 = phi double [ %27, %24 ], [ %30, %28 ]
  %33 = and i32 %18, 2
  %34 = icmp eq i32 %33, 0
  %35 = fneg double %32
  %36 = select i1 %34, double %32, double %35
  br label %37
37:                                               ; preds = %6, %4, %31
  %38 = phi double [ %5, %4 ], [ %36, %31 ], [ 0.000000e+00, %6 ]
  ret double %38
}
define internal float @scale_sinpif(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.fabs.f64(double %2)
  %4 = fcmp ueq double %3, 0x7FF0000000000000
  br i1 %4, label %5, label %7
5:                                                ; preds = %1
  %6 = fsub double %2, %2
  br label %39
7:                                                ; preds = %1
  %8 = fmul double %2, 5.000000e-01
  %9 = tail call double @llvm.trunc.f64(double %8)
  %10 = tail call double @llvm.fmuladd.f64(double %9, double -2.000000e+00, double %2)
  %11 = fmul double %10, 2.000000e+00
  %12 = tail call double @llvm.rint.f64(double %11)
  %13 = tail call double @llvm.fmuladd.f64(double %12, double -5.000000e-01, double %10)
  %14 = fmul double %13, 0x400921FB54442D18
  %15 = fneg double %14
  %16 = tail call double @fma(double noundef %13, double noundef 0x400921FB54442D18, double noundef %15)
  %17 = tail call double @llvm.fmuladd.f64(double %13, double 0x3CA1A62633145C07, double %16)
  %18 = fptosi double %12 to i32
  %19 = fcmp oeq double %13, 0.000000e+00
  %20 = and i32 %18, 1
  %21 = icmp eq i32 %20, 0
  %22 = select i1 %19, i1 %21, i1 false
  br i1 %22, label %23, label %25
23:                                               ; preds = %7
  %24 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %2)
  br label %39
25:                                               ; preds = %7
  br i1 %21, label %30, label %26
26:                                               ; preds = %25
  %27 = tail call double @cos(double noundef %14)
  %28 = fneg double %17
  %29 = tail call double @llvm.fmuladd.f64(double %28, double %14, double %27)
  br label %33
30:                                               ; preds = %25
  %31 = tail call double @sin(double noundef %14)
  %32 = fadd double %17, %31
  br label %33
33:                                               ; preds = %30, %26
  %34 = phi double [ %29, %26 ], [ %32, %30 ]
  %35 = and i32 %18, 2
  %36 = icmp eq i32 %35, 0
  %37 = fneg double %34
  %38 = select i1 %36, double %34, double %37
  br label %39
39:                                               ; preds = %5, %23, %33
  %40 = phi double [ %6, %5 ], [ %38, %33 ], [ %24, %23 ]
  %41 = fptrunc double %40 to float
  ret float %41
}
define internal float @scale_cospif(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.fabs.f64(double %2)
  %4 = fcmp ueq double %3, 0x7FF0000000000000
  br i1 %4, label %5, label %7
5:                                                ; preds = %1
  %6 = fsub double %2, %2
  br label %38
7:                                                ; preds = %1
  %8 = fmul double %2, 5.000000e-01
  %9 = tail call double @llvm.trunc.f64(double %8)
  %10 = tail call double @llvm.fmuladd.f64(double %9, double -2.000000e+00, double %2)
  %11 = fmul double %10, 2.000000e+00
  %12 = tail call double @llvm.rint.f64(double %11)
  %13 = tail call double @llvm.fmuladd.f64(double %12, double -5.000000e-01, double %10)
  %14 = fmul double %13, 0x400921FB54442D18
  %15 = fneg double %14
  %16 = tail call double @fma(double noundef %13, double noundef 0x400921FB54442D18, double noundef %15)
  %17 = tail call double @llvm.fmuladd.f64(double %13, double 0x3CA1A62633145C07, double %16)
  %18 = fptosi double %12 to i32
  %19 = add nsw i32 %18, 1
  %20 = fcmp oeq double %13, 0.000000e+00
  %21 = and i32 %18, 1
  %22 = icmp ne i32 %21, 0
  %23 = select i1 %20, i1 %22, i1 false
  br i1 %23, label %38, label %24
24:                                               ; preds = %7
  br i1 %22, label %29, label %25
25:                                               ; preds = %24
  %26 = tail call double @cos(double noundef %14)
  %27 = fneg double %17
  %28 = tail call double @llvm.fmuladd.f64(double %27, double %14, double %26)
  br label %32
29:                                               ; preds = %24
  %30 = tail call double @sin(double noundef %14)
  %31 = fadd double %17, %30
  br label %32
32:                                               ; preds = %29, %25
  %33 = phi double [ %28, %25 ], [ %31, %29 ]
  %34 = and i32 %19, 2
  %35 = icmp eq i32 %34, 0
  %36 = fneg double %33
  %37 = select i1 %35, double %33, double %36
  br label %38
38:                                               ; preds = %7, %5, %32
  %39 = phi double [ %6, %5 ], [ %37, %32 ], [ 0.000000e+00, %7 ]
  %40 = fptrunc double %39 to float
  ret float %40
}
define internal void @scale_sincospi(double noundef %0, ptr noundef writeonly captures(none) initializes((0, 8)) %1, ptr noundef writeonly captures(none) initializes((0, 8)) %2) nounwind {
  %4 = tail call double @llvm.fabs.f64(double %0)
  %5 = fcmp ueq double %4, 0x7FF0000000000000
  br i1 %5, label %6, label %8
6:                                                ; preds = %3
  %7 = fsub double %0, %0
  br label %40
8:                                                ; preds = %3
  %9 = fmul double %0, 5.000000e-01
  %10 = tail call double @llvm.trunc.f64(double %9)
  %11 = tail call double @llvm.fmuladd.f64(double %10, double -2.000000e+00, double %0)
  %12 = fmul double %11, 2.000000e+00
  %13 = tail call double @llvm.rint.f64(double %12)
  %14 = tail call double @llvm.fmuladd.f64(double %13, double -5.000000e-01, double %11)
  %15 = fmul double %14, 0x400921FB54442D18
  %16 = fneg double %15
  %17 = tail call double @fma(double noundef %14, double noundef 0x400921FB54442D18, double noundef %16)
  %18 = tail call double @llvm.fmuladd.f64(double %14, double 0x3CA1A62633145C07, double %17)
  %19 = fptosi double %13 to i32
  %20 = fcmp oeq double %14, 0.000000e+00
  %21 = and i32 %19, 1
  %22 = icmp eq i32 %21, 0
  %23 = select i1 %20, i1 %22, i1 false
  br i1 %23, label %24, label %26
24:                                               ; preds = %8
  %25 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %0)
  br label %40
26:                                               ; preds = %8
  br i1 %22, label %31, label %27
27:                                               ; preds = %26
  %28 = tail call double @cos(double noundef %15)
  %29 = fneg double %18
  %30 = tail call double @llvm.fmuladd.f64(double %29, double %15, double %28)
  br label %34
31:                                               ; preds = %26
  %32 = tail call double @sin(double noundef %15)
  %33 = fadd double %18, %32
  br label %34
34:                                               ; preds = %31, %27
  %35 = phi double [ %30, %27 ], [ %33, %31 ]
  %36 = and i32 %19, 2
  %37 = icmp eq i32 %36, 0
  %38 = fneg double %35
  %39 = select i1 %37, double %35, double %38
  br label %40
40:                                               ; preds = %6, %24, %34
  %41 = phi double [ %7, %6 ], [ %39, %34 ], [ %25, %24 ]
  store double %41, ptr %1, align 8
  br i1 %5, label %42, label %44
42:                                               ; preds = %40
  %43 = fsub double %0, %0
  br label %75
44:                                               ; preds = %40
  %45 = fmul double %0, 5.000000e-01
  %46 = tail call double @llvm.trunc.f64(double %45)
  %47 = tail call double @llvm.fmuladd.f64(double %46, double -2.000000e+00, double %0)
  %48 = fmul double %47, 2.000000e+00
  %49 = tail call double @llvm.rint.f64(double %48)
  %50 = tail call double @llvm.fmuladd.f64(double %49, double -5.000000e-01, double %47)
  %51 = fmul double %50, 0x400921FB54442D18
  %52 = fneg double %51
  %53 = tail call double @fma(double noundef %50, double noundef 0x400921FB54442D18, double noundef %52)
  %54 = tail call double @llvm.fmuladd.f64(double %50, double 0x3CA1A62633145C07, double %53)
  %55 = fptosi double %49 to i32
  %56 = add nsw i32 %55, 1
  %57 = fcmp oeq double %50, 0.000000e+00
  %58 = and i32 %55, 1
  %59 = icmp ne i32 %58, 0
  %60 = select i1 %57, i1 %59, i1 false
  br i1 %60, label %75, label %61
61:                                               ; preds = %44
  br i1 %59, label %66, label %62
62:                                               ; preds = %61
  %63 = tail call double @cos(double noundef %51)
  %64 = fneg double %54
  %65 = tail call double @llvm.fmuladd.f64(double %64, double %51, double %63)
  br label %69
66:                                               ; preds = %61
  %67 = tail call double @sin(double noundef %51)
  %68 = fadd double %54, %67
  br label %69
69:                                               ; preds = %66, %62
  %70 = phi double [ %65, %62 ], [ %68, %66 ]
  %71 = and i32 %56, 2
  %72 = icmp eq i32 %71, 0
  %73 = fneg double %70
  %74 = select i1 %72, double %70, double %73
  br label %75
75:                                               ; preds = %44, %42, %69
  %76 = phi double [ %43, %42 ], [ %74, %69 ], [ 0.000000e+00, %44 ]
  store double %76, ptr %2, align 8
  ret void
}
define internal void @scale_sincospif(float noundef %0, ptr noundef writeonly captures(none) initializes((0, 4)) %1, ptr noundef writeonly captures(none) initializes((0, 4)) %2) nounwind {
  %4 = fpext float %0 to double
  %5 = tail call double @llvm.fabs.f64(double %4)
  %6 = fcmp ueq double %5, 0x7FF0000000000000
  br i1 %6, label %7, label %9
7:                                                ; preds = %3
  %8 = fsub double %4, %4
  br label %41
9:                                                ; preds = %3
  %10 = fmul double %4, 5.000000e-01
  %11 = tail call double @llvm.trunc.f64(double %10)
  %12 = tail call double @llvm.fmuladd.f64(double %11, double -2.000000e+00, double %4)
  %13 = fmul double %12, 2.000000e+00
  %14 = tail call double @llvm.rint.f64(double %13)
  %15 = tail call double @llvm.fmuladd.f64(double %14, double -5.000000e-01, double %12)
  %16 = fmul double %15, 0x400921FB54442D18
  %17 = fneg double %16
  %18 = tail call double @fma(double noundef %15, double noundef 0x400921FB54442D18, double noundef %17)
  %19 = tail call double @llvm.fmuladd.f64(double %15, double 0x3CA1A62633145C07, double %18)
  %20 = fptosi double %14 to i32
  %21 = fcmp oeq double %15, 0.000000e+00
  %22 = and i32 %20, 1
  %23 = icmp eq i32 %22, 0
  %24 = select i1 %21, i1 %23, i1 false
  br i1 %24, label %25, label %27
25:                                               ; preds = %9
  %26 = tail call double @llvm.copysign.f64(double 0.000000e+00, double %4)
  br label %41
27:                                               ; preds = %9
  br i1 %23, label %32, label %28
28:                                               ; preds = %27
  %29 = tail call double @cos(double noundef %16)
  %30 = fneg double %19
  %31 = tail call double @llvm.fmuladd.f64(double %30, double %16, double %29)
  br label %35
32:                                               ; preds = %27
  %33 = tail call double @sin(double noundef %16)
  %34 = fadd double %19, %33
  br label %35
35:                                               ; preds = %32, %28
  %36 = phi double [ %31, %28 ], [ %34, %32 ]
  %37 = and i32 %20, 2
  %38 = icmp eq i32 %37, 0
  %39 = fneg double %36
  %40 = select i1 %38, double %36, double %39
  br label %41
41:                                               ; preds = %7, %25, %35
  %42 = phi double [ %8, %7 ], [ %40, %35 ], [ %26, %25 ]
  %43 = fptrunc double %42 to float
  store float %43, ptr %1, align 4
  br i1 %6, label %44, label %46
44:                                               ; preds = %41
  %45 = fsub double %4, %4
  br label %77
46:                                               ; preds = %41
  %47 = fmul double %4, 5.000000e-01
  %48 = tail call double @llvm.trunc.f64(double %47)
  %49 = tail call double @llvm.fmuladd.f64(double %48, double -2.000000e+00, double %4)
  %50 = fmul double %49, 2.000000e+00
  %51 = tail call double @llvm.rint.f64(double %50)
  %52 = tail call double @llvm.fmuladd.f64(double %51, double -5.000000e-01, double %49)
  %53 = fmul double %52, 0x400921FB54442D18
  %54 = fneg double %53
  %55 = tail call double @fma(double noundef %52, double noundef 0x400921FB54442D18, double noundef %54)
  %56 = tail call double @llvm.fmuladd.f64(double %52, double 0x3CA1A62633145C07, double %55)
  %57 = fptosi double %51 to i32
  %58 = add nsw i32 %57, 1
  %59 = fcmp oeq double %52, 0.000000e+00
  %60 = and i32 %57, 1
  %61 = icmp ne i32 %60, 0
  %62 = select i1 %59, i1 %61, i1 false
  br i1 %62, label %77, label %63
63:                                               ; preds = %46
  br i1 %61, label %68, label %64
64:                                               ; preds = %63
  %65 = tail call double @cos(double noundef %53)
  %66 = fneg double %56
  %67 = tail call double @llvm.fmuladd.f64(double %66, double %53, double %65)
  br label %71
68:                                               ; preds = %63
  %69 = tail call double @sin(double noundef %53)
  %70 = fadd double %56, %69
  br label %71
71:                                               ; preds = %68, %64
  %72 = phi double [ %67, %64 ], [ %70, %68 ]
  %73 = and i32 %58, 2
  %74 = icmp eq i32 %73, 0
  %75 = fneg double %72
  %76 = select i1 %74, double %72, double %75
  br label %77
77:                                               ; preds = %46, %44, %71
  %78 = phi double [ %45, %44 ], [ %76, %71 ], [ 0.000000e+00, %46 ]
  %79 = fptrunc double %78 to float
  store float %79, ptr %2, align 4
  ret void
}
define internal double @scale_cbrt(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @cbrtl(x86_fp80 noundef %2)
  %4 = fptrunc x86_fp80 %3 to double
  ret double %4
}
declare x86_fp80 @cbrtl(x86_fp80 noundef)
define internal double @scale_exp10(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @exp10l(x86_fp80 noundef %2)
  %4 = fptrunc x86_fp80 %3 to double
  ret double %4
}
declare x86_fp80 @exp10l(x86_fp80 noundef)
define internal double @scale_tanh(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @tanhl(x86_fp80 noundef %2)
  %4 = fptrunc x86_fp80 %3 to double
  ret double %4
}
declare x86_fp80 @tanhl(x86_fp80 noundef)
define internal double @scale_j0(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @j0l(x86_fp80 noundef %2)
  %4 = fptrunc x86_fp80 %3 to double
  ret double %4
}
declare x86_fp80 @j0l(x86_fp80 noundef)
define internal double @scale_j1(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @j1l(x86_fp80 noundef %2)
  %4 = fptrunc x86_fp80 %3 to double
  ret double %4
}
declare x86_fp80 @j1l(x86_fp80 noundef)
define internal double @scale_y0(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @y0l(x86_fp80 noundef %2)
  %4 = fptrunc x86_fp80 %3 to double
  ret double %4
}
declare x86_fp80 @y0l(x86_fp80 noundef)
define internal double @scale_y1(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @y1l(x86_fp80 noundef %2)
  %4 = fptrunc x86_fp80 %3 to double
  ret double %4
}
declare x86_fp80 @y1l(x86_fp80 noundef)
define internal noundef float @scale_frsqrt_rn(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.sqrt.f64(double %2)
  %4 = fdiv double 1.000000e+00, %3
  %5 = fptrunc double %4 to float
  ret float %5
}
declare double @llvm.sqrt.f64(double)
define internal noundef double @scale_rsqrt(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %2)
  %4 = fdiv x86_fp80 0xK3FFF8000000000000000, %3
  %5 = fptrunc x86_fp80 %4 to double
  ret double %5
}
declare x86_fp80 @llvm.sqrt.f80(x86_fp80)
define internal double @scale_rcbrt(double noundef %0) nounwind {
  %2 = fpext double %0 to x86_fp80
  %3 = tail call x86_fp80 @cbrtl(x86_fp80 noundef %2)
  %4 = fdiv x86_fp80 0xK3FFF8000000000000000, %3
  %5 = fptrunc x86_fp80 %4 to double
  ret double %5
}
define internal float @scale_rcbrtf(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @cbrt(double noundef %2)
  %4 = fdiv double 1.000000e+00, %3
  %5 = fptrunc double %4 to float
  ret float %5
}
declare double @cbrt(double noundef)
define internal double @scale_rhypot(double noundef %0, double noundef %1) nounwind {
  %3 = fpext double %0 to x86_fp80
  %4 = fpext double %1 to x86_fp80
  %5 = fmul x86_fp80 %4, %4
  %6 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %3, x86_fp80 %3, x86_fp80 %5)
  %7 = tail call double @llvm.fabs.f64(double %0)
  %8 = fcmp oeq double %7, 0x7FF0000000000000
  %9 = tail call double @llvm.fabs.f64(double %1)
  %10 = fcmp oeq double %9, 0x7FF0000000000000
  %11 = or i1 %8, %10
  %12 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %6)
  %13 = fdiv x86_fp80 0xK3FFF8000000000000000, %12
  %14 = fptrunc x86_fp80 %13 to double
  %15 = select i1 %11, double 0.000000e+00, double %14
  ret double %15
}
define internal float @scale_rhypotf(float noundef %0, float noundef %1) nounwind {
  %3 = fpext float %0 to x86_fp80
  %4 = fpext float %1 to x86_fp80
  %5 = fmul x86_fp80 %4, %4
  %6 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %3, x86_fp80 %3, x86_fp80 %5)
  %7 = tail call float @llvm.fabs.f32(float %0)
  %8 = fcmp oeq float %7, 0x7FF0000000000000
  %9 = tail call float @llvm.fabs.f32(float %1)
  %10 = fcmp oeq float %9, 0x7FF0000000000000
  %11 = or i1 %8, %10
  %12 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %6)
  %13 = fdiv x86_fp80 0xK3FFF8000000000000000, %12
  %14 = fptrunc x86_fp80 %13 to double
  %15 = fptrunc double %14 to float
  %16 = select i1 %11, float 0.000000e+00, float %15
  ret float %16
}
define internal double @scale_norm3d(double noundef %0, double noundef %1, double noundef %2) nounwind {
  %4 = fpext double %0 to x86_fp80
  %5 = fpext double %1 to x86_fp80
  %6 = fmul x86_fp80 %5, %5
  %7 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %4, x86_fp80 %4, x86_fp80 %6)
  %8 = fpext double %2 to x86_fp80
  %9 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %8, x86_fp80 %8, x86_fp80 0xK00000000000000000000)
  %10 = fadd x86_fp80 %7, %9
  %11 = tail call double @llvm.fabs.f64(double %0)
  %12 = fcmp oeq double %11, 0x7FF0000000000000
  %13 = tail call double @llvm.fabs.f64(double %1)
  %14 = fcmp oeq double %13, 0x7FF0000000000000
  %15 = or i1 %12, %14
  %16 = tail call double @llvm.fabs.f64(double %2)
  %17 = fcmp oeq double %16, 0x7FF0000000000000
  %18 = or i1 %15, %17
  %19 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %10)
  %20 = fptrunc x86_fp80 %19 to double
  %21 = select i1 %18, double 0x7FF0000000000000, double %20
  ret double %21
}
define internal float @scale_norm3df(float noundef %0, float noundef %1, float noundef %2) nounwind {
  %4 = fpext float %0 to x86_fp80
  %5 = fpext float %1 to x86_fp80
  %6 = fmul x86_fp80 %5, %5
  %7 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %4, x86_fp80 %4, x86_fp80 %6)
  %8 = fpext float %2 to x86_fp80
  %9 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %8, x86_fp80 %8, x86_fp80 0xK00000000000000000000)
  %10 = fadd x86_fp80 %7, %9
  %11 = tail call float @llvm.fabs.f32(float %0)
  %12 = fcmp oeq float %11, 0x7FF0000000000000
  %13 = tail call float @llvm.fabs.f32(float %1)
  %14 = fcmp oeq float %13, 0x7FF0000000000000
  %15 = or i1 %12, %14
  %16 = tail call float @llvm.fabs.f32(float %2)
  %17 = fcmp oeq float %16, 0x7FF0000000000000
  %18 = or i1 %15, %17
  %19 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %10)
  %20 = fptrunc x86_fp80 %19 to float
  %21 = select i1 %18, float 0x7FF0000000000000, float %20
  ret float %21
}
define internal double @scale_norm4d(double noundef %0, double noundef %1, double noundef %2, double noundef %3) nounwind {
  %5 = fpext double %0 to x86_fp80
  %6 = fpext double %1 to x86_fp80
  %7 = fmul x86_fp80 %6, %6
  %8 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %5, x86_fp80 %5, x86_fp80 %7)
  %9 = fpext double %2 to x86_fp80
  %10 = fpext double %3 to x86_fp80
  %11 = fmul x86_fp80 %10, %10
  %12 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %9, x86_fp80 %9, x86_fp80 %11)
  %13 = fadd x86_fp80 %8, %12
  %14 = tail call double @llvm.fabs.f64(double %0)
  %15 = fcmp oeq double %14, 0x7FF0000000000000
  %16 = tail call double @llvm.fabs.f64(double %1)
  %17 = fcmp oeq double %16, 0x7FF0000000000000
  %18 = or i1 %15, %17
  %19 = tail call double @llvm.fabs.f64(double %2)
  %20 = fcmp oeq double %19, 0x7FF0000000000000
  %21 = or i1 %18, %20
  %22 = tail call double @llvm.fabs.f64(double %3)
  %23 = fcmp oeq double %22, 0x7FF0000000000000
  %24 = or i1 %21, %23
  %25 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %13)
  %26 = fptrunc x86_fp80 %25 to double
  %27 = select i1 %24, double 0x7FF0000000000000, double %26
  ret double %27
}
define internal float @scale_norm4df(float noundef %0, float noundef %1, float noundef %2, float noundef %3) nounwind {
  %5 = fpext float %0 to x86_fp80
  %6 = fpext float %1 to x86_fp80
  %7 = fmul x86_fp80 %6, %6
  %8 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %5, x86_fp80 %5, x86_fp80 %7)
  %9 = fpext float %2 to x86_fp80
  %10 = fpext float %3 to x86_fp80
  %11 = fmul x86_fp80 %10, %10
  %12 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %9, x86_fp80 %9, x86_fp80 %11)
  %13 = fadd x86_fp80 %8, %12
  %14 = tail call float @llvm.fabs.f32(float %0)
  %15 = fcmp oeq float %14, 0x7FF0000000000000
  %16 = tail call float @llvm.fabs.f32(float %1)
  %17 = fcmp oeq float %16, 0x7FF0000000000000
  %18 = or i1 %15, %17
  %19 = tail call float @llvm.fabs.f32(float %2)
  %20 = fcmp oeq float %19, 0x7FF0000000000000
  %21 = or i1 %18, %20
  %22 = tail call float @llvm.fabs.f32(float %3)
  %23 = fcmp oeq float %22, 0x7FF0000000000000
  %24 = or i1 %21, %23
  %25 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %13)
  %26 = fptrunc x86_fp80 %25 to float
  %27 = select i1 %24, float 0x7FF0000000000000, float %26
  ret float %27
}
define internal double @scale_rnorm3d(double noundef %0, double noundef %1, double noundef %2) nounwind {
  %4 = fpext double %0 to x86_fp80
  %5 = fpext double %1 to x86_fp80
  %6 = fmul x86_fp80 %5, %5
  %7 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %4, x86_fp80 %4, x86_fp80 %6)
  %8 = fpext double %2 to x86_fp80
  %9 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %8, x86_fp80 %8, x86_fp80 0xK00000000000000000000)
  %10 = fadd x86_fp80 %7, %9
  %11 = tail call double @llvm.fabs.f64(double %0)
  %12 = fcmp oeq double %11, 0x7FF0000000000000
  %13 = tail call double @llvm.fabs.f64(double %1)
  %14 = fcmp oeq double %13, 0x7FF0000000000000
  %15 = or i1 %12, %14
  %16 = tail call double @llvm.fabs.f64(double %2)
  %17 = fcmp oeq double %16, 0x7FF0000000000000
  %18 = or i1 %15, %17
  %19 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %10)
  %20 = fdiv x86_fp80 0xK3FFF8000000000000000, %19
  %21 = fptrunc x86_fp80 %20 to double
  %22 = select i1 %18, double 0.000000e+00, double %21
  ret double %22
}
define internal float @scale_rnorm3df(float noundef %0, float noundef %1, float noundef %2) nounwind {
  %4 = fpext float %0 to x86_fp80
  %5 = fpext float %1 to x86_fp80
  %6 = fmul x86_fp80 %5, %5
  %7 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %4, x86_fp80 %4, x86_fp80 %6)
  %8 = fpext float %2 to x86_fp80
  %9 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %8, x86_fp80 %8, x86_fp80 0xK00000000000000000000)
  %10 = fadd x86_fp80 %7, %9
  %11 = tail call float @llvm.fabs.f32(float %0)
  %12 = fcmp oeq float %11, 0x7FF0000000000000
  %13 = tail call float @llvm.fabs.f32(float %1)
  %14 = fcmp oeq float %13, 0x7FF0000000000000
  %15 = or i1 %12, %14
  %16 = tail call float @llvm.fabs.f32(float %2)
  %17 = fcmp oeq float %16, 0x7FF0000000000000
  %18 = or i1 %15, %17
  %19 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %10)
  %20 = fdiv x86_fp80 0xK3FFF8000000000000000, %19
  %21 = fptrunc x86_fp80 %20 to float
  %22 = select i1 %18, float 0.000000e+00, float %21
  ret float %22
}
define internal double @scale_rnorm4d(double noundef %0, double noundef %1, double noundef %2, double noundef %3) nounwind {
  %5 = fpext double %0 to x86_fp80
  %6 = fpext double %1 to x86_fp80
  %7 = fmul x86_fp80 %6, %6
  %8 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %5, x86_fp80 %5, x86_fp80 %7)
  %9 = fpext double %2 to x86_fp80
  %10 = fpext double %3 to x86_fp80
  %11 = fmul x86_fp80 %10, %10
  %12 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %9, x86_fp80 %9, x86_fp80 %11)
  %13 = fadd x86_fp80 %8, %12
  %14 = tail call double @llvm.fabs.f64(double %0)
  %15 = fcmp oeq double %14, 0x7FF0000000000000
  %16 = tail call double @llvm.fabs.f64(double %1)
  %17 = fcmp oeq double %16, 0x7FF0000000000000
  %18 = or i1 %15, %17
  %19 = tail call double @llvm.fabs.f64(double %2)
  %20 = fcmp oeq double %19, 0x7FF0000000000000
  %21 = or i1 %18, %20
  %22 = tail call double @llvm.fabs.f64(double %3)
  %23 = fcmp oeq double %22, 0x7FF0000000000000
  %24 = or i1 %21, %23
  %25 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %13)
  %26 = fdiv x86_fp80 0xK3FFF8000000000000000, %25
  %27 = fptrunc x86_fp80 %26 to double
  %28 = select i1 %24, double 0.000000e+00, double %27
  ret double %28
}
define internal float @scale_rnorm4df(float noundef %0, float noundef %1, float noundef %2, float noundef %3) nounwind {
  %5 = fpext float %0 to x86_fp80
  %6 = fpext float %1 to x86_fp80
  %7 = fmul x86_fp80 %6, %6
  %8 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %5, x86_fp80 %5, x86_fp80 %7)
  %9 = fpext float %2 to x86_fp80
  %10 = fpext float %3 to x86_fp80
  %11 = fmul x86_fp80 %10, %10
  %12 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %9, x86_fp80 %9, x86_fp80 %11)
  %13 = fadd x86_fp80 %8, %12
  %14 = tail call float @llvm.fabs.f32(float %0)
  %15 = fcmp oeq float %14, 0x7FF0000000000000
  %16 = tail call float @llvm.fabs.f32(float %1)
  %17 = fcmp oeq float %16, 0x7FF0000000000000
  %18 = or i1 %15, %17
  %19 = tail call float @llvm.fabs.f32(float %2)
  %20 = fcmp oeq float %19, 0x7FF0000000000000
  %21 = or i1 %18, %20
  %22 = tail call float @llvm.fabs.f32(float %3)
  %23 = fcmp oeq float %22, 0x7FF0000000000000
  %24 = or i1 %21, %23
  %25 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %13)
  %26 = fdiv x86_fp80 0xK3FFF8000000000000000, %25
  %27 = fptrunc x86_fp80 %26 to float
  %28 = select i1 %24, float 0.000000e+00, float %27
  ret float %28
}
define internal double @scale_norm(i32 noundef %0, ptr noundef readonly captures(none) %1) nounwind {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %17
4:                                                ; preds = %2
  %5 = zext nneg i32 %0 to i64
  br label %6
6:                                                ; preds = %12, %4
  %7 = phi i64 [ 0, %4 ], [ %13, %12 ]
  %8 = getelementptr inbounds nuw double, ptr %1, i64 %7
  %9 = load double, ptr %8, align 8
  %10 = tail call double @llvm.fabs.f64(double %9)
  %11 = fcmp oeq double %10, 0x7FF0000000000000
  br i1 %11, label %30, label %12
12:                                               ; preds = %6
  %13 = add nuw nsw i64 %7, 1
  %14 = icmp eq i64 %13, %5
  br i1 %14, label %15, label %6
15:                                               ; preds = %12
  %16 = zext nneg i32 %0 to i64
  br label %21
17:                                               ; preds = %21, %2
  %18 = phi x86_fp80 [ 0xK00000000000000000000, %2 ], [ %27, %21 ]
  %19 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %18)
  %20 = fptrunc x86_fp80 %19 to double
  br label %30
21:                                               ; preds = %21, %15
  %22 = phi i64 [ 0, %15 ], [ %28, %21 ]
  %23 = phi x86_fp80 [ 0xK00000000000000000000, %15 ], [ %27, %21 ]
  %24 = getelementptr inbounds nuw double, ptr %1, i64 %22
  %25 = load double, ptr %24, align 8
  %26 = fpext double %25 to x86_fp80
  %27 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %26, x86_fp80 %26, x86_fp80 %23)
  %28 = add nuw nsw i64 %22, 1
  %29 = icmp eq i64 %28, %16
  br i1 %29, label %17, label %21
30:                                               ; preds = %6, %17
  %31 = phi double [ %20, %17 ], [ 0x7FF0000000000000, %6 ]
  ret double %31
}
define internal float @scale_normf(i32 noundef %0, ptr noundef readonly captures(none) %1) nounwind {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %15
4:                                                ; preds = %2
  %5 = zext nneg i32 %0 to i64
  br label %6
6:                                                ; preds = %12, %4
  %7 = phi i64 [ 0, %4 ], [ %13, %12 ]
  %8 = getelementptr inbounds nuw float, ptr %1, i64 %7
  %9 = load float, ptr %8, align 4
  %10 = tail call float @llvm.fabs.f32(float %9)
  %11 = fcmp oeq float %10, 0x7FF0000000000000
  br i1 %11, label %31, label %12
12:                                               ; preds = %6
  %13 = add nuw nsw i64 %7, 1
  %14 = icmp eq i64 %13, %5
  br i1 %14, label %15, label %6
15:                                               ; preds = %12, %2
  %16 = icmp sgt i32 %0, 0
  br i1 %16, label %17, label %31
17:                                               ; preds = %15
  %18 = zext nneg i32 %0 to i64
  br label %22
19:                                               ; preds = %22
  %20 = tail call double @llvm.sqrt.f64(double %28)
  %21 = fptrunc double %20 to float
  br label %31
22:                                               ; preds = %17, %22
  %23 = phi i64 [ 0, %17 ], [ %29, %22 ]
  %24 = phi double [ 0.000000e+00, %17 ], [ %28, %22 ]
  %25 = getelementptr inbounds nuw float, ptr %1, i64 %23
  %26 = load float, ptr %25, align 4
  %27 = fpext float %26 to double
  %28 = tail call double @llvm.fmuladd.f64(double %27, double %27, double %24)
  %29 = add nuw nsw i64 %23, 1
  %30 = icmp eq i64 %29, %18
  br i1 %30, label %19, label %22
31:                                               ; preds = %6, %15, %19
  %32 = phi float [ %21, %19 ], [ 0.000000e+00, %15 ], [ 0x7FF0000000000000, %6 ]
  ret float %32
}
define internal double @scale_rnorm(i32 noundef %0, ptr noundef readonly captures(none) %1) nounwind {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %17
4:                                                ; preds = %2
  %5 = zext nneg i32 %0 to i64
  br label %6
6:                                                ; preds = %12, %4
  %7 = phi i64 [ 0, %4 ], [ %13, %12 ]
  %8 = getelementptr inbounds nuw double, ptr %1, i64 %7
  %9 = load double, ptr %8, align 8
  %10 = tail call double @llvm.fabs.f64(double %9)
  %11 = fcmp oeq double %10, 0x7FF0000000000000
  br i1 %11, label %29, label %12
12:                                               ; preds = %6
  %13 = add nuw nsw i64 %7, 1
  %14 = icmp eq i64 %13, %5
  br i1 %14, label %15, label %6
15:                                               ; preds = %12
  %16 = zext nneg i32 %0 to i64
  br label %20
17:                                               ; preds = %20, %2
  %18 = phi x86_fp80 [ 0xK00000000000000000000, %2 ], [ %26, %20 ]
  %19 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %18)
  br label %29
20:                                               ; preds = %20, %15
  %21 = phi i64 [ 0, %15 ], [ %27, %20 ]
  %22 = phi x86_fp80 [ 0xK00000000000000000000, %15 ], [ %26, %20 ]
  %23 = getelementptr inbounds nuw double, ptr %1, i64 %21
  %24 = load double, ptr %23, align 8
  %25 = fpext double %24 to x86_fp80
  %26 = tail call x86_fp80 @llvm.fmuladd.f80(x86_fp80 %25, x86_fp80 %25, x86_fp80 %22)
  %27 = add nuw nsw i64 %21, 1
  %28 = icmp eq i64 %27, %16
  br i1 %28, label %17, label %20
29:                                               ; preds = %6, %17
  %30 = phi x86_fp80 [ %19, %17 ], [ 0xK7FFF8000000000000000, %6 ]
  %31 = fdiv x86_fp80 0xK3FFF8000000000000000, %30
  %32 = fptrunc x86_fp80 %31 to double
  ret double %32
}
define internal float @scale_rnormf(i32 noundef %0, ptr noundef readonly captures(none) %1) nounwind {
  %3 = icmp sgt i32 %0, 0
  br i1 %3, label %4, label %15
4:                                                ; preds = %2
  %5 = zext nneg i32 %0 to i64
  br label %6
6:                                                ; preds = %12, %4
  %7 = phi i64 [ 0, %4 ], [ %13, %12 ]
  %8 = getelementptr inbounds nuw float, ptr %1, i64 %7
  %9 = load float, ptr %8, align 4
  %10 = tail call float @llvm.fabs.f32(float %9)
  %11 = fcmp oeq float %10, 0x7FF0000000000000
  br i1 %11, label %34, label %12
12:                                               ; preds = %6
  %13 = add nuw nsw i64 %7, 1
  %14 = icmp eq i64 %13, %5
  br i1 %14, label %15, label %6
15:                                               ; preds = %12, %2
  %16 = icmp sgt i32 %0, 0
  br i1 %16, label %17, label %21
17:                                               ; preds = %15
  %18 = zext nneg i32 %0 to i64
  br label %25
19:                                               ; preds = %25
  %20 = tail call double @llvm.sqrt.f64(double %31)
  br label %21
21:                                               ; preds = %19, %15
  %22 = phi double [ 0.000000e+00, %15 ], [ %20, %19 ]
  %23 = fdiv double 1.000000e+00, %22
  %24 = fptrunc double %23 to float
  br label %34
25:                                               ; preds = %17, %25
  %26 = phi i64 [ 0, %17 ], [ %32, %25 ]
  %27 = phi double [ 0.000000e+00, %17 ], [ %31, %25 ]
  %28 = getelementptr inbounds nuw float, ptr %1, i64 %26
  %29 = load float, ptr %28, align 4
  %30 = fpext float %29 to double
  %31 = tail call double @llvm.fmuladd.f64(double %30, double %30, double %27)
  %32 = add nuw nsw i64 %26, 1
  %33 = icmp eq i64 %32, %18
  br i1 %33, label %19, label %25
34:                                               ; preds = %6, %21
  %35 = phi float [ %24, %21 ], [ 0.000000e+00, %6 ]
  ret float %35
}
define internal double @scale_powi(double noundef %0, i32 noundef %1) nounwind {
  %3 = sitofp i32 %1 to double
  %4 = tail call double @pow(double noundef %0, double noundef %3)
  ret double %4
}
declare double @pow(double noundef, double noundef)
define internal float @scale_powif(float noundef %0, i32 noundef %1) nounwind {
  %3 = fpext float %0 to double
  %4 = sitofp i32 %1 to double
  %5 = tail call double @pow(double noundef %3, double noundef %4)
  %6 = fptrunc double %5 to float
  ret float %6
}
define internal double @scale_erfcx(double noundef %0) nounwind {
  %2 = fcmp ogt double %0, 2.500000e+01
  br i1 %2, label %3, label %16
3:                                                ; preds = %1
  %4 = fmul double %0, %0
  %5 = fdiv double 1.000000e+00, %4
  %6 = fdiv double 0x3FE20DD750429B6D, %0
  %7 = fneg double %5
  %8 = tail call double @llvm.fmuladd.f64(double %7, double 0x40907EF800000000, double 0x40644D8000000000)
  %9 = tail call double @llvm.fmuladd.f64(double %5, double %8, double 0xC03D880000000000)
  %10 = tail call double @llvm.fmuladd.f64(double %5, double %9, double 6.562500e+00)
  %11 = tail call double @llvm.fmuladd.f64(double %5, double %10, double -1.875000e+00)
  %12 = tail call double @llvm.fmuladd.f64(double %5, double %11, double 7.500000e-01)
  %13 = tail call double @llvm.fmuladd.f64(double %5, double %12, double -5.000000e-01)
  %14 = tail call double @llvm.fmuladd.f64(double %5, double %13, double 1.000000e+00)
  %15 = fmul double %6, %14
  br label %27
16:                                               ; preds = %1
  %17 = fcmp olt double %0, -2.700000e+01
  br i1 %17, label %27, label %18
18:                                               ; preds = %16
  %19 = fmul double %0, %0
  %20 = fneg double %19
  %21 = tail call double @fma(double noundef %0, double noundef %0, double noundef %20)
  %22 = tail call double @exp(double noundef %19)
  %23 = tail call double @erfc(double noundef %0)
  %24 = fmul double %22, %23
  %25 = fadd double %21, 1.000000e+00
  %26 = fmul double %25, %24
  br label %27
27:                                               ; preds = %16, %18, %3
  %28 = phi double [ %15, %3 ], [ %26, %18 ], [ 0x7FF0000000000000, %16 ]
  ret double %28
}
declare double @fma(double noundef, double noundef, double noundef)
declare double @exp(double noundef)
declare double @erfc(double noundef)
define internal float @scale_erfcxf(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = fcmp ogt float %0, 2.500000e+01
  br i1 %3, label %4, label %17
4:                                                ; preds = %1
  %5 = fmul double %2, %2
  %6 = fdiv double 1.000000e+00, %5
  %7 = fdiv double 0x3FE20DD750429B6D, %2
  %8 = fneg double %6
  %9 = tail call double @llvm.fmuladd.f64(double %8, double 0x40907EF800000000, double 0x40644D8000000000)
  %10 = tail call double @llvm.fmuladd.f64(double %6, double %9, double 0xC03D880000000000)
  %11 = tail call double @llvm.fmuladd.f64(double %6, double %10, double 6.562500e+00)
  %12 = tail call double @llvm.fmuladd.f64(double %6, double %11, double -1.875000e+00)
  %13 = tail call double @llvm.fmuladd.f64(double %6, double %12, double 7.500000e-01)
  %14 = tail call double @llvm.fmuladd.f64(double %6, double %13, double -5.000000e-01)
  %15 = tail call double @llvm.fmuladd.f64(double %6, double %14, double 1.000000e+00)
  %16 = fmul double %7, %15
  br label %28
17:                                               ; preds = %1
  %18 = fcmp olt float %0, -2.700000e+01
  br i1 %18, label %28, label %19
19:                                               ; preds = %17
  %20 = fmul double %2, %2
  %21 = fneg double %20
  %22 = tail call double @fma(double noundef %2, double noundef %2, double noundef %21)
  %23 = tail call double @exp(double noundef %20)
  %24 = tail call double @erfc(double noundef %2)
  %25 = fmul double %23, %24
  %26 = fadd double %22, 1.000000e+00
  %27 = fmul double %26, %25
  br label %28
28:                                               ; preds = %4, %17, %19
  %29 = phi double [ %16, %4 ], [ %27, %19 ], [ 0x7FF0000000000000, %17 ]
  %30 = fptrunc double %29 to float
  ret float %30
}
define internal double @scale_erfcinv(double noundef %0) nounwind {
  %2 = fcmp oeq double %0, 0.000000e+00
  br i1 %2, label %17, label %3
3:                                                ; preds = %1
  %4 = fcmp oeq double %0, 2.000000e+00
  br i1 %4, label %17, label %5
5:                                                ; preds = %3
  %6 = fcmp ogt double %0, 0.000000e+00
  %7 = fcmp olt double %0, 2.000000e+00
  %8 = and i1 %6, %7
  br i1 %8, label %9, label %17
9:                                                ; preds = %5
  %10 = fcmp ogt double %0, 5.000000e-01
  %11 = fcmp olt double %0, 1.500000e+00
  %12 = and i1 %10, %11
  br i1 %12, label %13, label %42
13:                                               ; preds = %9
  %14 = fsub double 1.000000e+00, %0
  %15 = tail call double @llvm.fabs.f64(double %14)
  %16 = fcmp ult double %15, 5.000000e-01
  br i1 %16, label %23, label %19
17:                                               ; preds = %1, %3, %5, %100, %58, %25, %19
  %18 = phi double [ %22, %19 ], [ 0xFFF0000000000000, %3 ], [ 0x7FF0000000000000, %1 ], [ %102, %100 ], [ 0x7FF8000000000000, %5 ], [ %60, %58 ], [ %27, %25 ]
  ret double %18
19:                                               ; preds = %13
  %20 = fsub double 1.000000e+00, %15
  %21 = tail call double @scale_erfcinv(double noundef %20)
  %22 = tail call double @llvm.copysign.f64(double %21, double %14)
  br label %17
23:                                               ; preds = %13
  %24 = fmul double %14, 0x3FEC5BF891B4EF6B
  br label %28
25:                                               ; preds = %28
  %26 = fcmp oeq double %14, 0.000000e+00
  %27 = select i1 %26, double %14, double %39
  br label %17
28:                                               ; preds = %23, %28
  %29 = phi i32 [ 0, %23 ], [ %40, %28 ]
  %30 = phi double [ %24, %23 ], [ %39, %28 ]
  %31 = tail call double @erf(double noundef %30)
  %32 = fsub double %31, %14
  %33 = fneg double %30
  %34 = fmul double %30, %33
  %35 = tail call double @exp(double noundef %34)
  %36 = fmul double %35, 0x3FF20DD750429B6D
  %37 = tail call double @llvm.fmuladd.f64(double %30, double %32, double %36)
  %38 = fdiv double %32, %37
  %39 = fsub double %30, %38
  %40 = add nuw nsw i32 %29, 1
  %41 = icmp eq i32 %40, 4
  br i1 %41, label %25, label %28
42:                                               ; preds = %9
  %43 = fcmp olt double %0, 1.000000e+00
  %44 = fsub double 2.000000e+00, %0
  %45 = select i1 %43, double %0, double %44
  %46 = tail call double @log(double noundef %45)
  %47 = tail call double @llvm.fmuladd.f64(double %46, double -2.000000e+00, double 0x3FF62E42FEFA39EF)
  %48 = tail call double @llvm.sqrt.f64(double %47)
  %49 = tail call double @llvm.fmuladd.f64(double %48, double 1.032800e-02, double 8.028530e-01)
  %50 = tail call double @llvm.fmuladd.f64(double %48, double %49, double 0x40041FC7607C419A)
  %51 = tail call double @llvm.fmuladd.f64(double %48, double 1.308000e-03, double 1.892690e-01)
  %52 = tail call double @llvm.fmuladd.f64(double %48, double %51, double 0x3FF6ECB31C219EB6)
  %53 = tail call double @llvm.fmuladd.f64(double %48, double %52, double 1.000000e+00)
  %54 = fdiv double %50, %53
  %55 = fsub double %48, %54
  %56 = fdiv double %55, 0x3FF6A09E667F3BCD
  %57 = fcmp olt double %45, 1.000000e-290
  br i1 %57, label %61, label %103
58:                                               ; preds = %89
  %59 = fneg double %97
  %60 = select i1 %43, double %97, double %59
  br label %17
61:                                               ; preds = %42, %89
  %62 = phi double [ %97, %89 ], [ %56, %42 ]
  %63 = phi i32 [ %98, %89 ], [ 0, %42 ]
  %64 = fcmp ogt double %62, 2.500000e+01
  br i1 %64, label %65, label %78
65:                                               ; preds = %61
  %66 = fmul double %62, %62
  %67 = fdiv double 1.000000e+00, %66
  %68 = fdiv double 0x3FE20DD750429B6D, %62
  %69 = fneg double %67
  %70 = tail call double @llvm.fmuladd.f64(double %69, double 0x40907EF800000000, double 0x40644D8000000000)
  %71 = tail call double @llvm.fmuladd.f64(double %67, double %70, double 0xC03D880000000000)
  %72 = tail call double @llvm.fmuladd.f64(double %67, double %71, double 6.562500e+00)
  %73 = tail call double @llvm.fmuladd.f64(double %67, double %72, double -1.875000e+00)
  %74 = tail call double @llvm.fmuladd.f64(double %67, double %73, double 7.500000e-01)
  %75 = tail call double @llvm.fmuladd.f64(double %67, double %74, double -5.000000e-01)
  %76 = tail call double @llvm.fmuladd.f64(double %67, double %75, double 1.000000e+00)
  %77 = fmul double %68, %76
  br label %89
78:                                               ; preds = %61
  %79 = fcmp olt double %62, -2.700000e+01
  br i1 %79, label %89, label %80
80:                                               ; preds = %78
  %81 = fmul double %62, %62
  %82 = fneg double %81
  %83 = tail call double @fma(double noundef %62, double noundef %62, double noundef %82)
  %84 = tail call double @exp(double noundef %81)
  %85 = tail call double @erfc(double noundef %62)
  %86 = fmul double %84, %85
  %87 = fadd double %83, 1.000000e+00
  %88 = fmul double %87, %86
  br label %89
89:                                               ; preds = %65, %78, %80
  %90 = phi double [ %77, %65 ], [ %88, %80 ], [ 0x7FF0000000000000, %78 ]
  %91 = tail call double @log(double noundef %90)
  %92 = fneg double %62
  %93 = tail call double @llvm.fmuladd.f64(double %92, double %62, double %91)
  %94 = tail call double @log(double noundef %45)
  %95 = fsub double %93, %94
  %96 = fmul double %90, %95
  %97 = tail call double @llvm.fmuladd.f64(double %96, double 0x3FEC5BF891B4EF6B, double %62)
  %98 = add nuw nsw i32 %63, 1
  %99 = icmp eq i32 %98, 3
  br i1 %99, label %58, label %61
100:                                              ; preds = %103
  %101 = fneg double %114
  %102 = select i1 %43, double %114, double %101
  br label %17
103:                                              ; preds = %42, %103
  %104 = phi double [ %114, %103 ], [ %56, %42 ]
  %105 = phi i32 [ %115, %103 ], [ 0, %42 ]
  %106 = tail call double @erfc(double noundef %104)
  %107 = fsub double %106, %45
  %108 = fneg double %104
  %109 = fmul double %104, %108
  %110 = tail call double @exp(double noundef %109)
  %111 = fmul double %110, 0x3FF20DD750429B6D
  %112 = tail call double @llvm.fmuladd.f64(double %104, double %107, double %111)
  %113 = fdiv double %107, %112
  %114 = fadd double %104, %113
  %115 = add nuw nsw i32 %105, 1
  %116 = icmp eq i32 %115, 3
  br i1 %116, label %100, label %103
}
define internal double @scale_erfinv(double noundef %0) nounwind {
  %2 = tail call double @llvm.fabs.f64(double %0)
  %3 = fcmp ult double %2, 5.000000e-01
  br i1 %3, label %8, label %4
4:                                                ; preds = %1
  %5 = fsub double 1.000000e+00, %2
  %6 = tail call double @scale_erfcinv(double noundef %5)
  %7 = tail call double @llvm.copysign.f64(double %6, double %0)
  br label %27
8:                                                ; preds = %1
  %9 = fmul double %0, 0x3FEC5BF891B4EF6B
  br label %13
10:                                               ; preds = %13
  %11 = fcmp oeq double %0, 0.000000e+00
  %12 = select i1 %11, double %0, double %24
  br label %27
13:                                               ; preds = %8, %13
  %14 = phi i32 [ 0, %8 ], [ %25, %13 ]
  %15 = phi double [ %9, %8 ], [ %24, %13 ]
  %16 = tail call double @erf(double noundef %15)
  %17 = fsub double %16, %0
  %18 = fneg double %15
  %19 = fmul double %15, %18
  %20 = tail call double @exp(double noundef %19)
  %21 = fmul double %20, 0x3FF20DD750429B6D
  %22 = tail call double @llvm.fmuladd.f64(double %15, double %17, double %21)
  %23 = fdiv double %17, %22
  %24 = fsub double %15, %23
  %25 = add nuw nsw i32 %14, 1
  %26 = icmp eq i32 %25, 4
  br i1 %26, label %10, label %13
27:                                               ; preds = %10, %4
  %28 = phi double [ %7, %4 ], [ %12, %10 ]
  ret double %28
}
declare double @log(double noundef)
declare double @llvm.fabs.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @erf(double noundef)
define internal float @scale_erfinvf(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @llvm.fabs.f64(double %2)
  %4 = fcmp ult double %3, 5.000000e-01
  br i1 %4, label %9, label %5
5:                                                ; preds = %1
  %6 = fsub double 1.000000e+00, %3
  %7 = tail call double @scale_erfcinv(double noundef %6)
  %8 = tail call double @llvm.copysign.f64(double %7, double %2)
  br label %28
9:                                                ; preds = %1
  %10 = fmul double %2, 0x3FEC5BF891B4EF6B
  br label %14
11:                                               ; preds = %14
  %12 = fcmp oeq float %0, 0.000000e+00
  %13 = select i1 %12, double %2, double %25
  br label %28
14:                                               ; preds = %14, %9
  %15 = phi i32 [ 0, %9 ], [ %26, %14 ]
  %16 = phi double [ %10, %9 ], [ %25, %14 ]
  %17 = tail call double @erf(double noundef %16)
  %18 = fsub double %17, %2
  %19 = fneg double %16
  %20 = fmul double %16, %19
  %21 = tail call double @exp(double noundef %20)
  %22 = fmul double %21, 0x3FF20DD750429B6D
  %23 = tail call double @llvm.fmuladd.f64(double %16, double %18, double %22)
  %24 = fdiv double %18, %23
  %25 = fsub double %16, %24
  %26 = add nuw nsw i32 %15, 1
  %27 = icmp eq i32 %26, 4
  br i1 %27, label %11, label %14
28:                                               ; preds = %5, %11
  %29 = phi double [ %8, %5 ], [ %13, %11 ]
  %30 = fptrunc double %29 to float
  ret float %30
}
define internal float @scale_erfcinvf(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = tail call double @scale_erfcinv(double noundef %2)
  %4 = fptrunc double %3 to float
  ret float %4
}
define internal double @scale_normcdf(double noundef %0) nounwind {
  %2 = fcmp olt double %0, -3.860000e+01
  br i1 %2, label %18, label %3
3:                                                ; preds = %1
  %4 = fcmp ogt double %0, 9.000000e+00
  br i1 %4, label %18, label %5
5:                                                ; preds = %3
  %6 = fneg double %0
  %7 = fdiv double %0, 0xBFF6A09E667F3BCD
  %8 = tail call double @erfc(double noundef %7)
  %9 = fneg double %7
  %10 = tail call double @fma(double noundef %9, double noundef 0x3FF6A09E667F3BCD, double noundef %6)
  %11 = fdiv double %10, 0x3FF6A09E667F3BCD
  %12 = tail call double @llvm.fmuladd.f64(double %7, double 0x3C93B308D9C73695, double %11)
  %13 = fmul double %7, %9
  %14 = tail call double @exp(double noundef %13)
  %15 = fmul double %14, 0xBFF20DD750429B6D
  %16 = tail call double @llvm.fmuladd.f64(double %15, double %12, double %8)
  %17 = fmul double %16, 5.000000e-01
  br label %18
18:                                               ; preds = %3, %1, %5
  %19 = phi double [ %17, %5 ], [ 0.000000e+00, %1 ], [ 1.000000e+00, %3 ]
  ret double %19
}
define internal float @scale_normcdff(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = fdiv double %2, 0xBFF6A09E667F3BCD
  %4 = tail call double @erfc(double noundef %3)
  %5 = fmul double %4, 5.000000e-01
  %6 = fptrunc double %5 to float
  ret float %6
}
define internal double @scale_normcdfinv(double noundef %0) nounwind {
  %2 = fcmp oeq double %0, 5.000000e-01
  br i1 %2, label %7, label %3
3:                                                ; preds = %1
  %4 = fmul double %0, 2.000000e+00
  %5 = tail call double @scale_erfcinv(double noundef %4)
  %6 = fmul double %5, 0xBFF6A09E667F3BCD
  br label %7
7:                                                ; preds = %1, %3
  %8 = phi double [ %6, %3 ], [ 0.000000e+00, %1 ]
  ret double %8
}
define internal float @scale_normcdfinvf(float noundef %0) nounwind {
  %2 = fcmp oeq float %0, 5.000000e-01
  br i1 %2, label %9, label %3
3:                                                ; preds = %1
  %4 = fpext float %0 to double
  %5 = fmul double %4, 2.000000e+00
  %6 = tail call double @scale_erfcinv(double noundef %5)
  %7 = fmul double %6, 0xBFF6A09E667F3BCD
  %8 = fptrunc double %7 to float
  br label %9
9:                                                ; preds = %1, %3
  %10 = phi float [ %8, %3 ], [ 0.000000e+00, %1 ]
  ret float %10
}
define internal double @scale_cyl_bessel_i0(double noundef %0) nounwind {
  %2 = tail call fastcc double @bessel_i(double noundef %0, i32 noundef 0)
  ret double %2
}
define internal fastcc double @bessel_i(double noundef %0, i32 noundef range(i32 0, 2) %1) unnamed_addr nounwind {
  %3 = tail call double @llvm.fabs.f64(double %0)
  %4 = fpext double %3 to x86_fp80
  %5 = fcmp one double %0, 0.000000e+00
  %6 = fcmp olt double %3, 1.000000e+04
  %7 = and i1 %5, %6
  br i1 %7, label %19, label %8
8:                                                ; preds = %2
  %9 = icmp eq i32 %1, 0
  br i1 %9, label %13, label %10
10:                                               ; preds = %8
  %11 = fmul double %0, 1.000000e+308
  %12 = select i1 %5, double %11, double %0
  br label %90
13:                                               ; preds = %8
  %14 = fcmp oeq double %0, 0.000000e+00
  br i1 %14, label %90, label %15
15:                                               ; preds = %13
  %16 = fmul x86_fp80 %4, %4
  %17 = fmul x86_fp80 %16, 0xK43FE8E679C2F5E44FF8F
  %18 = fptrunc x86_fp80 %17 to double
  br label %90
19:                                               ; preds = %2
  %20 = fcmp ogt double %3, 4.000000e+01
  br i1 %20, label %21, label %62
21:                                               ; preds = %19
  %22 = shl nuw nsw i32 %1, 2
  %23 = mul nuw nsw i32 %22, %1
  %24 = fmul x86_fp80 %4, 0xK40028000000000000000
  br label %25
25:                                               ; preds = %46, %21
  %26 = phi x86_fp80 [ 0xK3FFF8000000000000000, %21 ], [ %49, %46 ]
  %27 = phi x86_fp80 [ 0xK3FFF8000000000000000, %21 ], [ %48, %46 ]
  %28 = phi i32 [ 1, %21 ], [ %50, %46 ]
  %29 = shl nuw nsw i32 %28, 1
  %30 = add nsw i32 %29, -1
  %31 = mul nsw i32 %30, %30
  %32 = sub nsw i32 %23, %31
  %33 = sitofp i32 %32 to x86_fp80
  %34 = fneg x86_fp80 %33
  %35 = fmul x86_fp80 %27, %34
  %36 = uitofp nneg i32 %28 to x86_fp80
  %37 = fmul x86_fp80 %24, %36
  %38 = fdiv x86_fp80 %35, %37
  %39 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %38)
  %40 = tail call x86_fp80 @llvm.fabs.f80(x86_fp80 %27)
  %41 = fcmp ult x86_fp80 %39, %40
  br i1 %41, label %42, label %46
42:                                               ; preds = %25
  %43 = fadd x86_fp80 %26, %38
  %44 = fcmp oeq x86_fp80 %43, %26
  br i1 %44, label %46, label %45
45:                                               ; preds = %42
  br label %46
46:                                               ; preds = %25, %42, %45
  %47 = phi i1 [ false, %45 ], [ true, %42 ], [ true, %25 ]
  %48 = phi x86_fp80 [ %38, %45 ], [ %27, %42 ], [ %27, %25 ]
  %49 = phi x86_fp80 [ %43, %45 ], [ %26, %42 ], [ %26, %25 ]
  %50 = add nuw nsw i32 %28, 1
  %51 = icmp eq i32 %50, 40
  %52 = select i1 %47, i1 true, i1 %51
  br i1 %52, label %53, label %25
53:                                               ; preds = %46
  %54 = fmul double %3, 5.000000e-01
  %55 = tail call double @exp(double noundef %54)
  %56 = fpext double %55 to x86_fp80
  %57 = fmul x86_fp80 %49, %56
  %58 = fmul x86_fp80 %4, 0xK4001C90FDAA22168C235
  %59 = tail call x86_fp80 @llvm.sqrt.f80(x86_fp80 %58)
  %60 = fdiv x86_fp80 %57, %59
  %61 = fmul x86_fp80 %60, %56
  br label %82
62:                                               ; preds = %19
  %63 = fmul x86_fp80 %4, 0xK3FFD8000000000000000
  %64 = fmul x86_fp80 %63, %4
  %65 = icmp eq i32 %1, 0
  %66 = fmul x86_fp80 %4, 0xK3FFE8000000000000000
  %67 = select i1 %65, x86_fp80 0xK3FFF8000000000000000, x86_fp80 %66
  br label %71
68:                                               ; preds = %71
  %69 = add nuw nsw i32 %72, 1
  %70 = icmp eq i32 %69, 500
  br i1 %70, label %82, label %71
71:                                               ; preds = %62, %68
  %72 = phi i32 [ 1, %62 ], [ %69, %68 ]
  %73 = phi x86_fp80 [ %67, %62 ], [ %80, %68 ]
  %74 = phi x86_fp80 [ %67, %62 ], [ %79, %68 ]
  %75 = add nuw nsw i32 %72, %1
  %76 = mul nuw nsw i32 %75, %72
  %77 = uitofp nneg i32 %76 to x86_fp80
  %78 = fdiv x86_fp80 %64, %77
  %79 = fmul x86_fp80 %74, %78
  %80 = fadd x86_fp80 %73, %79
  %81 = fcmp oeq x86_fp80 %80, %73
  br i1 %81, label %82, label %68
82:                                               ; preds = %68, %71, %53
  %83 = phi x86_fp80 [ %61, %53 ], [ %80, %68 ], [ %73, %71 ]
  %84 = icmp ne i32 %1, 0
  %85 = fcmp olt double %0, 0.000000e+00
  %86 = and i1 %85, %84
  %87 = fneg x86_fp80 %83
  %88 = select i1 %86, x86_fp80 %87, x86_fp80 %83
  %89 = fptrunc x86_fp80 %88 to double
  br label %90
90:                                               ; preds = %10, %13, %15, %82
  %91 = phi double [ %89, %82 ], [ %12, %10 ], [ %18, %15 ], [ 1.000000e+00, %13 ]
  ret double %91
}
define internal double @scale_cyl_bessel_i1(double noundef %0) nounwind {
  %2 = tail call fastcc double @bessel_i(double noundef %0, i32 noundef 1)
  ret double %2
}
define internal float @scale_cyl_bessel_i0f(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = tail call fastcc double @bessel_i(double noundef %2, i32 noundef 0)
  %4 = fptrunc double %3 to float
  ret float %4
}
define internal float @scale_cyl_bessel_i1f(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = tail call fastcc double @bessel_i(double noundef %2, i32 noundef 1)
  %4 = fptrunc double %3 to float
  ret float %4
}
define internal double @scale_jn(i32 noundef %0, double noundef %1) nounwind {
  %3 = icmp slt i32 %0, 0
  br i1 %3, label %6, label %4
4:                                                ; preds = %2
  %5 = tail call double @jn(i32 noundef %0, double noundef %1)
  br label %6
6:                                                ; preds = %2, %4
  %7 = phi double [ %5, %4 ], [ 0x7FF8000000000000, %2 ]
  ret double %7
}
declare double @jn(i32 noundef, double noundef)
define internal double @scale_yn(i32 noundef %0, double noundef %1) nounwind {
  %3 = icmp slt i32 %0, 0
  br i1 %3, label %6, label %4
4:                                                ; preds = %2
  %5 = tail call double @yn(i32 noundef %0, double noundef %1)
  br label %6
6:                                                ; preds = %2, %4
  %7 = phi double [ %5, %4 ], [ 0x7FF8000000000000, %2 ]
  ret double %7
}
declare double @yn(i32 noundef, double noundef)
define internal float @scale_jnf(i32 noundef %0, float noundef %1) nounwind {
  %3 = icmp slt i32 %0, 0
  br i1 %3, label %6, label %4
4:                                                ; preds = %2
  %5 = tail call float @jnf(i32 noundef %0, float noundef %1)
  br label %6
6:                                                ; preds = %2, %4
  %7 = phi float [ %5, %4 ], [ 0x7FF8000000000000, %2 ]
  ret float %7
}
declare float @jnf(i32 noundef, float noundef)
define internal float @scale_ynf(i32 noundef %0, float noundef %1) nounwind {
  %3 = icmp slt i32 %0, 0
  br i1 %3, label %6, label %4
4:                                                ; preds = %2
  %5 = tail call float @ynf(i32 noundef %0, float noundef %1)
  br label %6
6:                                                ; preds = %2, %4
  %7 = phi float [ %5, %4 ], [ 0x7FF8000000000000, %2 ]
  ret float %7
}
declare float @ynf(i32 noundef, float noundef)
define internal noundef double @scale_nan(ptr noundef readnone captures(none) %0) nounwind {
  ret double 0x7FF8000000000000
}
define internal noundef float @scale_nanf(ptr noundef readnone captures(none) %0) nounwind {
  ret float 0x7FF8000000000000
}
declare double @llvm.trunc.f64(double)
declare double @llvm.rint.f64(double)
declare double @cos(double noundef)
declare double @sin(double noundef)
declare x86_fp80 @llvm.fmuladd.f80(x86_fp80, x86_fp80, x86_fp80)
declare x86_fp80 @llvm.fabs.f80(x86_fp80)
define internal float @scale_add_rz_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %8 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %9 = call float asm sideeffect "addss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %8, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %9
}
define internal float @scale_sub_rz_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %8 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %9 = call float asm sideeffect "subss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %8, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %9
}
define internal float @scale_mul_rz_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %8 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %9 = call float asm sideeffect "mulss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %8, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %9
}
define internal float @scale_div_rz_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %8 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %9 = call float asm sideeffect "divss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %8, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %9
}
define internal double @scale_add_rz_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %8 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %9 = call double asm sideeffect "addsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %8, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %9
}
define internal double @scale_sub_rz_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %8 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %9 = call double asm sideeffect "subsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %8, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %9
}
define internal double @scale_mul_rz_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %8 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %9 = call double asm sideeffect "mulsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %8, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %9
}
define internal double @scale_div_rz_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %8 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %9 = call double asm sideeffect "divsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %8, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %9
}
define internal float @scale_rcp_rz_f32(float noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = or i32 %5, 24576
  store i32 %6, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %7 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %8 = call float asm sideeffect "divss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %0, float 1.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %7, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %8
}
define internal double @scale_rcp_rz_f64(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = or i32 %5, 24576
  store i32 %6, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %7 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %8 = call double asm sideeffect "divsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %0, double 1.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %7, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %8
}
define internal float @scale_sqrt_rz_f32(float noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = or i32 %5, 24576
  store i32 %6, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %7 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %8 = call float asm sideeffect "sqrtss $0, $0", "=x,0,~{dirflag},~{fpsr},~{flags}"(float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %7, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %8
}
define internal double @scale_sqrt_rz_f64(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = or i32 %5, 24576
  store i32 %6, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %7 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %8 = call double asm sideeffect "sqrtsd $0, $0", "=x,0,~{dirflag},~{fpsr},~{flags}"(double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %7, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %8
}
define internal float @scale_fma_rz_f32(float noundef %0, float noundef %1, float noundef %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = fpext float %0 to double
  %8 = fpext float %1 to double
  %9 = fmul double %7, %8
  %10 = fpext float %2 to double
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %11 = load i32, ptr %5, align 4
  %12 = or i32 %11, 24576
  store i32 %12, ptr %6, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %13 = load i32, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %14 = call { float, double } asm sideeffect "addsd $2, $1\0A\09cvtsd2ss $1, $0", "=x,=x,x,1,~{dirflag},~{fpsr},~{flags}"(double %10, double %9)
  %15 = extractvalue { float, double } %14, 0
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store i32 %13, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret float %15
}
define internal double @scale_fma_rz_f64(double noundef %0, double noundef %1, double noundef %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %7 = load i32, ptr %5, align 4
  %8 = or i32 %7, 24576
  store i32 %8, ptr %6, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %9 = load i32, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %10 = call double @fma(double noundef %0, double noundef %1, double noundef %2)
  %11 = call double asm sideeffect "", "=x,0,~{dirflag},~{fpsr},~{flags}"(double %10)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store i32 %9, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret double %11
}
define internal float @scale_double2float_rz(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = or i32 %5, 24576
  store i32 %6, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %7 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %8 = call float asm sideeffect "cvtsd2ss $1, $0", "=x,x,~{dirflag},~{fpsr},~{flags}"(double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %7, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %8
}
define internal float @scale_ll2float_rz(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = or i32 %5, 24576
  store i32 %6, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %7 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %8 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %7, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %8
}
define internal double @scale_ll2double_rz(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = or i32 %5, 24576
  store i32 %6, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %7 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %8 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %7, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %8
}
define internal float @scale_int2float_rz(i32 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = sext i32 %0 to i64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %6 = load i32, ptr %3, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %5, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal float @scale_uint2float_rz(i32 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = zext i32 %0 to i64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %6 = load i32, ptr %3, align 4
  %7 = or i32 %6, 24576
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %5, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal float @scale_ull2float_rz(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = icmp sgt i64 %0, -1
  br i1 %8, label %18, label %9
9:                                                ; preds = %1
  %10 = lshr i64 %0, 1
  %11 = and i64 %0, 1
  %12 = or i64 %10, %11
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %13 = load i32, ptr %6, align 4
  %14 = or i32 %13, 24576
  store i32 %14, ptr %7, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %7)
  %15 = load i32, ptr %6, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  %16 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %12, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store i32 %15, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %17 = fmul float %16, 2.000000e+00
  br label %23
18:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %19 = load i32, ptr %3, align 4
  %20 = or i32 %19, 24576
  store i32 %20, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %21 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %22 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %21, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %23
23:                                               ; preds = %18, %9
  %24 = phi float [ %17, %9 ], [ %22, %18 ]
  ret float %24
}
define internal double @scale_ull2double_rz(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = icmp sgt i64 %0, -1
  br i1 %8, label %18, label %9
9:                                                ; preds = %1
  %10 = lshr i64 %0, 1
  %11 = and i64 %0, 1
  %12 = or i64 %10, %11
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %13 = load i32, ptr %6, align 4
  %14 = or i32 %13, 24576
  store i32 %14, ptr %7, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %7)
  %15 = load i32, ptr %6, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  %16 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %12, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store i32 %15, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %17 = fmul double %16, 2.000000e+00
  br label %23
18:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %19 = load i32, ptr %3, align 4
  %20 = or i32 %19, 24576
  store i32 %20, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %21 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %22 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %21, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %23
23:                                               ; preds = %18, %9
  %24 = phi double [ %17, %9 ], [ %22, %18 ]
  ret double %24
}
define internal float @scale_add_ru_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call float asm sideeffect "addss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %10
}
define internal float @scale_sub_ru_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call float asm sideeffect "subss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %10
}
define internal float @scale_mul_ru_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call float asm sideeffect "mulss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %10
}
define internal float @scale_div_ru_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call float asm sideeffect "divss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %10
}
define internal double @scale_add_ru_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call double asm sideeffect "addsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %10
}
define internal double @scale_sub_ru_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call double asm sideeffect "subsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %10
}
define internal double @scale_mul_ru_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call double asm sideeffect "mulsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %10
}
define internal double @scale_div_ru_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call double asm sideeffect "divsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %10
}
define internal float @scale_rcp_ru_f32(float noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 16384
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "divss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %0, float 1.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal double @scale_rcp_ru_f64(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 16384
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call double asm sideeffect "divsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %0, double 1.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define internal float @scale_sqrt_ru_f32(float noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 16384
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "sqrtss $0, $0", "=x,0,~{dirflag},~{fpsr},~{flags}"(float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal double @scale_sqrt_ru_f64(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 16384
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call double asm sideeffect "sqrtsd $0, $0", "=x,0,~{dirflag},~{fpsr},~{flags}"(double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define internal float @scale_fma_ru_f32(float noundef %0, float noundef %1, float noundef %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = fpext float %0 to double
  %8 = fpext float %1 to double
  %9 = fmul double %7, %8
  %10 = fpext float %2 to double
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %11 = load i32, ptr %5, align 4
  %12 = and i32 %11, -24577
  %13 = or disjoint i32 %12, 16384
  store i32 %13, ptr %6, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %14 = load i32, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %15 = call { float, double } asm sideeffect "addsd $2, $1\0A\09cvtsd2ss $1, $0", "=x,=x,x,1,~{dirflag},~{fpsr},~{flags}"(double %10, double %9)
  %16 = extractvalue { float, double } %15, 0
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store i32 %14, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret float %16
}
define internal double @scale_fma_ru_f64(double noundef %0, double noundef %1, double noundef %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %7 = load i32, ptr %5, align 4
  %8 = and i32 %7, -24577
  %9 = or disjoint i32 %8, 16384
  store i32 %9, ptr %6, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %10 = load i32, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %11 = call double @fma(double noundef %0, double noundef %1, double noundef %2)
  %12 = call double asm sideeffect "", "=x,0,~{dirflag},~{fpsr},~{flags}"(double %11)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store i32 %10, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret double %12
}
define internal float @scale_double2float_ru(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 16384
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "cvtsd2ss $1, $0", "=x,x,~{dirflag},~{fpsr},~{flags}"(double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal float @scale_ll2float_ru(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 16384
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal double @scale_ll2double_ru(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 16384
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define internal float @scale_int2float_ru(i32 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = sext i32 %0 to i64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %6 = load i32, ptr %3, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %9 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %10 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %5, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %9, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %10
}
define internal float @scale_uint2float_ru(i32 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = zext i32 %0 to i64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %6 = load i32, ptr %3, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 16384
  store i32 %8, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %9 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %10 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %5, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %9, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %10
}
define internal float @scale_ull2float_ru(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = icmp sgt i64 %0, -1
  br i1 %8, label %19, label %9
9:                                                ; preds = %1
  %10 = lshr i64 %0, 1
  %11 = and i64 %0, 1
  %12 = or i64 %10, %11
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %13 = load i32, ptr %6, align 4
  %14 = and i32 %13, -24577
  %15 = or disjoint i32 %14, 16384
  store i32 %15, ptr %7, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %7)
  %16 = load i32, ptr %6, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  %17 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %12, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store i32 %16, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %18 = fmul float %17, 2.000000e+00
  br label %25
19:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %20 = load i32, ptr %3, align 4
  %21 = and i32 %20, -24577
  %22 = or disjoint i32 %21, 16384
  store i32 %22, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %23 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %24 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %23, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %25
25:                                               ; preds = %19, %9
  %26 = phi float [ %18, %9 ], [ %24, %19 ]
  ret float %26
}
define internal double @scale_ull2double_ru(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = icmp sgt i64 %0, -1
  br i1 %8, label %19, label %9
9:                                                ; preds = %1
  %10 = lshr i64 %0, 1
  %11 = and i64 %0, 1
  %12 = or i64 %10, %11
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %13 = load i32, ptr %6, align 4
  %14 = and i32 %13, -24577
  %15 = or disjoint i32 %14, 16384
  store i32 %15, ptr %7, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %7)
  %16 = load i32, ptr %6, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  %17 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %12, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store i32 %16, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %18 = fmul double %17, 2.000000e+00
  br label %25
19:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %20 = load i32, ptr %3, align 4
  %21 = and i32 %20, -24577
  %22 = or disjoint i32 %21, 16384
  store i32 %22, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %23 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %24 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %23, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %25
25:                                               ; preds = %19, %9
  %26 = phi double [ %18, %9 ], [ %24, %19 ]
  ret double %26
}
define internal float @scale_add_rd_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call float asm sideeffect "addss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %10
}
define internal float @scale_sub_rd_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call float asm sideeffect "subss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %10
}
define internal float @scale_mul_rd_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call float asm sideeffect "mulss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %10
}
define internal float @scale_div_rd_f32(float noundef %0, float noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call float asm sideeffect "divss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %1, float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret float %10
}
define internal double @scale_add_rd_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call double asm sideeffect "addsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %10
}
define internal double @scale_sub_rd_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call double asm sideeffect "subsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %10
}
define internal double @scale_mul_rd_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call double asm sideeffect "mulsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %10
}
define internal double @scale_div_rd_f64(double noundef %0, double noundef %1) nounwind {
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %6 = load i32, ptr %4, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %9 = load i32, ptr %4, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  %10 = call double asm sideeffect "divsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %1, double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  store i32 %9, ptr %3, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  ret double %10
}
define internal float @scale_rcp_rd_f32(float noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 8192
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "divss $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(float %0, float 1.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal double @scale_rcp_rd_f64(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 8192
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call double asm sideeffect "divsd $1, $0", "=x,x,0,~{dirflag},~{fpsr},~{flags}"(double %0, double 1.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define internal float @scale_sqrt_rd_f32(float noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 8192
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "sqrtss $0, $0", "=x,0,~{dirflag},~{fpsr},~{flags}"(float %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal double @scale_sqrt_rd_f64(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 8192
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call double asm sideeffect "sqrtsd $0, $0", "=x,0,~{dirflag},~{fpsr},~{flags}"(double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define internal float @scale_fma_rd_f32(float noundef %0, float noundef %1, float noundef %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = fpext float %0 to double
  %8 = fpext float %1 to double
  %9 = fmul double %7, %8
  %10 = fpext float %2 to double
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %11 = load i32, ptr %5, align 4
  %12 = and i32 %11, -24577
  %13 = or disjoint i32 %12, 8192
  store i32 %13, ptr %6, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %14 = load i32, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %15 = call { float, double } asm sideeffect "addsd $2, $1\0A\09cvtsd2ss $1, $0", "=x,=x,x,1,~{dirflag},~{fpsr},~{flags}"(double %10, double %9)
  %16 = extractvalue { float, double } %15, 0
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store i32 %14, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret float %16
}
define internal double @scale_fma_rd_f64(double noundef %0, double noundef %1, double noundef %2) nounwind {
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  %7 = load i32, ptr %5, align 4
  %8 = and i32 %7, -24577
  %9 = or disjoint i32 %8, 8192
  store i32 %9, ptr %6, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %10 = load i32, ptr %5, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %11 = call double @fma(double noundef %0, double noundef %1, double noundef %2)
  %12 = call double asm sideeffect "", "=x,0,~{dirflag},~{fpsr},~{flags}"(double %11)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  store i32 %10, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  ret double %12
}
define internal float @scale_double2float_rd(double noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 8192
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "cvtsd2ss $1, $0", "=x,x,~{dirflag},~{fpsr},~{flags}"(double %0)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal float @scale_ll2float_rd(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 8192
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %9
}
define internal double @scale_ll2double_rd(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %5 = load i32, ptr %3, align 4
  %6 = and i32 %5, -24577
  %7 = or disjoint i32 %6, 8192
  store i32 %7, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %8 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %9 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %8, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret double %9
}
define internal float @scale_int2float_rd(i32 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = sext i32 %0 to i64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %6 = load i32, ptr %3, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %9 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %10 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %5, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %9, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %10
}
define internal float @scale_uint2float_rd(i32 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = zext i32 %0 to i64
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %6 = load i32, ptr %3, align 4
  %7 = and i32 %6, -24577
  %8 = or disjoint i32 %7, 8192
  store i32 %8, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %9 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %10 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %5, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %9, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  ret float %10
}
define internal float @scale_ull2float_rd(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = icmp sgt i64 %0, -1
  br i1 %8, label %19, label %9
9:                                                ; preds = %1
  %10 = lshr i64 %0, 1
  %11 = and i64 %0, 1
  %12 = or i64 %10, %11
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %13 = load i32, ptr %6, align 4
  %14 = and i32 %13, -24577
  %15 = or disjoint i32 %14, 8192
  store i32 %15, ptr %7, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %7)
  %16 = load i32, ptr %6, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  %17 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %12, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store i32 %16, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %18 = fmul float %17, 2.000000e+00
  br label %25
19:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %20 = load i32, ptr %3, align 4
  %21 = and i32 %20, -24577
  %22 = or disjoint i32 %21, 8192
  store i32 %22, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %23 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %24 = call float asm sideeffect "cvtsi2ssq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, float 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %23, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %25
25:                                               ; preds = %19, %9
  %26 = phi float [ %18, %9 ], [ %24, %19 ]
  ret float %26
}
define internal double @scale_ull2double_rd(i64 noundef %0) nounwind {
  %2 = alloca i32, align 4
  %3 = alloca i32, align 4
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca i32, align 4
  %8 = icmp sgt i64 %0, -1
  br i1 %8, label %19, label %9
9:                                                ; preds = %1
  %10 = lshr i64 %0, 1
  %11 = and i64 %0, 1
  %12 = or i64 %10, %11
  call void @llvm.lifetime.start.p0(ptr nonnull %6)
  call void @llvm.lifetime.start.p0(ptr nonnull %7)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %6)
  %13 = load i32, ptr %6, align 4
  %14 = and i32 %13, -24577
  %15 = or disjoint i32 %14, 8192
  store i32 %15, ptr %7, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %7)
  %16 = load i32, ptr %6, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %7)
  call void @llvm.lifetime.end.p0(ptr nonnull %6)
  %17 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %12, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %5)
  store i32 %16, ptr %5, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %5)
  call void @llvm.lifetime.end.p0(ptr nonnull %5)
  %18 = fmul double %17, 2.000000e+00
  br label %25
19:                                               ; preds = %1
  call void @llvm.lifetime.start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(ptr nonnull %4)
  call void asm sideeffect "stmxcsr $0", "=*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %3)
  %20 = load i32, ptr %3, align 4
  %21 = and i32 %20, -24577
  %22 = or disjoint i32 %21, 8192
  store i32 %22, ptr %4, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %4)
  %23 = load i32, ptr %3, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %4)
  call void @llvm.lifetime.end.p0(ptr nonnull %3)
  %24 = call double asm sideeffect "cvtsi2sdq $1, $0", "=x,r,0,~{dirflag},~{fpsr},~{flags}"(i64 %0, double 0.000000e+00)
  call void @llvm.lifetime.start.p0(ptr nonnull %2)
  store i32 %23, ptr %2, align 4
  call void asm sideeffect "ldmxcsr $0", "*m,~{dirflag},~{fpsr},~{flags}"(ptr nonnull elementtype(i32) %2)
  call void @llvm.lifetime.end.p0(ptr nonnull %2)
  br label %25
25:                                               ; preds = %19, %9
  %26 = phi double [ %18, %9 ], [ %24, %19 ]
  ret double %26
}
define hidden float @__extendhfsf2(half noundef %0) nounwind {
  %2 = bitcast half %0 to i16
  %3 = zext i16 %2 to i32
  %4 = sext i16 %2 to i32
  %5 = and i32 %4, -2147483648
  %6 = lshr i32 %3, 10
  %7 = and i32 %6, 31
  %8 = and i32 %3, 1023
  switch i32 %7, label %16 [
    i32 31, label %9
    i32 0, label %22
  ]
9:                                                ; preds = %1
  %10 = shl nuw nsw i32 %3, 13
  %11 = icmp eq i32 %8, 0
  %12 = select i1 %11, i32 0, i32 4194304
  %13 = or i32 %10, %12
  %14 = or disjoint i32 %13, %5
  %15 = or i32 %14, 2139095040
  br label %27
16:                                               ; preds = %1
  %17 = shl nuw nsw i32 %7, 23
  %18 = add nuw nsw i32 %17, 939524096
  %19 = shl nuw nsw i32 %8, 13
  %20 = or disjoint i32 %18, %19
  %21 = or disjoint i32 %20, %5
  br label %27
22:                                               ; preds = %1
  %23 = uitofp nneg i32 %8 to float
  %24 = fmul float %23, 0x3E70000000000000
  %25 = bitcast float %24 to i32
  %26 = or disjoint i32 %5, %25
  br label %27
27:                                               ; preds = %16, %22, %9
  %28 = phi i32 [ %15, %9 ], [ %21, %16 ], [ %26, %22 ]
  %29 = bitcast i32 %28 to float
  ret float %29
}
define hidden half @__truncdfhf2(double noundef %0) nounwind {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 48
  %4 = trunc nuw i64 %3 to i16
  %5 = and i16 %4, -32768
  %6 = and i64 %2, 4503599627370495
  %7 = lshr i64 %2, 52
  %8 = trunc nuw nsw i64 %7 to i32
  %9 = and i32 %8, 2047
  %10 = icmp eq i32 %9, 2047
  br i1 %10, label %11, label %19
11:                                               ; preds = %1
  %12 = icmp eq i64 %6, 0
  %13 = lshr i64 %6, 42
  %14 = trunc nuw nsw i64 %13 to i16
  %15 = or disjoint i16 %5, %14
  %16 = or i16 %15, 512
  %17 = select i1 %12, i16 %5, i16 %16
  %18 = or i16 %17, 31744
  br label %58
19:                                               ; preds = %1
  %20 = icmp samesign ugt i32 %9, 1038
  br i1 %20, label %21, label %23
21:                                               ; preds = %19
  %22 = or disjoint i16 %5, 31744
  br label %58
23:                                               ; preds = %19
  %24 = or disjoint i64 %6, 4503599627370496
  %25 = icmp samesign ult i32 %9, 1009
  br i1 %25, label %26, label %29
26:                                               ; preds = %23
  %27 = sub nuw nsw i32 1051, %9
  %28 = icmp samesign ult i32 %9, 989
  br i1 %28, label %58, label %33
29:                                               ; preds = %23
  %30 = add nsw i32 %9, -1009
  %31 = zext nneg i32 %30 to i64
  %32 = shl nuw nsw i64 %31, 10
  br label %33
33:                                               ; preds = %29, %26
  %34 = phi i32 [ %27, %26 ], [ 42, %29 ]
  %35 = phi i64 [ 0, %26 ], [ %32, %29 ]
  %36 = zext nneg i32 %34 to i64
  %37 = lshr i64 %24, %36
  %38 = shl nsw i64 -1, %36
  %39 = xor i64 %38, -1
  %40 = and i64 %24, %39
  %41 = add nsw i32 %34, -1
  %42 = zext nneg i32 %41 to i64
  %43 = shl nuw i64 1, %42
  %44 = icmp ugt i64 %40, %43
  br i1 %44, label %51, label %45
45:                                               ; preds = %33
  %46 = icmp eq i64 %40, %43
  %47 = and i64 %37, 1
  %48 = icmp ne i64 %47, 0
  %49 = select i1 %46, i1 %48, i1 false
  %50 = zext i1 %49 to i64
  br label %51
51:                                               ; preds = %45, %33
  %52 = phi i64 [ 1, %33 ], [ %50, %45 ]
  %53 = and i64 %3, 32768
  %54 = add nuw nsw i64 %37, %35
  %55 = add nuw nsw i64 %54, %52
  %56 = or i64 %55, %53
  %57 = trunc nuw i64 %56 to i16
  br label %58
58:                                               ; preds = %11, %21, %26, %51
  %59 = phi i16 [ %18, %11 ], [ %22, %21 ], [ %57, %51 ], [ %5, %26 ]
  %60 = bitcast i16 %59 to half
  ret half %60
}
define hidden half @__truncsfhf2(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = bitcast double %2 to i64
  %4 = lshr i64 %3, 48
  %5 = trunc nuw i64 %4 to i16
  %6 = and i16 %5, -32768
  %7 = and i64 %3, 4503599627370495
  %8 = lshr i64 %3, 52
  %9 = trunc nuw nsw i64 %8 to i32
  %10 = and i32 %9, 2047
  %11 = icmp eq i32 %10, 2047
  br i1 %11, label %12, label %20
12:                                               ; preds = %1
  %13 = icmp eq i64 %7, 0
  %14 = lshr i64 %7, 42
  %15 = trunc nuw nsw i64 %14 to i16
  %16 = or disjoint i16 %6, %15
  %17 = or i16 %16, 512
  %18 = select i1 %13, i16 %6, i16 %17
  %19 = or i16 %18, 31744
  br label %59
20:                                               ; preds = %1
  %21 = icmp samesign ugt i32 %10, 1038
  br i1 %21, label %22, label %24
22:                                               ; preds = %20
  %23 = or disjoint i16 %6, 31744
  br label %59
24:                                               ; preds = %20
  %25 = or disjoint i64 %7, 4503599627370496
  %26 = icmp samesign ult i32 %10, 1009
  br i1 %26, label %27, label %30
27:                                               ; preds = %24
  %28 = sub nuw nsw i32 1051, %10
  %29 = icmp samesign ult i32 %10, 989
  br i1 %29, label %59, label %34
30:                                               ; preds = %24
  %31 = add nsw i32 %10, -1009
  %32 = zext nneg i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 10
  br label %34
34:                                               ; preds = %30, %27
  %35 = phi i32 [ %28, %27 ], [ 42, %30 ]
  %36 = phi i64 [ 0, %27 ], [ %33, %30 ]
  %37 = zext nneg i32 %35 to i64
  %38 = lshr i64 %25, %37
  %39 = shl nsw i64 -1, %37
  %40 = xor i64 %39, -1
  %41 = and i64 %25, %40
  %42 = add nsw i32 %35, -1
  %43 = zext nneg i32 %42 to i64
  %44 = shl nuw i64 1, %43
  %45 = icmp ugt i64 %41, %44
  br i1 %45, label %52, label %46
46:                                               ; preds = %34
  %47 = icmp eq i64 %41, %44
  %48 = and i64 %38, 1
  %49 = icmp ne i64 %48, 0
  %50 = select i1 %47, i1 %49, i1 false
  %51 = zext i1 %50 to i64
  br label %52
52:                                               ; preds = %46, %34
  %53 = phi i64 [ 1, %34 ], [ %51, %46 ]
  %54 = and i64 %4, 32768
  %55 = add nuw nsw i64 %38, %36
  %56 = add nuw nsw i64 %55, %53
  %57 = or i64 %56, %54
  %58 = trunc nuw i64 %57 to i16
  br label %59
59:                                               ; preds = %12, %22, %27, %52
  %60 = phi i16 [ %19, %12 ], [ %23, %22 ], [ %58, %52 ], [ %6, %27 ]
  %61 = bitcast i16 %60 to half
  ret half %61
}
define hidden bfloat @__truncdfbf2(double noundef %0) nounwind {
  %2 = bitcast double %0 to i64
  %3 = lshr i64 %2, 48
  %4 = trunc nuw i64 %3 to i16
  %5 = and i16 %4, -32768
  %6 = and i64 %2, 4503599627370495
  %7 = lshr i64 %2, 52
  %8 = trunc nuw nsw i64 %7 to i32
  %9 = and i32 %8, 2047
  %10 = icmp eq i32 %9, 2047
  br i1 %10, label %11, label %19
11:                                               ; preds = %1
  %12 = icmp eq i64 %6, 0
  %13 = lshr i64 %6, 45
  %14 = trunc nuw nsw i64 %13 to i16
  %15 = or disjoint i16 %5, %14
  %16 = or i16 %15, 64
  %17 = select i1 %12, i16 %5, i16 %16
  %18 = or i16 %17, 32640
  br label %58
19:                                               ; preds = %1
  %20 = icmp samesign ugt i32 %9, 1150
  br i1 %20, label %21, label %23
21:                                               ; preds = %19
  %22 = or disjoint i16 %5, 32640
  br label %58
23:                                               ; preds = %19
  %24 = or disjoint i64 %6, 4503599627370496
  %25 = icmp samesign ult i32 %9, 897
  br i1 %25, label %26, label %29
26:                                               ; preds = %23
  %27 = sub nuw nsw i32 942, %9
  %28 = icmp samesign ult i32 %9, 880
  br i1 %28, label %58, label %33
29:                                               ; preds = %23
  %30 = add nsw i32 %9, -897
  %31 = zext nneg i32 %30 to i64
  %32 = shl nuw nsw i64 %31, 7
  br label %33
33:                                               ; preds = %29, %26
  %34 = phi i32 [ %27, %26 ], [ 45, %29 ]
  %35 = phi i64 [ 0, %26 ], [ %32, %29 ]
  %36 = zext nneg i32 %34 to i64
  %37 = lshr i64 %24, %36
  %38 = shl nsw i64 -1, %36
  %39 = xor i64 %38, -1
  %40 = and i64 %24, %39
  %41 = add nsw i32 %34, -1
  %42 = zext nneg i32 %41 to i64
  %43 = shl nuw i64 1, %42
  %44 = icmp ugt i64 %40, %43
  br i1 %44, label %51, label %45
45:                                               ; preds = %33
  %46 = icmp eq i64 %40, %43
  %47 = and i64 %37, 1
  %48 = icmp ne i64 %47, 0
  %49 = select i1 %46, i1 %48, i1 false
  %50 = zext i1 %49 to i64
  br label %51
51:                                               ; preds = %45, %33
  %52 = phi i64 [ 1, %33 ], [ %50, %45 ]
  %53 = and i64 %3, 32768
  %54 = add nuw nsw i64 %37, %35
  %55 = add nuw nsw i64 %54, %52
  %56 = or i64 %55, %53
  %57 = trunc nuw i64 %56 to i16
  br label %58
58:                                               ; preds = %11, %21, %26, %51
  %59 = phi i16 [ %18, %11 ], [ %22, %21 ], [ %57, %51 ], [ %5, %26 ]
  %60 = bitcast i16 %59 to bfloat
  ret bfloat %60
}
define hidden bfloat @__truncsfbf2(float noundef %0) nounwind {
  %2 = fpext float %0 to double
  %3 = bitcast double %2 to i64
  %4 = lshr i64 %3, 48
  %5 = trunc nuw i64 %4 to i16
  %6 = and i16 %5, -32768
  %7 = and i64 %3, 4503599627370495
  %8 = lshr i64 %3, 52
  %9 = trunc nuw nsw i64 %8 to i32
  %10 = and i32 %9, 2047
  %11 = icmp eq i32 %10, 2047
  br i1 %11, label %12, label %20
12:                                               ; preds = %1
  %13 = icmp eq i64 %7, 0
  %14 = lshr i64 %7, 45
  %15 = trunc nuw nsw i64 %14 to i16
  %16 = or disjoint i16 %6, %15
  %17 = or i16 %16, 64
  %18 = select i1 %13, i16 %6, i16 %17
  %19 = or i16 %18, 32640
  br label %59
20:                                               ; preds = %1
  %21 = icmp samesign ugt i32 %10, 1150
  br i1 %21, label %22, label %24
22:                                               ; preds = %20
  %23 = or disjoint i16 %6, 32640
  br label %59
24:                                               ; preds = %20
  %25 = or disjoint i64 %7, 4503599627370496
  %26 = icmp samesign ult i32 %10, 897
  br i1 %26, label %27, label %30
27:                                               ; preds = %24
  %28 = sub nuw nsw i32 942, %10
  %29 = icmp samesign ult i32 %10, 880
  br i1 %29, label %59, label %34
30:                                               ; preds = %24
  %31 = add nsw i32 %10, -897
  %32 = zext nneg i32 %31 to i64
  %33 = shl nuw nsw i64 %32, 7
  br label %34
34:                                               ; preds = %30, %27
  %35 = phi i32 [ %28, %27 ], [ 45, %30 ]
  %36 = phi i64 [ 0, %27 ], [ %33, %30 ]
  %37 = zext nneg i32 %35 to i64
  %38 = lshr i64 %25, %37
  %39 = shl nsw i64 -1, %37
  %40 = xor i64 %39, -1
  %41 = and i64 %25, %40
  %42 = add nsw i32 %35, -1
  %43 = zext nneg i32 %42 to i64
  %44 = shl nuw i64 1, %43
  %45 = icmp ugt i64 %41, %44
  br i1 %45, label %52, label %46
46:                                               ; preds = %34
  %47 = icmp eq i64 %41, %44
  %48 = and i64 %38, 1
  %49 = icmp ne i64 %48, 0
  %50 = select i1 %47, i1 %49, i1 false
  %51 = zext i1 %50 to i64
  br label %52
52:                                               ; preds = %46, %34
  %53 = phi i64 [ 1, %34 ], [ %51, %46 ]
  %54 = and i64 %4, 32768
  %55 = add nuw nsw i64 %38, %36
  %56 = add nuw nsw i64 %55, %53
  %57 = or i64 %56, %54
  %58 = trunc nuw i64 %57 to i16
  br label %59
59:                                               ; preds = %12, %22, %27, %52
  %60 = phi i16 [ %19, %12 ], [ %23, %22 ], [ %58, %52 ], [ %6, %27 ]
  %61 = bitcast i16 %60 to bfloat
  ret bfloat %61
}
@scale.6switch.table.scale_mma.2 = private unnamed_addr constant [10 x i32] [i32 2, i32 2, i32 1, i32 1, i32 4, i32 4, i32 4, i32 4, i32 8, i32 8], align 4
define internal void @scale_mma(i32 noundef %0, i32 noundef %1, i32 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, ptr noundef captures(none) %7) noinline optsize nounwind {
  %9 = alloca [16 x [128 x float]], align 16
  %10 = alloca [128 x [8 x float]], align 16
  %11 = alloca [8 x float], align 16
  %12 = alloca [16 x [128 x i32]], align 16
  %13 = alloca [128 x [8 x i32]], align 16
  %14 = alloca [16 x [8 x i32]], align 16
  %15 = alloca [8 x i32], align 16
  %16 = alloca [16 x [128 x double]], align 16
  %17 = alloca [128 x [8 x double]], align 16
  %18 = alloca [16 x [8 x double]], align 16
  %19 = alloca [16 x [8 x float]], align 16
  %20 = alloca [16 x [8 x float]], align 16
  %21 = icmp eq i32 %2, 3
  br i1 %21, label %22, label %175
22:                                               ; preds = %8
  %23 = sdiv i32 %0, 8
  %24 = mul nsw i32 %23, %1
  %25 = sdiv i32 %24, 4
  call void @llvm.lifetime.start.p0(ptr nonnull %16)
  call void @llvm.lifetime.start.p0(ptr nonnull %17)
  call void @llvm.lifetime.start.p0(ptr nonnull %18)
  %26 = icmp sgt i32 %24, 3
  %27 = zext nneg i32 %25 to i64
  br label %28
28:                                               ; preds = %41, %22
  %29 = phi i64 [ 0, %22 ], [ %42, %41 ]
  br i1 %26, label %30, label %41
30:                                               ; preds = %28
  %31 = trunc nuw nsw i64 %29 to i32
  %32 = lshr i32 %31, 2
  %33 = and i32 %31, 3
  %34 = getelementptr inbounds nuw [16 x i64], ptr %7, i64 %29
  br label %44
35:                                               ; preds = %41
  %36 = sdiv i32 %1, 4
  %37 = icmp sgt i32 %1, 3
  %38 = sext i32 %25 to i64
  %39 = getelementptr i64, ptr %7, i64 %38
  %40 = zext nneg i32 %36 to i64
  br label %61
41:                                               ; preds = %44, %28
  %42 = add nuw nsw i64 %29, 1
  %43 = icmp eq i64 %42, 32
  br i1 %43, label %35, label %28
44:                                               ; preds = %44, %30
  %45 = phi i64 [ 0, %30 ], [ %59, %44 ]
  %46 = trunc nuw nsw i64 %45 to i32
  %47 = srem i32 %46, %23
  %48 = shl nsw i32 %47, 3
  %49 = add nuw nsw i32 %48, %32
  %50 = sdiv i32 %46, %23
  %51 = shl nsw i32 %50, 2
  %52 = or disjoint i32 %51, %33
  %53 = getelementptr inbounds nuw i64, ptr %34, i64 %45
  %54 = load double, ptr %53, align 8
  %55 = zext nneg i32 %49 to i64
  %56 = getelementptr inbounds nuw [128 x double], ptr %16, i64 %55
  %57 = sext i32 %52 to i64
  %58 = getelementptr inbounds double, ptr %56, i64 %57
  store double %54, ptr %58, align 8
  %59 = add nuw nsw i64 %45, 1
  %60 = icmp eq i64 %59, %27
  br i1 %60, label %41, label %44
61:                                               ; preds = %78, %35
  %62 = phi i64 [ 0, %35 ], [ %79, %78 ]
  br i1 %37, label %63, label %78
63:                                               ; preds = %61
  %64 = lshr i64 %62, 2
  %65 = and i64 %62, 3
  %66 = and i64 %64, 1073741823
  %67 = getelementptr inbounds nuw double, ptr %17, i64 %66
  %68 = getelementptr [16 x i64], ptr %39, i64 %62
  %69 = getelementptr inbounds nuw [8 x double], ptr %67, i64 %65
  br label %81
70:                                               ; preds = %78
  %71 = add nsw i32 %25, %36
  %72 = shl nsw i32 %23, 1
  %73 = icmp sgt i32 %0, 7
  %74 = sext i32 %71 to i64
  %75 = tail call i32 @llvm.smax.i32(i32 %72, i32 1)
  %76 = getelementptr i64, ptr %7, i64 %74
  %77 = zext nneg i32 %75 to i64
  br label %89
78:                                               ; preds = %81, %61
  %79 = add nuw nsw i64 %62, 1
  %80 = icmp eq i64 %79, 32
  br i1 %80, label %70, label %61
81:                                               ; preds = %81, %63
  %82 = phi i64 [ 0, %63 ], [ %87, %81 ]
  %83 = getelementptr i64, ptr %68, i64 %82
  %84 = load double, ptr %83, align 8
  %85 = shl nsw i64 %82, 8
  %86 = getelementptr inbounds nuw i8, ptr %69, i64 %85
  store double %84, ptr %86, align 8
  %87 = add nuw nsw i64 %82, 1
  %88 = icmp eq i64 %87, %40
  br i1 %88, label %78, label %81
89:                                               ; preds = %103, %70
  %90 = phi i64 [ 0, %70 ], [ %104, %103 ]
  br i1 %73, label %91, label %103
91:                                               ; preds = %89
  %92 = trunc nuw nsw i64 %90 to i32
  %93 = lshr i32 %92, 2
  %94 = shl nuw i64 %90, 1
  %95 = and i64 %94, 6
  %96 = getelementptr [16 x i64], ptr %76, i64 %90
  br label %106
97:                                               ; preds = %103
  %98 = icmp sgt i32 %0, 0
  br i1 %98, label %99, label %126
99:                                               ; preds = %97
  %100 = icmp sgt i32 %1, 0
  %101 = zext nneg i32 %0 to i64
  %102 = zext nneg i32 %1 to i64
  br label %121
103:                                              ; preds = %106, %89
  %104 = add nuw nsw i64 %90, 1
  %105 = icmp eq i64 %104, 32
  br i1 %105, label %97, label %89
106:                                              ; preds = %106, %91
  %107 = phi i64 [ 0, %91 ], [ %119, %106 ]
  %108 = getelementptr i64, ptr %96, i64 %107
  %109 = load double, ptr %108, align 8
  %110 = trunc i64 %107 to i32
  %111 = shl i32 %110, 2
  %112 = and i32 %111, 2147483640
  %113 = or disjoint i32 %112, %93
  %114 = zext nneg i32 %113 to i64
  %115 = getelementptr inbounds nuw [8 x double], ptr %18, i64 %114
  %116 = and i64 %107, 1
  %117 = getelementptr inbounds nuw double, ptr %115, i64 %116
  %118 = getelementptr inbounds nuw double, ptr %117, i64 %95
  store double %109, ptr %118, align 8
  %119 = add nuw nsw i64 %107, 1
  %120 = icmp eq i64 %119, %77
  br i1 %120, label %103, label %106
121:                                              ; preds = %133, %99
  %122 = phi i64 [ 0, %99 ], [ %134, %133 ]
  br i1 %100, label %123, label %133
123:                                              ; preds = %121
  %124 = getelementptr inbounds nuw [128 x double], ptr %16, i64 %122
  %125 = getelementptr inbounds nuw [8 x double], ptr %18, i64 %122
  br label %128
126:                                              ; preds = %133, %97
  %127 = zext nneg i32 %75 to i64
  br label %148
128:                                              ; preds = %136, %123
  %129 = phi i64 [ 0, %123 ], [ %137, %136 ]
  %130 = getelementptr inbounds nuw double, ptr %124, i64 %129
  %131 = load double, ptr %130, align 8
  %132 = getelementptr inbounds nuw [8 x double], ptr %17, i64 %129
  br label %139
133:                                              ; preds = %136, %121
  %134 = add nuw nsw i64 %122, 1
  %135 = icmp eq i64 %134, %101
  br i1 %135, label %126, label %121
136:                                              ; preds = %139
  %137 = add nuw nsw i64 %129, 1
  %138 = icmp eq i64 %137, %102
  br i1 %138, label %133, label %128
139:                                              ; preds = %139, %128
  %140 = phi i64 [ 0, %128 ], [ %146, %139 ]
  %141 = getelementptr inbounds nuw double, ptr %132, i64 %140
  %142 = load double, ptr %141, align 8
  %143 = getelementptr inbounds nuw double, ptr %125, i64 %140
  %144 = load double, ptr %143, align 8
  %145 = tail call double @llvm.fma.f64(double %131, double %142, double %144)
  store double %145, ptr %143, align 8
  %146 = add nuw nsw i64 %140, 1
  %147 = icmp eq i64 %146, 8
  br i1 %147, label %136, label %139
148:                                              ; preds = %156, %126
  %149 = phi i64 [ 0, %126 ], [ %157, %156 ]
  br i1 %73, label %150, label %156
150:                                              ; preds = %148
  %151 = getelementptr inbounds nuw [16 x i64], ptr %7, i64 %149
  %152 = trunc nuw nsw i64 %149 to i32
  %153 = lshr i32 %152, 2
  %154 = shl nuw i64 %149, 1
  %155 = and i64 %154, 6
  br label %159
156:                                              ; preds = %159, %148
  %157 = add nuw nsw i64 %149, 1
  %158 = icmp eq i64 %157, 32
  br i1 %158, label %174, label %148
159:                                              ; preds = %159, %150
  %160 = phi i64 [ 0, %150 ], [ %172, %159 ]
  %161 = getelementptr inbounds nuw i64, ptr %151, i64 %160
  %162 = trunc i64 %160 to i32
  %163 = shl i32 %162, 2
  %164 = and i32 %163, 2147483640
  %165 = or disjoint i32 %164, %153
  %166 = zext nneg i32 %165 to i64
  %167 = getelementptr inbounds nuw [8 x double], ptr %18, i64 %166
  %168 = and i64 %160, 1
  %169 = getelementptr inbounds nuw double, ptr %167, i64 %168
  %170 = getelementptr inbounds nuw double, ptr %169, i64 %155
  %171 = load i64, ptr %170, align 8
  store i64 %171, ptr %161, align 8
  %172 = add nuw nsw i64 %160, 1
  %173 = icmp eq i64 %172, %127
  br i1 %173, label %156, label %159
174:                                              ; preds = %156
  call void @llvm.lifetime.end.p0(ptr nonnull %18)
  call void @llvm.lifetime.end.p0(ptr nonnull %17)
  call void @llvm.lifetime.end.p0(ptr nonnull %16)
  br label %828
175:                                              ; preds = %8
  %176 = icmp eq i32 %5, 2
  %177 = sdiv i32 %0, 8
  br i1 %176, label %178, label %412
178:                                              ; preds = %175
  %179 = icmp ult i32 %2, 10
  br i1 %179, label %180, label %184
180:                                              ; preds = %178
  %181 = zext nneg i32 %2 to i64
  %182 = getelementptr inbounds nuw i32, ptr @scale.6switch.table.scale_mma.2, i64 %181
  %183 = load i32, ptr %182, align 4
  br label %184
184:                                              ; preds = %178, %180
  %185 = phi i32 [ %183, %180 ], [ 1, %178 ]
  %186 = and i32 %2, -2
  %187 = icmp eq i32 %186, 10
  %188 = select i1 %187, i32 32, i32 %185
  %189 = sdiv i32 %1, %188
  %190 = mul nsw i32 %189, %177
  %191 = sdiv i32 %190, 4
  call void @llvm.lifetime.start.p0(ptr nonnull %12)
  call void @llvm.lifetime.start.p0(ptr nonnull %13)
  call void @llvm.lifetime.start.p0(ptr nonnull %14)
  %192 = icmp sgt i32 %190, 3
  %193 = zext nneg i32 %191 to i64
  %194 = zext nneg i32 %185 to i64
  br label %195
195:                                              ; preds = %209, %184
  %196 = phi i64 [ 0, %184 ], [ %210, %209 ]
  br i1 %192, label %197, label %209
197:                                              ; preds = %195
  %198 = trunc nuw nsw i64 %196 to i32
  %199 = lshr i32 %198, 2
  %200 = and i32 %198, 3
  %201 = getelementptr inbounds nuw [16 x i64], ptr %7, i64 %196
  br label %212
202:                                              ; preds = %209
  %203 = sdiv i32 %189, 4
  %204 = icmp sgt i32 %189, 3
  %205 = sext i32 %191 to i64
  %206 = getelementptr i64, ptr %7, i64 %205
  %207 = zext nneg i32 %203 to i64
  %208 = zext nneg i32 %185 to i64
  br label %261
209:                                              ; preds = %229, %195
  %210 = add nuw nsw i64 %196, 1
  %211 = icmp eq i64 %210, 32
  br i1 %211, label %202, label %195
212:                                              ; preds = %229, %197
  %213 = phi i64 [ 0, %197 ], [ %230, %229 ]
  %214 = trunc nuw nsw i64 %213 to i32
  %215 = srem i32 %214, %177
  %216 = shl nsw i32 %215, 3
  %217 = add nuw nsw i32 %216, %199
  %218 = sdiv i32 %214, %177
  %219 = shl nsw i32 %218, 2
  %220 = or disjoint i32 %219, %200
  %221 = mul nsw i32 %220, %185
  %222 = getelementptr inbounds nuw i64, ptr %201, i64 %213
  %223 = load i64, ptr %222, align 8
  %224 = trunc i64 %223 to i32
  %225 = zext nneg i32 %217 to i64
  %226 = getelementptr inbounds nuw [128 x i32], ptr %12, i64 %225
  %227 = sext i32 %221 to i64
  %228 = getelementptr i32, ptr %226, i64 %227
  br label %232
229:                                              ; preds = %256
  %230 = add nuw nsw i64 %213, 1
  %231 = icmp eq i64 %230, %193
  br i1 %231, label %209, label %212
232:                                              ; preds = %256, %212
  %233 = phi i64 [ 0, %212 ], [ %259, %256 ]
  switch i32 %2, label %256 [
    i32 6, label %234
    i32 7, label %240
    i32 8, label %245
    i32 9, label %251
  ]
234:                                              ; preds = %232
  %235 = trunc i64 %233 to i32
  %236 = shl i32 %235, 3
  %237 = lshr i32 %224, %236
  %238 = shl i32 %237, 24
  %239 = ashr exact i32 %238, 24
  br label %256
240:                                              ; preds = %232
  %241 = trunc i64 %233 to i32
  %242 = shl i32 %241, 3
  %243 = lshr i32 %224, %242
  %244 = and i32 %243, 255
  br label %256
245:                                              ; preds = %232
  %246 = trunc i64 %233 to i32
  %247 = shl i32 %246, 2
  %248 = lshr i32 %224, %247
  %249 = shl i32 %248, 28
  %250 = ashr exact i32 %249, 28
  br label %256
251:                                              ; preds = %232
  %252 = trunc i64 %233 to i32
  %253 = shl i32 %252, 2
  %254 = lshr i32 %224, %253
  %255 = and i32 %254, 15
  br label %256
256:                                              ; preds = %251, %245, %240, %234, %232
  %257 = phi i32 [ %255, %251 ], [ %239, %234 ], [ %244, %240 ], [ %250, %245 ], [ %224, %232 ]
  %258 = getelementptr i32, ptr %228, i64 %233
  store i32 %257, ptr %258, align 4
  %259 = add nuw nsw i64 %233, 1
  %260 = icmp eq i64 %259, %194
  br i1 %260, label %229, label %232
261:                                              ; preds = %278, %202
  %262 = phi i64 [ 0, %202 ], [ %279, %278 ]
  br i1 %204, label %263, label %278
263:                                              ; preds = %261
  %264 = lshr i64 %262, 2
  %265 = and i64 %262, 3
  %266 = and i64 %264, 1073741823
  %267 = getelementptr inbounds nuw i32, ptr %13, i64 %266
  %268 = getelementptr [16 x i64], ptr %206, i64 %262
  br label %281
269:                                              ; preds = %278
  %270 = icmp eq i32 %2, 10
  %271 = add nsw i32 %191, %203
  %272 = icmp sgt i32 %0, 0
  br i1 %272, label %273, label %324
273:                                              ; preds = %269
  %274 = mul nsw i32 %189, %185
  %275 = icmp sgt i32 %274, 0
  %276 = zext nneg i32 %0 to i64
  %277 = zext nneg i32 %274 to i64
  br label %331
278:                                              ; preds = %292, %261
  %279 = add nuw nsw i64 %262, 1
  %280 = icmp eq i64 %279, 32
  br i1 %280, label %269, label %261
281:                                              ; preds = %292, %263
  %282 = phi i64 [ 0, %263 ], [ %293, %292 ]
  %283 = shl nsw i64 %282, 2
  %284 = or disjoint i64 %283, %265
  %285 = getelementptr i64, ptr %268, i64 %282
  %286 = load i64, ptr %285, align 8
  %287 = trunc i64 %286 to i32
  %288 = trunc i64 %284 to i32
  %289 = mul i32 %185, %288
  %290 = zext i32 %289 to i64
  %291 = getelementptr inbounds nuw [8 x i32], ptr %267, i64 %290
  br label %295
292:                                              ; preds = %319
  %293 = add nuw nsw i64 %282, 1
  %294 = icmp eq i64 %293, %207
  br i1 %294, label %278, label %281
295:                                              ; preds = %319, %281
  %296 = phi i64 [ 0, %281 ], [ %322, %319 ]
  switch i32 %3, label %319 [
    i32 6, label %297
    i32 7, label %303
    i32 8, label %308
    i32 9, label %314
  ]
297:                                              ; preds = %295
  %298 = trunc i64 %296 to i32
  %299 = shl i32 %298, 3
  %300 = lshr i32 %287, %299
  %301 = shl i32 %300, 24
  %302 = ashr exact i32 %301, 24
  br label %319
303:                                              ; preds = %295
  %304 = trunc i64 %296 to i32
  %305 = shl i32 %304, 3
  %306 = lshr i32 %287, %305
  %307 = and i32 %306, 255
  br label %319
308:                                              ; preds = %295
  %309 = trunc i64 %296 to i32
  %310 = shl i32 %309, 2
  %311 = lshr i32 %287, %310
  %312 = shl i32 %311, 28
  %313 = ashr exact i32 %312, 28
  br label %319
314:                                              ; preds = %295
  %315 = trunc i64 %296 to i32
  %316 = shl i32 %315, 2
  %317 = lshr i32 %287, %316
  %318 = and i32 %317, 15
  br label %319
319:                                              ; preds = %314, %308, %303, %297, %295
  %320 = phi i32 [ %318, %314 ], [ %302, %297 ], [ %307, %303 ], [ %313, %308 ], [ %287, %295 ]
  %321 = getelementptr inbounds nuw [8 x i32], ptr %291, i64 %296
  store i32 %320, ptr %321, align 4
  %322 = add nuw nsw i64 %296, 1
  %323 = icmp eq i64 %322, %208
  br i1 %323, label %292, label %295
324:                                              ; preds = %363, %269
  %325 = shl nsw i32 %177, 1
  %326 = icmp sgt i32 %0, 7
  %327 = icmp eq i32 %6, 0
  %328 = sext i32 %271 to i64
  %329 = tail call i32 @llvm.smax.i32(i32 %325, i32 1)
  %330 = zext nneg i32 %329 to i64
  br label %373
331:                                              ; preds = %363, %273
  %332 = phi i64 [ 0, %273 ], [ %364, %363 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %15)
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(32) %15, i8 0, i64 32, i1 false)
  br i1 %275, label %333, label %335
333:                                              ; preds = %331
  %334 = getelementptr inbounds nuw [128 x i32], ptr %12, i64 %332
  br label %337
335:                                              ; preds = %342, %331
  %336 = getelementptr inbounds nuw [8 x i32], ptr %14, i64 %332
  br label %366
337:                                              ; preds = %342, %333
  %338 = phi i64 [ 0, %333 ], [ %343, %342 ]
  %339 = getelementptr inbounds nuw i32, ptr %334, i64 %338
  %340 = load i32, ptr %339, align 4
  %341 = getelementptr inbounds nuw [8 x i32], ptr %13, i64 %338
  br label %345
342:                                              ; preds = %356
  %343 = add nuw nsw i64 %338, 1
  %344 = icmp eq i64 %343, %277
  br i1 %344, label %335, label %337
345:                                              ; preds = %356, %337
  %346 = phi i64 [ 0, %337 ], [ %361, %356 ]
  %347 = getelementptr inbounds nuw i32, ptr %341, i64 %346
  %348 = load i32, ptr %347, align 4
  br i1 %187, label %351, label %349
349:                                              ; preds = %345
  %350 = mul i32 %348, %340
  br label %356
351:                                              ; preds = %345
  %352 = xor i32 %348, %340
  %353 = and i32 %348, %340
  %354 = select i1 %270, i32 %352, i32 %353
  %355 = tail call range(i32 0, 33) i32 @llvm.ctpop.i32(i32 %354)
  br label %356
356:                                              ; preds = %351, %349
  %357 = phi i32 [ %350, %349 ], [ %355, %351 ]
  %358 = getelementptr inbounds nuw i32, ptr %15, i64 %346
  %359 = load i32, ptr %358, align 4
  %360 = add i32 %359, %357
  store i32 %360, ptr %358, align 4
  %361 = add nuw nsw i64 %346, 1
  %362 = icmp eq i64 %361, 8
  br i1 %362, label %342, label %345
363:                                              ; preds = %366
  call void @llvm.lifetime.end.p0(ptr nonnull %15)
  %364 = add nuw nsw i64 %332, 1
  %365 = icmp eq i64 %364, %276
  br i1 %365, label %324, label %331
366:                                              ; preds = %366, %335
  %367 = phi i64 [ 0, %335 ], [ %371, %366 ]
  %368 = getelementptr inbounds nuw i32, ptr %15, i64 %367
  %369 = load i32, ptr %368, align 4
  %370 = getelementptr inbounds nuw i32, ptr %336, i64 %367
  store i32 %369, ptr %370, align 4
  %371 = add nuw nsw i64 %367, 1
  %372 = icmp eq i64 %371, 8
  br i1 %372, label %363, label %366
373:                                              ; preds = %381, %324
  %374 = phi i64 [ 0, %324 ], [ %382, %381 ]
  %375 = getelementptr inbounds nuw [16 x i64], ptr %7, i64 %374
  br i1 %326, label %376, label %381
376:                                              ; preds = %373
  %377 = trunc nuw nsw i64 %374 to i32
  %378 = lshr i32 %377, 2
  %379 = shl nuw i64 %374, 1
  %380 = and i64 %379, 6
  br label %384
381:                                              ; preds = %406, %373
  %382 = add nuw nsw i64 %374, 1
  %383 = icmp eq i64 %382, 32
  br i1 %383, label %411, label %373
384:                                              ; preds = %406, %376
  %385 = phi i64 [ 0, %376 ], [ %409, %406 ]
  %386 = getelementptr i64, ptr %375, i64 %385
  %387 = getelementptr i64, ptr %386, i64 %328
  %388 = load i64, ptr %387, align 8
  %389 = trunc i64 %385 to i32
  %390 = shl i32 %389, 2
  %391 = and i32 %390, 2147483640
  %392 = or disjoint i32 %391, %378
  %393 = zext nneg i32 %392 to i64
  %394 = getelementptr inbounds nuw [8 x i32], ptr %14, i64 %393
  %395 = and i64 %385, 1
  %396 = getelementptr inbounds nuw i32, ptr %394, i64 %395
  %397 = getelementptr inbounds nuw i32, ptr %396, i64 %380
  %398 = load i32, ptr %397, align 4
  %399 = shl i64 %388, 32
  %400 = ashr exact i64 %399, 32
  %401 = sext i32 %398 to i64
  %402 = add nsw i64 %400, %401
  br i1 %327, label %406, label %403
403:                                              ; preds = %384
  %404 = tail call i64 @llvm.smax.i64(i64 %402, i64 -2147483648)
  %405 = tail call i64 @llvm.smin.i64(i64 %404, i64 2147483647)
  br label %406
406:                                              ; preds = %403, %384
  %407 = phi i64 [ %405, %403 ], [ %402, %384 ]
  %408 = and i64 %407, 4294967295
  store i64 %408, ptr %386, align 8
  %409 = add nuw nsw i64 %385, 1
  %410 = icmp eq i64 %409, %330
  br i1 %410, label %381, label %384
411:                                              ; preds = %381
  call void @llvm.lifetime.end.p0(ptr nonnull %14)
  call void @llvm.lifetime.end.p0(ptr nonnull %13)
  call void @llvm.lifetime.end.p0(ptr nonnull %12)
  br label %828
412:                                              ; preds = %175
  %413 = add nsw i32 %177, 1
  %414 = icmp ult i32 %2, 10
  br i1 %414, label %415, label %419
415:                                              ; preds = %412
  %416 = zext nneg i32 %2 to i64
  %417 = getelementptr inbounds nuw i32, ptr @scale.6switch.table.scale_mma.2, i64 %416
  %418 = load i32, ptr %417, align 4
  br label %419
419:                                              ; preds = %412, %415
  %420 = phi i32 [ %418, %415 ], [ 1, %412 ]
  %421 = sdiv i32 %1, %420
  %422 = mul nsw i32 %421, %413
  %423 = sdiv i32 %422, 4
  call void @llvm.lifetime.start.p0(ptr nonnull %19)
  call void @llvm.lifetime.start.p0(ptr nonnull %20)
  %424 = shl nsw i32 %177, 1
  %425 = icmp sgt i32 %0, 7
  %426 = icmp eq i32 %4, 0
  %427 = zext i1 %426 to i32
  %428 = tail call i32 @llvm.smax.i32(i32 %424, i32 1)
  br label %429
429:                                              ; preds = %419, %692
  %430 = phi i64 [ 0, %419 ], [ %693, %692 ]
  br i1 %425, label %431, label %692
431:                                              ; preds = %429
  %432 = getelementptr inbounds nuw [16 x i64], ptr %7, i64 %430
  %433 = trunc nuw nsw i64 %430 to i32
  %434 = lshr i32 %433, 2
  %435 = trunc i64 %430 to i32
  %436 = shl i32 %435, 1
  %437 = and i32 %436, 6
  br label %695
438:                                              ; preds = %692
  %439 = icmp ult i32 %2, 10
  br i1 %439, label %440, label %444
440:                                              ; preds = %438
  %441 = zext nneg i32 %2 to i64
  %442 = getelementptr inbounds nuw i32, ptr @scale.6switch.table.scale_mma.2, i64 %441
  %443 = load i32, ptr %442, align 4
  br label %444
444:                                              ; preds = %438, %440
  %445 = phi i32 [ %443, %440 ], [ 1, %438 ]
  %446 = sdiv i32 %1, %445
  call void @llvm.lifetime.start.p0(ptr nonnull %9)
  call void @llvm.lifetime.start.p0(ptr nonnull %10)
  %447 = mul nsw i32 %446, %177
  %448 = sdiv i32 %447, 4
  %449 = icmp sgt i32 %447, 3
  %450 = icmp eq i32 %2, 5
  %451 = zext nneg i32 %448 to i64
  %452 = zext nneg i32 %445 to i64
  br label %453
453:                                              ; preds = %468, %444
  %454 = phi i64 [ 0, %444 ], [ %469, %468 ]
  br i1 %449, label %455, label %468
455:                                              ; preds = %453
  %456 = trunc nuw nsw i64 %454 to i32
  %457 = lshr i32 %456, 2
  %458 = and i32 %456, 3
  %459 = getelementptr inbounds nuw [16 x i64], ptr %7, i64 %454
  br label %471
460:                                              ; preds = %468
  %461 = sdiv i32 %446, 4
  %462 = icmp sgt i32 %446, 3
  %463 = icmp eq i32 %3, 5
  %464 = sext i32 %448 to i64
  %465 = getelementptr i64, ptr %7, i64 %464
  %466 = zext nneg i32 %461 to i64
  %467 = zext nneg i32 %445 to i64
  br label %553
468:                                              ; preds = %492, %453
  %469 = add nuw nsw i64 %454, 1
  %470 = icmp eq i64 %469, 32
  br i1 %470, label %460, label %453
471:                                              ; preds = %492, %455
  %472 = phi i64 [ 0, %455 ], [ %493, %492 ]
  %473 = trunc nuw nsw i64 %472 to i32
  %474 = srem i32 %473, %177
  %475 = shl nsw i32 %474, 3
  %476 = add nuw nsw i32 %475, %457
  %477 = sdiv i32 %473, %177
  %478 = shl nsw i32 %477, 2
  %479 = or disjoint i32 %478, %458
  %480 = mul nsw i32 %479, %445
  %481 = getelementptr inbounds nuw i64, ptr %459, i64 %472
  %482 = load i64, ptr %481, align 8
  %483 = trunc i64 %482 to i32
  %484 = zext nneg i32 %476 to i64
  %485 = getelementptr inbounds nuw [128 x float], ptr %9, i64 %484
  %486 = and i32 %483, -8192
  %487 = bitcast i32 %486 to float
  %488 = and i32 %483, -65536
  %489 = shl i32 %483, 16
  %490 = sext i32 %480 to i64
  %491 = getelementptr float, ptr %485, i64 %490
  br label %495
492:                                              ; preds = %548
  %493 = add nuw nsw i64 %472, 1
  %494 = icmp eq i64 %493, %451
  br i1 %494, label %468, label %471
495:                                              ; preds = %548, %471
  %496 = phi i64 [ 0, %471 ], [ %551, %548 ]
  switch i32 %2, label %519 [
    i32 0, label %497
    i32 1, label %515
    i32 2, label %548
  ]
497:                                              ; preds = %495
  %498 = trunc i64 %496 to i32
  %499 = shl i32 %498, 4
  %500 = lshr i32 %483, %499
  %501 = and i32 %500, 65535
  %502 = shl nuw nsw i32 %501, 13
  %503 = and i32 %502, 268427264
  %504 = bitcast i32 %503 to float
  %505 = and i32 %500, 31744
  %506 = icmp eq i32 %505, 31744
  %507 = or i32 %502, 2139095040
  %508 = fmul float %504, 0x46F0000000000000
  %509 = bitcast float %508 to i32
  %510 = select i1 %506, i32 %507, i32 %509
  %511 = shl nuw i32 %501, 16
  %512 = and i32 %511, -2147483648
  %513 = or disjoint i32 %510, %512
  %514 = bitcast i32 %513 to float
  br label %548
515:                                              ; preds = %495
  %516 = icmp eq i64 %496, 0
  %517 = select i1 %516, i32 %489, i32 %488
  %518 = bitcast i32 %517 to float
  br label %548
519:                                              ; preds = %495
  %520 = trunc i64 %496 to i32
  %521 = shl i32 %520, 3
  %522 = lshr i32 %483, %521
  %523 = and i32 %522, 255
  br i1 %450, label %524, label %538
524:                                              ; preds = %519
  %525 = shl nuw i32 %523, 24
  %526 = shl nuw nsw i32 %523, 21
  %527 = and i32 %526, 266338304
  %528 = bitcast i32 %527 to float
  %529 = and i32 %522, 124
  %530 = icmp eq i32 %529, 124
  %531 = or i32 %526, 2139095040
  %532 = fmul float %528, 0x46F0000000000000
  %533 = bitcast float %532 to i32
  %534 = select i1 %530, i32 %531, i32 %533
  %535 = and i32 %525, -2147483648
  %536 = or disjoint i32 %534, %535
  %537 = bitcast i32 %536 to float
  br label %548
538:                                              ; preds = %519
  %539 = and i32 %522, 127
  %540 = icmp eq i32 %539, 127
  %541 = shl nuw nsw i32 %539, 20
  %542 = bitcast i32 %541 to float
  %543 = fmul float %542, 0x4770000000000000
  %544 = select i1 %540, float 0x7FF8000000000000, float %543
  %545 = icmp samesign ult i32 %523, 128
  %546 = fneg float %544
  %547 = select i1 %545, float %544, float %546
  br label %548
548:                                              ; preds = %538, %524, %515, %497, %495
  %549 = phi float [ %547, %538 ], [ %514, %497 ], [ %518, %515 ], [ %537, %524 ], [ %487, %495 ]
  %550 = getelementptr float, ptr %491, i64 %496
  store float %549, ptr %550, align 4
  %551 = add nuw nsw i64 %496, 1
  %552 = icmp eq i64 %551, %452
  br i1 %552, label %492, label %495
553:                                              ; preds = %567, %460
  %554 = phi i64 [ 0, %460 ], [ %568, %567 ]
  br i1 %462, label %555, label %567
555:                                              ; preds = %553
  %556 = lshr i64 %554, 2
  %557 = and i64 %554, 3
  %558 = and i64 %556, 1073741823
  %559 = getelementptr inbounds nuw float, ptr %10, i64 %558
  %560 = getelementptr [16 x i64], ptr %465, i64 %554
  br label %570
561:                                              ; preds = %567
  %562 = icmp sgt i32 %0, 0
  br i1 %562, label %563, label %688
563:                                              ; preds = %561
  %564 = icmp sgt i32 %1, 0
  %565 = zext nneg i32 %0 to i64
  %566 = zext nneg i32 %1 to i64
  br label %646
567:                                              ; preds = %585, %553
  %568 = add nuw nsw i64 %554, 1
  %569 = icmp eq i64 %568, 32
  br i1 %569, label %561, label %553
570:                                              ; preds = %585, %555
  %571 = phi i64 [ 0, %555 ], [ %586, %585 ]
  %572 = shl nsw i64 %571, 2
  %573 = or disjoint i64 %572, %557
  %574 = getelementptr i64, ptr %560, i64 %571
  %575 = load i64, ptr %574, align 8
  %576 = trunc i64 %575 to i32
  %577 = and i32 %576, -8192
  %578 = bitcast i32 %577 to float
  %579 = and i32 %576, -65536
  %580 = shl i32 %576, 16
  %581 = trunc i64 %573 to i32
  %582 = mul i32 %445, %581
  %583 = zext i32 %582 to i64
  %584 = getelementptr inbounds nuw [8 x float], ptr %559, i64 %583
  br label %588
585:                                              ; preds = %641
  %586 = add nuw nsw i64 %571, 1
  %587 = icmp eq i64 %586, %466
  br i1 %587, label %567, label %570
588:                                              ; preds = %641, %570
  %589 = phi i64 [ 0, %570 ], [ %644, %641 ]
  switch i32 %3, label %612 [
    i32 0, label %590
    i32 1, label %608
    i32 2, label %641
  ]
590:                                              ; preds = %588
  %591 = trunc i64 %589 to i32
  %592 = shl i32 %591, 4
  %593 = lshr i32 %576, %592
  %594 = and i32 %593, 65535
  %595 = shl nuw nsw i32 %594, 13
  %596 = and i32 %595, 268427264
  %597 = bitcast i32 %596 to float
  %598 = and i32 %593, 31744
  %599 = icmp eq i32 %598, 31744
  %600 = or i32 %595, 2139095040
  %601 = fmul float %597, 0x46F0000000000000
  %602 = bitcast float %601 to i32
  %603 = select i1 %599, i32 %600, i32 %602
  %604 = shl nuw i32 %594, 16
  %605 = and i32 %604, -2147483648
  %606 = or disjoint i32 %603, %605
  %607 = bitcast i32 %606 to float
  br label %641
608:                                              ; preds = %588
  %609 = icmp eq i64 %589, 0
  %610 = select i1 %609, i32 %580, i32 %579
  %611 = bitcast i32 %610 to float
  br label %641
612:                                              ; preds = %588
  %613 = trunc i64 %589 to i32
  %614 = shl i32 %613, 3
  %615 = lshr i32 %576, %614
  %616 = and i32 %615, 255
  br i1 %463, label %617, label %631
617:                                              ; preds = %612
  %618 = shl nuw i32 %616, 24
  %619 = shl nuw nsw i32 %616, 21
  %620 = and i32 %619, 266338304
  %621 = bitcast i32 %620 to float
  %622 = and i32 %615, 124
  %623 = icmp eq i32 %622, 124
  %624 = or i32 %619, 2139095040
  %625 = fmul float %621, 0x46F0000000000000
  %626 = bitcast float %625 to i32
  %627 = select i1 %623, i32 %624, i32 %626
  %628 = and i32 %618, -2147483648
  %629 = or disjoint i32 %627, %628
  %630 = bitcast i32 %629 to float
  br label %641
631:                                              ; preds = %612
  %632 = and i32 %615, 127
  %633 = icmp eq i32 %632, 127
  %634 = shl nuw nsw i32 %632, 20
  %635 = bitcast i32 %634 to float
  %636 = fmul float %635, 0x4770000000000000
  %637 = select i1 %633, float 0x7FF8000000000000, float %636
  %638 = icmp samesign ult i32 %616, 128
  %639 = fneg float %637
  %640 = select i1 %638, float %637, float %639
  br label %641
641:                                              ; preds = %631, %617, %608, %590, %588
  %642 = phi float [ %640, %631 ], [ %607, %590 ], [ %611, %608 ], [ %630, %617 ], [ %578, %588 ]
  %643 = getelementptr inbounds nuw [8 x float], ptr %584, i64 %589
  store float %642, ptr %643, align 4
  %644 = add nuw nsw i64 %589, 1
  %645 = icmp eq i64 %644, %467
  br i1 %645, label %585, label %588
646:                                              ; preds = %678, %563
  %647 = phi i64 [ 0, %563 ], [ %679, %678 ]
  call void @llvm.lifetime.start.p0(ptr nonnull %11)
  %648 = getelementptr inbounds nuw [8 x float], ptr %19, i64 %647
  br label %652
649:                                              ; preds = %652
  br i1 %564, label %650, label %659
650:                                              ; preds = %649
  %651 = getelementptr inbounds nuw [128 x float], ptr %9, i64 %647
  br label %661
652:                                              ; preds = %652, %646
  %653 = phi i64 [ 0, %646 ], [ %657, %652 ]
  %654 = getelementptr inbounds nuw float, ptr %648, i64 %653
  %655 = load float, ptr %654, align 4
  %656 = getelementptr inbounds nuw float, ptr %11, i64 %653
  store float %655, ptr %656, align 4
  %657 = add nuw nsw i64 %653, 1
  %658 = icmp eq i64 %657, 8
  br i1 %658, label %649, label %652
659:                                              ; preds = %666, %649
  %660 = getelementptr inbounds nuw [8 x float], ptr %20, i64 %647
  br label %681
661:                                              ; preds = %666, %650
  %662 = phi i64 [ 0, %650 ], [ %667, %666 ]
  %663 = getelementptr inbounds nuw float, ptr %651, i64 %662
  %664 = load float, ptr %663, align 4
  %665 = getelementptr inbounds nuw [8 x float], ptr %10, i64 %662
  br label %669
666:                                              ; preds = %669
  %667 = add nuw nsw i64 %662, 1
  %668 = icmp eq i64 %667, %566
  br i1 %668, label %659, label %661
669:                                              ; preds = %669, %661
  %670 = phi i64 [ 0, %661 ], [ %676, %669 ]
  %671 = getelementptr inbounds nuw float, ptr %665, i64 %670
  %672 = load float, ptr %671, align 4
  %673 = getelementptr inbounds nuw float, ptr %11, i64 %670
  %674 = load float, ptr %673, align 4
  %675 = tail call float @llvm.fma.f32(float %664, float %672, float %674)
  store float %675, ptr %673, align 4
  %676 = add nuw nsw i64 %670, 1
  %677 = icmp eq i64 %676, 8
  br i1 %677, label %666, label %669
678:                                              ; preds = %681
  call void @llvm.lifetime.end.p0(ptr nonnull %11)
  %679 = add nuw nsw i64 %647, 1
  %680 = icmp eq i64 %679, %565
  br i1 %680, label %688, label %646
681:                                              ; preds = %681, %659
  %682 = phi i64 [ 0, %659 ], [ %686, %681 ]
  %683 = getelementptr inbounds nuw float, ptr %11, i64 %682
  %684 = load float, ptr %683, align 4
  %685 = getelementptr inbounds nuw float, ptr %660, i64 %682
  store float %684, ptr %685, align 4
  %686 = add nuw nsw i64 %682, 1
  %687 = icmp eq i64 %686, 8
  br i1 %687, label %678, label %681
688:                                              ; preds = %678, %561
  call void @llvm.lifetime.end.p0(ptr nonnull %10)
  call void @llvm.lifetime.end.p0(ptr nonnull %9)
  %689 = icmp sgt i32 %0, 7
  %690 = icmp eq i32 %5, 0
  %691 = zext nneg i32 %177 to i64
  br label %733
692:                                              ; preds = %720, %429
  %693 = add nuw nsw i64 %430, 1
  %694 = icmp eq i64 %693, 32
  br i1 %694, label %438, label %429
695:                                              ; preds = %431, %720
  %696 = phi i32 [ 0, %431 ], [ %731, %720 ]
  %697 = lshr i32 %696, %427
  %698 = add nsw i32 %697, %423
  %699 = sext i32 %698 to i64
  %700 = getelementptr inbounds i64, ptr %432, i64 %699
  %701 = load i64, ptr %700, align 8
  %702 = trunc i64 %701 to i32
  br i1 %426, label %703, label %720
703:                                              ; preds = %695
  %704 = shl i32 %696, 4
  %705 = and i32 %704, 16
  %706 = lshr i32 %702, %705
  %707 = and i32 %706, 65535
  %708 = shl nuw nsw i32 %707, 13
  %709 = and i32 %708, 268427264
  %710 = bitcast i32 %709 to float
  %711 = and i32 %706, 31744
  %712 = icmp eq i32 %711, 31744
  %713 = or i32 %708, 2139095040
  %714 = fmul float %710, 0x46F0000000000000
  %715 = bitcast float %714 to i32
  %716 = select i1 %712, i32 %713, i32 %715
  %717 = shl nuw i32 %707, 16
  %718 = and i32 %717, -2147483648
  %719 = or disjoint i32 %716, %718
  br label %720
720:                                              ; preds = %695, %703
  %721 = phi i32 [ %719, %703 ], [ %702, %695 ]
  %722 = shl nuw nsw i32 %696, 2
  %723 = and i32 %722, 2147483640
  %724 = or disjoint i32 %723, %434
  %725 = zext nneg i32 %724 to i64
  %726 = getelementptr inbounds nuw [8 x float], ptr %19, i64 %725
  %727 = and i32 %696, 1
  %728 = or disjoint i32 %727, %437
  %729 = zext nneg i32 %728 to i64
  %730 = getelementptr inbounds nuw float, ptr %726, i64 %729
  store i32 %721, ptr %730, align 4
  %731 = add nuw nsw i32 %696, 1
  %732 = icmp eq i32 %731, %428
  br i1 %732, label %692, label %695
733:                                              ; preds = %688, %745
  %734 = phi i64 [ 0, %688 ], [ %746, %745 ]
  br i1 %689, label %735, label %745
735:                                              ; preds = %733
  %736 = lshr i64 %734, 2
  %737 = shl nuw i64 %734, 1
  %738 = and i64 %737, 6
  %739 = getelementptr inbounds nuw float, ptr %20, i64 %738
  %740 = getelementptr inbounds nuw [16 x i64], ptr %7, i64 %734
  %741 = getelementptr inbounds nuw [16 x i64], ptr %7, i64 %734
  %742 = and i64 %736, 1073741823
  %743 = getelementptr inbounds [8 x float], ptr %739, i64 %742
  br label %748
744:                                              ; preds = %745
  call void @llvm.lifetime.end.p0(ptr nonnull %20)
  call void @llvm.lifetime.end.p0(ptr nonnull %19)
  br label %828
745:                                              ; preds = %825, %733
  %746 = add nuw nsw i64 %734, 1
  %747 = icmp eq i64 %746, 32
  br i1 %747, label %744, label %733
748:                                              ; preds = %735, %825
  %749 = phi i64 [ 0, %735 ], [ %826, %825 ]
  %750 = shl nsw i64 %749, 8
  %751 = getelementptr inbounds i8, ptr %743, i64 %750
  br i1 %690, label %752, label %816
752:                                              ; preds = %748
  %753 = load float, ptr %751, align 8
  %754 = bitcast float %753 to i32
  %755 = lshr i32 %754, 16
  %756 = and i32 %755, 32768
  %757 = tail call float @llvm.fabs.f32(float %753)
  %758 = bitcast float %757 to i32
  %759 = icmp samesign ugt i32 %758, 2139095040
  br i1 %759, label %760, label %762
760:                                              ; preds = %752
  %761 = or disjoint i32 %756, 32256
  br label %780
762:                                              ; preds = %752
  %763 = icmp samesign ugt i32 %758, 1199566847
  br i1 %763, label %764, label %766
764:                                              ; preds = %762
  %765 = or disjoint i32 %756, 31744
  br label %780
766:                                              ; preds = %762
  %767 = icmp samesign ult i32 %758, 947912704
  br i1 %767, label %768, label %773
768:                                              ; preds = %766
  %769 = fadd float %757, 5.000000e-01
  %770 = bitcast float %769 to i32
  %771 = add i32 %770, -1056964608
  %772 = or i32 %771, %756
  br label %780
773:                                              ; preds = %766
  %774 = lshr i32 %754, 13
  %775 = and i32 %774, 1
  %776 = add nsw i32 %758, -939520001
  %777 = add nuw nsw i32 %776, %775
  %778 = lshr i32 %777, 13
  %779 = or i32 %778, %756
  br label %780
780:                                              ; preds = %760, %764, %768, %773
  %781 = phi i32 [ %761, %760 ], [ %765, %764 ], [ %772, %768 ], [ %779, %773 ]
  %782 = getelementptr inbounds nuw i8, ptr %751, i64 4
  %783 = load float, ptr %782, align 4
  %784 = bitcast float %783 to i32
  %785 = lshr i32 %784, 16
  %786 = and i32 %785, 32768
  %787 = tail call float @llvm.fabs.f32(float %783)
  %788 = bitcast float %787 to i32
  %789 = icmp samesign ugt i32 %788, 2139095040
  br i1 %789, label %790, label %792
790:                                              ; preds = %780
  %791 = or disjoint i32 %786, 32256
  br label %810
792:                                              ; preds = %780
  %793 = icmp samesign ugt i32 %788, 1199566847
  br i1 %793, label %794, label %796
794:                                              ; preds = %792
  %795 = or disjoint i32 %786, 31744
  br label %810
796:                                              ; preds = %792
  %797 = icmp samesign ult i32 %788, 947912704
  br i1 %797, label %798, label %803
798:                                              ; preds = %796
  %799 = fadd float %787, 5.000000e-01
  %800 = bitcast float %799 to i32
  %801 = add i32 %800, -1056964608
  %802 = or i32 %801, %786
  br label %810
803:                                              ; preds = %796
  %804 = lshr i32 %784, 13
  %805 = and i32 %804, 1
  %806 = add nsw i32 %788, -939520001
  %807 = add nuw nsw i32 %806, %805
  %808 = lshr i32 %807, 13
  %809 = or i32 %808, %786
  br label %810
810:                                              ; preds = %790, %794, %798, %803
  %811 = phi i32 [ %791, %790 ], [ %795, %794 ], [ %802, %798 ], [ %809, %803 ]
  %812 = shl i32 %811, 16
  %813 = or i32 %812, %781
  %814 = zext i32 %813 to i64
  %815 = getelementptr inbounds nuw i64, ptr %741, i64 %749
  store i64 %814, ptr %815, align 8
  br label %825
816:                                              ; preds = %748
  %817 = load i32, ptr %751, align 8
  %818 = zext i32 %817 to i64
  %819 = shl nuw nsw i64 %749, 4
  %820 = getelementptr inbounds nuw i8, ptr %740, i64 %819
  store i64 %818, ptr %820, align 8
  %821 = getelementptr inbounds nuw i8, ptr %751, i64 4
  %822 = load i32, ptr %821, align 4
  %823 = zext i32 %822 to i64
  %824 = getelementptr inbounds nuw i8, ptr %820, i64 8
  store i64 %823, ptr %824, align 8
  br label %825
825:                                              ; preds = %816, %810
  %826 = add nuw nsw i64 %749, 1
  %827 = icmp eq i64 %826, %691
  br i1 %827, label %745, label %748
828:                                              ; preds = %744, %411, %174
  ret void
}
declare double @llvm.fma.f64(double, double, double)
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
