; SPDX-License-Identifier: Apache-2.0
; Made by build.py from device_runtime.c.
%struct.scale_device_error = type { i64, i32, i32 }
%struct.scale_device_facts = type { i32, i32, i32, i32, i32, i32, [32 x i32] }
define internal i64 @__scale_device_runtime(i32 %0, ptr captures(none) %1) noinline nounwind {
  %3 = tail call ptr @scale_device_buffer()
  switch i32 %0, label %349 [
    i32 1, label %4
    i32 2, label %29
    i32 3, label %126
    i32 4, label %163
    i32 5, label %212
    i32 6, label %launch.exit
    i32 7, label %215
    i32 8, label %267
    i32 9, label %329
  ]
4:                                                ; preds = %2
  %5 = load i64, ptr %1, align 8
  %6 = add i64 %5, 63
  %7 = and i64 %6, -64
  %8 = add i64 %7, 192
  %9 = atomicrmw add ptr %3, i64 %8 monotonic, align 8
  %10 = add i64 %8, %9
  %11 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %12 = load i64, ptr %11, align 8
  %13 = icmp ugt i64 %10, %12
  br i1 %13, label %14, label %17
14:                                               ; preds = %4
  %15 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %16 = atomicrmw umin ptr %15, i64 %9 monotonic, align 8
  br label %record.exit
17:                                               ; preds = %4
  %18 = getelementptr inbounds nuw i8, ptr %3, i64 12912
  %19 = load i64, ptr %18, align 8
  %20 = getelementptr inbounds nuw i8, ptr %3, i64 %19
  %21 = getelementptr inbounds nuw i8, ptr %20, i64 %9
  store i32 0, ptr %21, align 8
  %22 = trunc i64 %8 to i32
  %23 = getelementptr inbounds nuw i8, ptr %21, i64 4
  store i32 %22, ptr %23, align 4
  br label %record.exit
record.exit:                                      ; preds = %14, %17
  %.0.i = phi ptr [ null, %14 ], [ %21, %17 ]
  %.not = icmp eq ptr %.0.i, null
  br i1 %.not, label %27, label %24
24:                                               ; preds = %record.exit
  %25 = getelementptr inbounds nuw i8, ptr %.0.i, i64 192
  %26 = ptrtoint ptr %25 to i64
  br label %launch.exit
27:                                               ; preds = %record.exit
  %28 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 69)
  br label %launch.exit
29:                                               ; preds = %2
  %30 = load ptr, ptr %1, align 8
  %.not.i = icmp eq ptr %30, null
  br i1 %.not.i, label %34, label %31
31:                                               ; preds = %29
  %32 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %33 = load ptr, ptr %32, align 8
  %.not45.i = icmp eq ptr %33, null
  br i1 %.not45.i, label %34, label %36
34:                                               ; preds = %31, %29
  %35 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 98)
  br label %launch.exit
36:                                               ; preds = %31
  %37 = getelementptr inbounds i8, ptr %33, i64 -192
  %38 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %39 = load ptr, ptr %38, align 8
  %40 = icmp eq ptr %39, inttoptr (i64 3 to ptr)
  %41 = zext i1 %40 to i32
  br i1 %40, label %49, label %42
42:                                               ; preds = %36
  %43 = getelementptr inbounds nuw i8, ptr %3, i64 28
  %44 = load i32, ptr %43, align 4
  %45 = add i32 %44, -24
  %46 = icmp ult i32 %45, -25
  br i1 %46, label %47, label %49
47:                                               ; preds = %42
  %48 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 65)
  br label %launch.exit
49:                                               ; preds = %42, %36
  %50 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %51 = load i32, ptr %50, align 4
  %52 = getelementptr inbounds nuw i8, ptr %3, i64 48
  %53 = load i32, ptr %52, align 4
  %54 = freeze i32 %53
  %55 = add i32 %51, -1
  %.not53.i = icmp ult i32 %55, %54
  br i1 %.not53.i, label %56, label %91
56:                                               ; preds = %49
  %57 = getelementptr inbounds nuw i8, ptr %1, i64 32
  %58 = load i32, ptr %57, align 4
  %59 = getelementptr inbounds nuw i8, ptr %3, i64 52
  %60 = load i32, ptr %59, align 4
  %61 = freeze i32 %60
  %62 = add i32 %58, -1
  %.not54.i = icmp ult i32 %62, %61
  br i1 %.not54.i, label %63, label %91
63:                                               ; preds = %56
  %64 = getelementptr inbounds nuw i8, ptr %1, i64 36
  %65 = load i32, ptr %64, align 4
  %66 = getelementptr inbounds nuw i8, ptr %3, i64 56
  %67 = load i32, ptr %66, align 4
  %68 = freeze i32 %67
  %69 = add i32 %65, -1
  %.not55.i = icmp ult i32 %69, %68
  br i1 %.not55.i, label %70, label %91
70:                                               ; preds = %63
  %71 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %72 = load i32, ptr %71, align 8
  %73 = getelementptr inbounds nuw i8, ptr %3, i64 60
  %74 = load i32, ptr %73, align 4
  %75 = freeze i32 %74
  %76 = add i32 %72, -1
  %.not56.i = icmp ult i32 %76, %75
  br i1 %.not56.i, label %77, label %91
77:                                               ; preds = %70
  %78 = getelementptr inbounds nuw i8, ptr %1, i64 20
  %79 = load i32, ptr %78, align 4
  %80 = getelementptr inbounds nuw i8, ptr %3, i64 64
  %81 = load i32, ptr %80, align 4
  %82 = freeze i32 %81
  %83 = add i32 %79, -1
  %.not57.i = icmp ult i32 %83, %82
  br i1 %.not57.i, label %84, label %91
84:                                               ; preds = %77
  %85 = getelementptr inbounds nuw i8, ptr %1, i64 24
  %86 = load i32, ptr %85, align 8
  %87 = getelementptr inbounds nuw i8, ptr %3, i64 68
  %88 = load i32, ptr %87, align 4
  %89 = freeze i32 %88
  %90 = add i32 %86, -1
  %.not58.i = icmp ult i32 %90, %89
  br i1 %.not58.i, label %93, label %91
91:                                               ; preds = %84, %77, %70, %63, %56, %49
  %92 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 9)
  br label %launch.exit
93:                                               ; preds = %84
  %94 = zext i32 %51 to i64
  %95 = zext i32 %58 to i64
  %96 = mul nuw i64 %95, %94
  %97 = zext i32 %65 to i64
  %98 = mul i64 %96, %97
  %99 = getelementptr inbounds nuw i8, ptr %3, i64 44
  %100 = load i32, ptr %99, align 4
  %101 = zext i32 %100 to i64
  %102 = icmp ugt i64 %98, %101
  br i1 %102, label %103, label %105
103:                                              ; preds = %93
  %104 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 9)
  br label %launch.exit
105:                                              ; preds = %93
  %106 = getelementptr inbounds nuw i8, ptr %30, i64 4
  %107 = load i32, ptr %106, align 4
  %108 = zext i32 %107 to i64
  %109 = icmp ugt i64 %98, %108
  br i1 %109, label %110, label %112
110:                                              ; preds = %105
  %111 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 701)
  br label %launch.exit
112:                                              ; preds = %105
  %113 = getelementptr inbounds nuw i8, ptr %1, i64 40
  %114 = load i64, ptr %113, align 8
  %115 = getelementptr inbounds nuw i8, ptr %3, i64 428
  %116 = load i32, ptr %115, align 4
  %117 = zext i32 %116 to i64
  %118 = icmp ugt i64 %114, %117
  br i1 %118, label %119, label %121
119:                                              ; preds = %112
  %120 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 1)
  br label %launch.exit
121:                                              ; preds = %112
  %122 = getelementptr inbounds i8, ptr %33, i64 -176
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(56) %122, ptr noundef nonnull readonly align 8 dereferenceable(56) %1, i64 56, i1 false)
  %123 = load i32, ptr %30, align 4
  %124 = getelementptr inbounds i8, ptr %33, i64 -184
  store i32 %123, ptr %124, align 8
  %125 = getelementptr inbounds i8, ptr %33, i64 -180
  store i32 %41, ptr %125, align 4
  store i32 2, ptr %37, align 8
  br label %launch.exit
126:                                              ; preds = %2
  %127 = getelementptr inbounds nuw i8, ptr %1, i64 48
  %128 = load i64, ptr %127, align 8
  %.not.i23 = icmp eq i64 %128, 0
  br i1 %.not.i23, label %launch.exit, label %129
129:                                              ; preds = %126
  %130 = getelementptr inbounds nuw i8, ptr %1, i64 56
  %131 = load i64, ptr %130, align 8
  %.not14.i = icmp eq i64 %131, 0
  br i1 %.not14.i, label %launch.exit, label %132
132:                                              ; preds = %129
  %133 = getelementptr inbounds nuw i8, ptr %1, i64 64
  %134 = load i64, ptr %133, align 8
  %.not15.i = icmp eq i64 %134, 0
  br i1 %.not15.i, label %launch.exit, label %135
135:                                              ; preds = %132
  %136 = load ptr, ptr %1, align 8
  %.not16.i = icmp eq ptr %136, null
  br i1 %.not16.i, label %137, label %139
137:                                              ; preds = %135
  %138 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 1)
  br label %launch.exit
139:                                              ; preds = %135
  %140 = atomicrmw add ptr %3, i64 192 monotonic, align 8
  %141 = add i64 %140, 192
  %142 = getelementptr inbounds nuw i8, ptr %3, i64 16
  %143 = load i64, ptr %142, align 8
  %144 = icmp ugt i64 %141, %143
  br i1 %144, label %145, label %148
145:                                              ; preds = %139
  %146 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %147 = atomicrmw umin ptr %146, i64 %140 monotonic, align 8
  br label %record.exit.i
148:                                              ; preds = %139
  %149 = getelementptr inbounds nuw i8, ptr %3, i64 12912
  %150 = load i64, ptr %149, align 8
  %151 = getelementptr inbounds nuw i8, ptr %3, i64 %150
  %152 = getelementptr inbounds nuw i8, ptr %151, i64 %140
  store i32 0, ptr %152, align 8
  %153 = getelementptr inbounds nuw i8, ptr %152, i64 4
  store i32 192, ptr %153, align 4
  br label %record.exit.i
record.exit.i:                                    ; preds = %148, %145
  %.0.i.i = phi ptr [ null, %145 ], [ %152, %148 ]
  %.not17.i = icmp eq ptr %.0.i.i, null
  br i1 %.not17.i, label %154, label %156
154:                                              ; preds = %record.exit.i
  %155 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 69)
  br label %launch.exit
156:                                              ; preds = %record.exit.i
  %157 = getelementptr inbounds nuw i8, ptr %.0.i.i, i64 72
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(88) %157, ptr noundef nonnull readonly align 8 dereferenceable(88) %1, i64 88, i1 false)
  %158 = getelementptr inbounds nuw i8, ptr %1, i64 72
  %159 = load ptr, ptr %158, align 8
  %160 = icmp eq ptr %159, inttoptr (i64 3 to ptr)
  %161 = zext i1 %160 to i32
  %162 = getelementptr inbounds nuw i8, ptr %.0.i.i, i64 12
  store i32 %161, ptr %162, align 4
  store i32 3, ptr %.0.i.i, align 8
  br label %launch.exit
163:                                              ; preds = %2
  %164 = load i32, ptr %1, align 4
  %165 = getelementptr inbounds nuw i8, ptr %3, i64 24
  %166 = load atomic i32, ptr %165 monotonic, align 8
  %.not.i25 = icmp eq i32 %166, 0
  br i1 %.not.i25, label %launch.exit, label %167
167:                                              ; preds = %163
  %168 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %169 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %narrow.i.i = mul nuw i32 %168, %169
  %170 = zext i32 %narrow.i.i to i64
  %171 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %172 = zext nneg i32 %171 to i64
  %173 = add nuw nsw i64 %170, %172
  %174 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %175 = zext nneg i32 %174 to i64
  %176 = mul nuw nsw i64 %173, %175
  %177 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %178 = zext nneg i32 %177 to i64
  %179 = add nuw nsw i64 %176, %178
  %180 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %181 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %narrow2.i.i = mul nuw nsw i32 %180, %181
  %182 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %narrow3.i.i = add nuw nsw i32 %narrow2.i.i, %182
  %183 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %narrow4.i.i = mul nuw nsw i32 %narrow3.i.i, %183
  %184 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %narrow5.i.i = add nuw nsw i32 %narrow4.i.i, %184
  %185 = zext nneg i32 %narrow5.i.i to i64
  %186 = shl i64 %179, 10
  %187 = add i64 %186, %185
  %188 = tail call i32 @llvm.usub.sat.i32(i32 %166, i32 256)
  %.not4245.i = icmp ugt i32 %166, %188
  br i1 %.not4245.i, label %.lr.ph48.i, label %launch.exit
.lr.ph48.i:                                       ; preds = %167
  %189 = getelementptr inbounds nuw i8, ptr %3, i64 8808
  %.not41.i = icmp eq i32 %164, 0
  br label %192
190:                                              ; preds = %211
  %191 = add i32 %.03446.i, -1
  %.not42.i = icmp ugt i32 %191, %188
  br i1 %.not42.i, label %192, label %launch.exit
192:                                              ; preds = %190, %.lr.ph48.i
  %.147.i = phi i64 [ undef, %.lr.ph48.i ], [ %.3.i, %190 ]
  %.03446.i = phi i32 [ %166, %.lr.ph48.i ], [ %191, %190 ]
  %193 = add i32 %.03446.i, 255
  %194 = and i32 %193, 255
  %195 = zext nneg i32 %194 to i64
  %196 = getelementptr inbounds nuw %struct.scale_device_error, ptr %189, i64 %195
  %197 = load i64, ptr %196, align 8
  %.not39.i = icmp eq i64 %197, %187
  br i1 %.not39.i, label %198, label %211
198:                                              ; preds = %192
  %199 = getelementptr inbounds nuw i8, ptr %196, i64 8
  %200 = load i32, ptr %199, align 8
  %.not40.i = icmp eq i32 %200, 0
  br i1 %.not40.i, label %211, label %201
201:                                              ; preds = %198
  br i1 %.not41.i, label %.loopexit.i, label %.lr.ph.i
.lr.ph.i:                                         ; preds = %201, %209
  %.044.i = phi i32 [ %210, %209 ], [ %188, %201 ]
  %202 = and i32 %.044.i, 255
  %203 = zext nneg i32 %202 to i64
  %204 = getelementptr inbounds nuw %struct.scale_device_error, ptr %189, i64 %203
  %205 = load i64, ptr %204, align 8
  %206 = icmp eq i64 %205, %187
  br i1 %206, label %207, label %209
207:                                              ; preds = %.lr.ph.i
  %208 = getelementptr inbounds nuw i8, ptr %204, i64 8
  store i32 0, ptr %208, align 8
  br label %209
209:                                              ; preds = %207, %.lr.ph.i
  %210 = add nuw i32 %.044.i, 1
  %exitcond.not.i = icmp eq i32 %210, %166
  br i1 %exitcond.not.i, label %.loopexit.i, label %.lr.ph.i
.loopexit.i:                                      ; preds = %209, %201
  %.4.i = zext i32 %200 to i64
  br label %211
211:                                              ; preds = %.loopexit.i, %198, %192
  %cond1.i = phi i1 [ false, %.loopexit.i ], [ true, %198 ], [ true, %192 ]
  %.3.i = phi i64 [ %.4.i, %.loopexit.i ], [ %.147.i, %198 ], [ %.147.i, %192 ]
  br i1 %cond1.i, label %190, label %launch.exit
212:                                              ; preds = %2
  %213 = load i32, ptr %1, align 4
  %214 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 %213)
  br label %launch.exit
215:                                              ; preds = %2
  %216 = load i32, ptr %1, align 8
  switch i32 %216, label %265 [
    i32 0, label %217
    i32 1, label %244
    i32 2, label %255
    i32 3, label %260
  ]
217:                                              ; preds = %215
  %218 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %219 = load i32, ptr %218, align 8
  %220 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %221 = load i32, ptr %220, align 8
  %.not.i27 = icmp eq i32 %219, %221
  br i1 %.not.i27, label %231, label %222
222:                                              ; preds = %217
  %223 = icmp slt i32 %219, 0
  br i1 %223, label %228, label %224
224:                                              ; preds = %222
  %225 = getelementptr inbounds nuw i8, ptr %3, i64 36
  %226 = load i32, ptr %225, align 4
  %.not27.i = icmp slt i32 %219, %226
  %227 = select i1 %.not27.i, i32 801, i32 101
  br label %228
228:                                              ; preds = %224, %222
  %229 = phi i32 [ 101, %222 ], [ %227, %224 ]
  %230 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 %229)
  br label %launch.exit
231:                                              ; preds = %217
  %232 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %233 = load i32, ptr %232, align 4
  %234 = add i32 %233, -128
  %or.cond.i = icmp ult i32 %234, -127
  br i1 %or.cond.i, label %235, label %237
235:                                              ; preds = %231
  %236 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 1)
  br label %launch.exit
237:                                              ; preds = %231
  %238 = getelementptr inbounds nuw i8, ptr %3, i64 40
  %239 = zext nneg i32 %233 to i64
  %240 = getelementptr inbounds nuw i32, ptr %238, i64 %239
  %241 = load i32, ptr %240, align 4
  %242 = zext i32 %241 to i64
  %243 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %242, ptr %243, align 8
  br label %launch.exit
244:                                              ; preds = %215
  %245 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %246 = load i32, ptr %245, align 4
  %or.cond28.i = icmp ugt i32 %246, 7
  br i1 %or.cond28.i, label %247, label %249
247:                                              ; preds = %244
  %248 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 215)
  br label %launch.exit
249:                                              ; preds = %244
  %250 = getelementptr inbounds nuw i8, ptr %3, i64 552
  %251 = zext nneg i32 %246 to i64
  %252 = getelementptr inbounds nuw i64, ptr %250, i64 %251
  %253 = load i64, ptr %252, align 8
  %254 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %253, ptr %254, align 8
  br label %launch.exit
255:                                              ; preds = %215
  %256 = getelementptr inbounds nuw i8, ptr %3, i64 36
  %257 = load i32, ptr %256, align 4
  %258 = zext i32 %257 to i64
  %259 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %258, ptr %259, align 8
  br label %launch.exit
260:                                              ; preds = %215
  %261 = getelementptr inbounds nuw i8, ptr %3, i64 32
  %262 = load i32, ptr %261, align 8
  %263 = zext i32 %262 to i64
  %264 = getelementptr inbounds nuw i8, ptr %1, i64 16
  store i64 %263, ptr %264, align 8
  br label %launch.exit
265:                                              ; preds = %215
  %266 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 1)
  br label %launch.exit
267:                                              ; preds = %2
  %268 = load ptr, ptr %1, align 8
  %.not.i28 = icmp eq ptr %268, null
  br i1 %.not.i28, label %269, label %271
269:                                              ; preds = %267
  %270 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 98)
  br label %launch.exit
271:                                              ; preds = %267
  %272 = load i32, ptr %268, align 4
  %273 = getelementptr inbounds nuw i8, ptr %3, i64 12904
  %274 = load i64, ptr %273, align 8
  %275 = getelementptr inbounds nuw i8, ptr %3, i64 %274
  %276 = zext i32 %272 to i64
  %277 = getelementptr inbounds nuw %struct.scale_device_facts, ptr %275, i64 %276
  %278 = load i32, ptr %277, align 4
  %279 = getelementptr inbounds nuw i8, ptr %1, i64 28
  store i32 %278, ptr %279, align 4
  %280 = getelementptr inbounds nuw i8, ptr %277, i64 4
  %281 = load i32, ptr %280, align 4
  %282 = getelementptr inbounds nuw i8, ptr %1, i64 32
  store i32 %281, ptr %282, align 8
  %283 = getelementptr inbounds nuw i8, ptr %277, i64 8
  %284 = load i32, ptr %283, align 4
  %285 = getelementptr inbounds nuw i8, ptr %1, i64 36
  store i32 %284, ptr %285, align 4
  %286 = getelementptr inbounds nuw i8, ptr %277, i64 12
  %287 = load i32, ptr %286, align 4
  %288 = getelementptr inbounds nuw i8, ptr %1, i64 40
  store i32 %287, ptr %288, align 8
  %289 = getelementptr inbounds nuw i8, ptr %277, i64 16
  %290 = load i32, ptr %289, align 4
  %291 = getelementptr inbounds nuw i8, ptr %1, i64 44
  store i32 %290, ptr %291, align 4
  %292 = getelementptr inbounds nuw i8, ptr %277, i64 20
  %293 = load i32, ptr %292, align 4
  %294 = getelementptr inbounds nuw i8, ptr %1, i64 48
  store i32 %293, ptr %294, align 8
  %295 = getelementptr inbounds nuw i8, ptr %3, i64 428
  %296 = load i32, ptr %295, align 4
  %297 = getelementptr inbounds nuw i8, ptr %3, i64 364
  %298 = load i32, ptr %297, align 4
  %299 = zext i32 %298 to i64
  %300 = getelementptr inbounds nuw i8, ptr %3, i64 484
  %301 = load i32, ptr %300, align 4
  %302 = zext i32 %301 to i64
  %303 = zext i32 %278 to i64
  %304 = getelementptr inbounds nuw i8, ptr %1, i64 16
  %305 = load i64, ptr %304, align 8
  %306 = add i64 %305, %303
  %307 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %308 = load i32, ptr %307, align 8
  %309 = getelementptr inbounds nuw i8, ptr %1, i64 24
  store i32 0, ptr %309, align 8
  %310 = icmp slt i32 %308, 1
  br i1 %310, label %launch.exit, label %311
311:                                              ; preds = %271
  %312 = zext i32 %296 to i64
  %313 = icmp sgt i32 %308, %287
  %314 = icmp ugt i64 %306, %312
  %or.cond.i29 = select i1 %313, i1 true, i1 %314
  br i1 %or.cond.i29, label %launch.exit, label %315
315:                                              ; preds = %311
  %316 = getelementptr inbounds nuw i8, ptr %277, i64 24
  %317 = add nsw i32 %308, -1
  %318 = lshr i32 %317, 5
  %319 = zext nneg i32 %318 to i64
  %320 = getelementptr inbounds nuw i32, ptr %316, i64 %319
  %321 = load i32, ptr %320, align 4
  store i32 %321, ptr %309, align 8
  %.not46.i = icmp eq i64 %305, 0
  br i1 %.not46.i, label %launch.exit, label %322
322:                                              ; preds = %315
  %323 = add nuw nsw i64 %306, %302
  %324 = udiv i64 %299, %323
  %325 = zext i32 %321 to i64
  %326 = icmp samesign ult i64 %324, %325
  br i1 %326, label %327, label %launch.exit
327:                                              ; preds = %322
  %328 = trunc nuw i64 %324 to i32
  store i32 %328, ptr %309, align 8
  br label %launch.exit
329:                                              ; preds = %2
  %330 = getelementptr inbounds nuw i8, ptr %1, i64 4
  %331 = load i32, ptr %330, align 4
  %or.cond.i31 = icmp ult i32 %331, 1024
  br i1 %or.cond.i31, label %332, label %text.exit
332:                                              ; preds = %329
  %333 = getelementptr inbounds nuw i8, ptr %3, i64 616
  %334 = zext nneg i32 %331 to i64
  %335 = getelementptr inbounds nuw i32, ptr %333, i64 %334
  %336 = load i32, ptr %335, align 4
  %.not.i32 = icmp eq i32 %336, 0
  %spec.select.i = select i1 %.not.i32, i64 1023, i64 %334
  br label %text.exit
text.exit:                                        ; preds = %329, %332
  %337 = phi i64 [ 1023, %329 ], [ %spec.select.i, %332 ]
  %338 = getelementptr inbounds nuw i8, ptr %3, i64 616
  %339 = getelementptr inbounds nuw i8, ptr %1, i64 8
  %340 = load i32, ptr %339, align 8
  %341 = icmp ne i32 %340, 0
  %342 = zext i1 %341 to i64
  %343 = getelementptr inbounds nuw [1024 x i32], ptr %338, i64 %342
  %344 = getelementptr inbounds nuw i32, ptr %343, i64 %337
  %345 = load i32, ptr %344, align 4
  %346 = zext i32 %345 to i64
  %347 = getelementptr inbounds nuw i8, ptr %3, i64 %346
  %348 = ptrtoint ptr %347 to i64
  br label %launch.exit
349:                                              ; preds = %2
  %350 = tail call fastcc i64 @scale_device_failed(ptr %3, i32 801)
  br label %launch.exit
launch.exit:                                      ; preds = %211, %190, %327, %322, %315, %311, %271, %269, %265, %260, %255, %249, %247, %237, %235, %228, %167, %163, %156, %154, %137, %132, %129, %126, %121, %119, %110, %103, %91, %47, %34, %2, %24, %27, %349, %text.exit, %212
  %.1 = phi i64 [ %350, %349 ], [ %348, %text.exit ], [ 4096, %2 ], [ 0, %121 ], [ %155, %154 ], [ %214, %212 ], [ 0, %27 ], [ 0, %271 ], [ 0, %260 ], [ %26, %24 ], [ %35, %34 ], [ %48, %47 ], [ %92, %91 ], [ %104, %103 ], [ %111, %110 ], [ %120, %119 ], [ 0, %126 ], [ %138, %137 ], [ 0, %132 ], [ 0, %129 ], [ 0, %156 ], [ 0, %163 ], [ 0, %167 ], [ 0, %311 ], [ %266, %265 ], [ %230, %228 ], [ %236, %235 ], [ 0, %237 ], [ %248, %247 ], [ 0, %249 ], [ 0, %255 ], [ %270, %269 ], [ 0, %315 ], [ 0, %322 ], [ 0, %327 ], [ 0, %190 ], [ %.3.i, %211 ]
  ret i64 %.1
}
declare ptr @scale_device_buffer()
define internal fastcc range(i64 0, 4294967296) i64 @scale_device_failed(ptr captures(none) %0, i32 %1) unnamed_addr noinline nounwind {
  %3 = getelementptr inbounds nuw i8, ptr %0, i64 24
  %4 = atomicrmw add ptr %3, i32 1 monotonic, align 8
  %5 = and i32 %4, 255
  %6 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %7 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %narrow.i = mul nuw i32 %6, %7
  %8 = zext i32 %narrow.i to i64
  %9 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %10 = zext nneg i32 %9 to i64
  %11 = add nuw nsw i64 %8, %10
  %12 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %13 = zext nneg i32 %12 to i64
  %14 = mul nuw nsw i64 %11, %13
  %15 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %16 = zext nneg i32 %15 to i64
  %17 = add nuw nsw i64 %14, %16
  %18 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %19 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %narrow2.i = mul nuw nsw i32 %18, %19
  %20 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %narrow3.i = add nuw nsw i32 %narrow2.i, %20
  %21 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %narrow4.i = mul nuw nsw i32 %narrow3.i, %21
  %22 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %narrow5.i = add nuw nsw i32 %narrow4.i, %22
  %23 = zext nneg i32 %narrow5.i to i64
  %24 = shl i64 %17, 10
  %25 = add i64 %24, %23
  %26 = getelementptr inbounds nuw i8, ptr %0, i64 8808
  %27 = zext nneg i32 %5 to i64
  %28 = getelementptr inbounds nuw %struct.scale_device_error, ptr %26, i64 %27
  store i64 %25, ptr %28, align 8
  %29 = getelementptr inbounds nuw i8, ptr %28, i64 8
  store i32 %1, ptr %29, align 8
  %30 = zext i32 %1 to i64
  ret i64 %30
}
define ptx_kernel void @__scale_device_copy(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, i32 %9) nounwind {
  %11 = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %12 = zext nneg i32 %11 to i64
  %13 = tail call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %14 = zext nneg i32 %13 to i64
  %15 = mul nuw nsw i64 %12, %14
  %16 = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %17 = zext nneg i32 %16 to i64
  %18 = add nuw nsw i64 %15, %17
  %19 = tail call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %20 = zext nneg i32 %19 to i64
  %21 = mul nuw nsw i64 %20, %14
  %22 = icmp eq i64 %7, 1
  %23 = icmp eq i64 %8, 1
  %or.cond = select i1 %22, i1 %23, i1 false
  br i1 %or.cond, label %24, label %46
24:                                               ; preds = %10
  %25 = ptrtoint ptr %0 to i64
  %26 = ptrtoint ptr %1 to i64
  %27 = or i64 %26, %25
  %28 = or i64 %27, %6
  %29 = and i64 %28, 7
  %30 = icmp eq i64 %29, 0
  br i1 %30, label %31, label %46
31:                                               ; preds = %24
  %32 = and i32 %9, 255
  %33 = zext nneg i32 %32 to i64
  %34 = mul nuw i64 %33, 72340172838076673
  %35 = lshr i64 %6, 3
  %36 = icmp samesign ult i64 %18, %35
  br i1 %36, label %.lr.ph52, label %.loopexit
.lr.ph52:                                         ; preds = %31
  %.not48 = icmp eq ptr %1, null
  br label %37
37:                                               ; preds = %.lr.ph52, %41
  %.051 = phi i64 [ %18, %.lr.ph52 ], [ %44, %41 ]
  br i1 %.not48, label %41, label %38
38:                                               ; preds = %37
  %39 = getelementptr inbounds nuw i64, ptr %1, i64 %.051
  %40 = load i64, ptr %39, align 8
  br label %41
41:                                               ; preds = %37, %38
  %42 = phi i64 [ %40, %38 ], [ %34, %37 ]
  %43 = getelementptr inbounds nuw i64, ptr %0, i64 %.051
  store i64 %42, ptr %43, align 8
  %44 = add nuw nsw i64 %.051, %21
  %45 = icmp samesign ult i64 %44, %35
  br i1 %45, label %37, label %.loopexit
46:                                               ; preds = %24, %10
  %47 = mul i64 %7, %6
  %48 = mul i64 %47, %8
  %49 = icmp ult i64 %18, %48
  br i1 %49, label %.lr.ph, label %.loopexit
.lr.ph:                                           ; preds = %46
  %.not = icmp eq ptr %1, null
  %50 = trunc i32 %9 to i8
  br label %51
51:                                               ; preds = %.lr.ph, %63
  %.04650 = phi i64 [ %18, %.lr.ph ], [ %70, %63 ]
  %.04650.frozen = freeze i64 %.04650
  %.frozen = freeze i64 %6
  %52 = udiv i64 %.04650.frozen, %.frozen
  %53 = mul i64 %52, %.frozen
  %.decomposed = sub i64 %.04650.frozen, %53
  %.frozen62 = freeze i64 %7
  %54 = udiv i64 %52, %.frozen62
  %55 = mul i64 %54, %.frozen62
  %.decomposed63 = sub i64 %52, %55
  br i1 %.not, label %63, label %56
56:                                               ; preds = %51
  %57 = mul i64 %54, %5
  %58 = mul i64 %.decomposed63, %4
  %59 = getelementptr i8, ptr %1, i64 %57
  %60 = getelementptr i8, ptr %59, i64 %58
  %61 = getelementptr i8, ptr %60, i64 %.decomposed
  %62 = load i8, ptr %61, align 1
  br label %63
63:                                               ; preds = %51, %56
  %64 = phi i8 [ %62, %56 ], [ %50, %51 ]
  %65 = mul i64 %54, %3
  %66 = mul i64 %.decomposed63, %2
  %67 = getelementptr i8, ptr %0, i64 %65
  %68 = getelementptr i8, ptr %67, i64 %66
  %69 = getelementptr i8, ptr %68, i64 %.decomposed
  store i8 %64, ptr %69, align 1
  %70 = add i64 %.04650, %21
  %71 = icmp ult i64 %70, %48
  br i1 %71, label %51, label %.loopexit
.loopexit:                                        ; preds = %63, %41, %46, %31
  ret void
}
declare noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare noundef range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare noundef range(i32 1, 65536) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare noundef range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare noundef range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)
declare i32 @llvm.usub.sat.i32(i32, i32)
