# SPDX-License-Identifier: Apache-2.0
"""Machine code to the core's micro-operations: tinygrad's tables find the encoding, this module resolves operands and modifiers.

The packed record is `struct Op` of core/state.h. Field positions and opcode names come from tinygrad's tables (AMD's machine-readable
ISA); what the fields mean is from the ISA documents of CDNA3, RDNA3 and RDNA4.
"""

from __future__ import annotations

from functools import lru_cache

from . import names
from .encoding import Fields, find, matrix_shape
from .needs import need_tables
from .operation import (
    _SPECIAL,
    ABS,
    ACCUMULATOR,
    CONSTANT,
    EXEC,
    F32,
    HIGH,
    HIGH2,
    INDEXED,
    INTEGER,
    KEEP_HIGH,
    M0,
    NEG,
    NEG_HI,
    NO_ADDRESS,
    NULL,
    PAIRED,
    RAW,
    RETURNS,
    SCALAR,
    SCALAR_ADDRESS,
    SEXT,
    VCC,
    VECTOR,
    Architecture,
    Decoded,
    Source,
    _sign,
    constant,
)

# CDNA 2 ISA, MUBUF: what CDNA 3 took away, by the first fourteen bits (format and opcode).
_CDNA2 = {0xE0F80000 >> 18: "buffer_wbinvl1", 0xE0FC0000 >> 18: "buffer_wbinvl1_vol"}
# CDNA 2 ISA, MFMA opcodes that CDNA 3's tables give to other instructions.
_CDNA2_MATRIX = {0x54: "v_mfma_i32_32x32x8_i8", 0x55: "v_mfma_i32_16x16x16_i8"}


class Decoder:
    """Decodes the code of one architecture."""

    def __init__(self, architecture: Architecture) -> None:
        need_tables()
        self.architecture = architecture
        self.gfx9 = architecture.generation == 9
        self._decode = lru_cache(maxsize=65536)(self._decode_words)

    def decode(self, code: bytes) -> Decoded:
        """The instruction at the start of `code`; unknown words come back as `.long` with a meaning nobody has.

        Repeated code decodes once: callers must not change what they get.
        """
        # The cache key is no longer than the instruction can be.
        return self._decode(code[:20])

    def _decode_words(self, code: bytes) -> Decoded:
        if self.architecture.name == "gfx90a" and (older := _CDNA2.get(int.from_bytes(code[:4], "little") >> 18)):
            return Decoded(older, 8, names.semantics(older))
        try:
            inst = find(code.ljust(20, b"\0"), self.architecture.tables)
            return getattr(self, "_" + _FORMATS[type(inst).__name__.split("_")[0]])(Fields(inst))  # type: ignore[no-any-return]
        except (ValueError, KeyError, AssertionError):
            word = int.from_bytes(code[:4], "little")
            return Decoded(f".long {word:#010x}", 4, "unknown")

    # Operands

    def _register(self, code: int) -> int:
        """Encoded scalar register to the core's slot."""
        if self.gfx9:
            return code
        return {124: NULL, 125: M0}.get(code, code)

    def _source(self, f: Fields, name: str, code: int, operand: str | None = None, bits: int | None = None) -> Source:
        fmt, width, signed = f.operand(operand or name)
        width = bits or width
        if code >= 256:
            return Source(VECTOR, fmt, width, reg=code - 256)
        if code in _SPECIAL:
            return Source(_SPECIAL[code], fmt, width)
        if code <= 127:
            slot = self._register(code)
            return Source(CONSTANT, fmt, width) if slot == NULL else Source(SCALAR, fmt, width, reg=slot)
        return Source(CONSTANT, fmt, width, value=constant(code, width, fmt, f.get("literal", 0), signed))

    def _true16(self, source: Source) -> None:
        """16-bit operands of short encodings on gfx11 and later: bit 7 of the register number means its high half."""
        if not self.gfx9 and source.kind == VECTOR and source.bits == 16 and source.reg >= 128:
            source.reg -= 128
            source.modifiers |= HIGH

    # Scalar formats

    def _scalar(self, f: Fields) -> Decoded:
        d = f.start()
        if "sdst" in f:
            d.dst, d.dst_kind = self._register(f["sdst"]), SCALAR
        d.sources = [self._source(f, n, f[n]) for n in ("ssrc0", "ssrc1") if n in f]
        if d.mnemonic == "s_set_gpr_idx_on":
            d.imm = f["ssrc1"]
        if "fmamk" in d.mnemonic:
            d.sources.insert(1, Source(CONSTANT, F32, 32, value=f["literal"]))
        elif "fmaak" in d.mnemonic:
            d.sources.append(Source(CONSTANT, F32, 32, value=f["literal"]))
        elif "fmac" in d.mnemonic:
            d.sources.append(Source(SCALAR, INTEGER, 32, reg=d.dst))
        return d

    def _sopk(self, f: Fields) -> Decoded:
        d = f.start()
        d.dst, d.dst_kind, d.imm = self._register(f["sdst"]), SCALAR, _sign(f["simm16"], 16)
        if d.mnemonic.startswith("s_cmpk_"):
            value = f["simm16"] if d.mnemonic.endswith("u32") else d.imm & 0xFFFFFFFF
            d.sources = [Source(SCALAR, INTEGER, 32, reg=d.dst), Source(CONSTANT, INTEGER, 32, value=value)]
        elif "reg_" in d.mnemonic:
            d.imm = f["simm16"]
            d.sources = [Source(CONSTANT, INTEGER, 32, value=f.get("literal", 0))]
        return d

    def _sopp(self, f: Fields) -> Decoded:
        d = f.start()
        d.imm = _sign(f["simm16"], 16)
        return d

    def _smem(self, f: Fields) -> Decoded:
        d = f.start()
        d.dst, d.dst_kind = self._register(f["sdata"]), SCALAR
        base = Source(SCALAR, INTEGER, 64, reg=f["sbase"] * 2)
        offset = Source()
        if self.gfx9:
            if f["imm"]:
                d.imm = _sign(f["offset"], 21)
            elif not f["soffset_en"]:
                offset = Source(SCALAR, INTEGER, 32, reg=f["offset"] & 127)
            if f["soffset_en"]:
                offset = Source(SCALAR, INTEGER, 32, reg=f["soffset"])
        else:
            d.imm = _sign(f["ioffset"], 24) if "ioffset" in f else _sign(f["offset"], 21)
            if (slot := self._register(f["soffset"])) != NULL:
                offset = Source(SCALAR, INTEGER, 32, reg=slot)
        d.sources = [base, offset]
        return d

    # Vector formats

    def _vector_destination(self, d: Decoded, f: Fields) -> None:
        name = d.mnemonic
        d.dst_bits = f.operand("vdst")[1]
        if name in ("v_readfirstlane_b32", "v_readlane_b32") or name.startswith("v_s_"):
            d.dst_kind, d.dst = SCALAR, self._register(f["vdst"] & 127)
        else:
            d.dst_kind, d.dst = VECTOR, f["vdst"]
        if not self.gfx9 or (names.semantics(name) in _KEEPS_HIGH and "legacy" not in name):
            d.flags |= KEEP_HIGH

    def _lanes(self, d: Decoded, f: Fields) -> None:
        """DPP and SDWA fields; both replace source 0 by a vector register."""
        kind = f.kind
        if "DPP" in kind or "SDWA" in kind:
            d.sources[0] = Source(VECTOR, d.sources[0].type, d.sources[0].bits, d.sources[0].modifiers, f["vsrc0"])
            if "VOP3" not in kind:
                self._true16(d.sources[0])
        if "DPP16" in kind:
            d.dpp, d.dpp_control, d.bound_control = 1, f["dpp"], f["bc"]
            d.row_mask, d.bank_mask, d.fetch_inactive = f["row_mask"], f["bank_mask"], f.get("fi", 0)
        elif "DPP8" in kind:
            d.dpp, d.fetch_inactive = 2, int(f["src0"] == 234)
            d.dpp8 = sum(f[f"lane_sel_{i}"] << (3 * i) for i in range(8))
        elif "SDWA" in kind:
            d.dst_select, d.dst_unused = f.get("dst_sel", 6), f.get("dst_unused", 0)
            d.clamp, d.omod = f.get("clmp", 0), f.get("omod", 0)
            for i, source in enumerate(d.sources[:2]):
                source.select = f[f"src{i}_sel"]
                source.modifiers |= SEXT * f[f"src{i}_sext"]
                if f[f"s{i}"]:
                    scalar = f["vsrc0"] if i == 0 else f["vsrc1"]
                    d.sources[i] = Source(SCALAR, source.type, source.bits, source.modifiers, self._register(scalar), source.select)
        if ("DPP16" in kind or "SDWA" in kind) and "VOP3" not in kind:
            for i, source in enumerate(d.sources[:2]):
                source.modifiers |= NEG * f[f"src{i}_neg"] | ABS * f[f"src{i}_abs"]

    def _short_sources(self, d: Decoded, f: Fields) -> None:
        d.sources = [self._source(f, "src0", f["src0"])]
        if "vsrc1" in f:
            d.sources.append(Source(VECTOR, *f.operand("vsrc1")[:2], reg=f["vsrc1"]))
        for source in d.sources:
            self._true16(source)

    def _implied_sources(self, d: Decoded, f: Fields) -> None:
        """Third operands that the encoding leaves out: the destination, VCC, a literal."""
        name = d.mnemonic
        third = d.sources[0].type if d.sources else INTEGER
        bits = d.sources[0].bits if d.sources else 32
        if "fmamk" in name or "madmk" in name:
            d.sources.insert(1, Source(CONSTANT, third, bits, value=f["literal"]))
        elif "fmaak" in name or "madak" in name:
            d.sources.append(Source(CONSTANT, third, bits, value=f["literal"]))
        elif any(part in name for part in ("fmac", "v_mac_", "dot2c", "dot4c", "dot8c", "dot2acc")):
            type_, width = (INTEGER, 32) if "dot" in name else (third, bits)
            high = HIGH * d.dst_high | (HIGH2 if name.startswith("v_pk") else 0)
            d.sources.append(Source(VECTOR, type_, width, high, d.dst))
        elif "cndmask" in name or any(part in name for part in ("addc_co", "subb_co", "subbrev_co", "co_ci")):
            d.sources.append(Source(SCALAR, INTEGER, 64 if self.gfx9 else 32, reg=VCC))
        if "_co_" in name:
            d.sdst = VCC
        if name.startswith("v_dot2") or name.startswith("v_pk_fmac"):
            for source in d.sources[:2]:
                source.modifiers |= HIGH2  # no op_sel here: low half with low half, high with high

    def _vop12(self, f: Fields) -> Decoded:
        d = f.start()
        self._vector_destination(d, f)
        if not self.gfx9 and d.dst_bits == 16 and d.dst_kind == VECTOR and d.dst >= 128:
            d.dst, d.dst_high = d.dst - 128, 1
        self._short_sources(d, f)
        self._implied_sources(d, f)
        self._lanes(d, f)
        if d.mnemonic in ("v_cvt_f32_fp8", "v_cvt_f32_bf8", "v_cvt_pk_f32_fp8", "v_cvt_pk_f32_bf8"):
            pass  # SDWA selects the byte or word
        if d.mnemonic == "v_accvgpr_mov_b32":
            d.dst += ACCUMULATOR
            d.sources[0].reg += ACCUMULATOR
        return d

    def _vopc(self, f: Fields) -> Decoded:
        d = f.start()
        self._short_sources(d, f)
        self._lanes(d, f)
        d.dst_select = 6
        d.dst_kind, d.dst = SCALAR, VCC
        if "SDWA" in f.kind and f["sd"]:
            d.dst = self._register(f["sdst"])
        self._exec_comparison(d)
        return d

    def _exec_comparison(self, d: Decoded) -> None:
        if d.mnemonic.startswith("v_cmpx_"):
            d.flags |= INDEXED
            if not self.gfx9:
                d.dst = EXEC

    def _vop3_sources(self, d: Decoded, f: Fields) -> None:
        for i in range(3):
            name = f"src{i}"
            if name not in f.operands and f"v{name}" not in f.operands:
                continue
            source = self._source(f, name, f[name], name if name in f.operands else f"v{name}")
            source.modifiers |= NEG * (f["neg"] >> i & 1)
            if "abs" in f:
                source.modifiers |= ABS * (f["abs"] >> i & 1)
            if "opsel" in f:
                source.modifiers |= HIGH * (f["opsel"] >> i & 1)
            d.sources.append(source)
        if "opsel" in f and "8" in d.mnemonic and d.sources:
            d.sources[0].modifiers |= HIGH2 * (f["opsel"] >> 1 & 1)

    def _vop3(self, f: Fields) -> Decoded:
        d = f.start()
        d.clamp, d.omod = f["clmp"], f["omod"]
        self._vop3_sources(d, f)
        if d.mnemonic.startswith("v_cmp"):
            d.dst_kind, d.dst = SCALAR, self._register(f["vdst"])
            self._exec_comparison(d)
        else:
            self._vector_destination(d, f)
            if d.dst_bits == 16 or d.mnemonic.startswith(("v_cvt_pk_fp8", "v_cvt_pk_bf8")):
                d.dst_high = f["opsel"] >> 3 & 1
        if any(part in d.mnemonic for part in ("fmac", "v_mac_", "dot2c", "dot4c", "dot8c")):
            first = d.sources[0]
            integer = "dot" in d.mnemonic
            d.sources = [
                *d.sources[:2],
                Source(VECTOR, INTEGER if integer else first.type, 32 if integer else first.bits, HIGH * d.dst_high, d.dst),
            ]
            if d.mnemonic.startswith(("v_dot2", "v_pk_fmac")):
                for source in d.sources[: 2 if integer else 3]:
                    source.modifiers = (source.modifiers & ~HIGH) | HIGH2
        if "bitop3" in d.mnemonic:
            # The truth table lies in the fields that hold modifiers elsewhere.
            d.imm = f["omod"] << 6 | f["abs"] << 3 | f["neg"]
            d.omod = 0
            for source in d.sources:
                source.modifiers &= HIGH
        self._lanes(d, f)
        return d

    def _vop3sd(self, f: Fields) -> Decoded:
        d = f.start()
        d.clamp, d.omod = f["clmp"], f["omod"]
        d.dst_kind, d.dst = VECTOR, f["vdst"]
        d.sdst = self._register(f["sdst"])
        self._vop3_sources(d, f)
        self._lanes(d, f)
        return d

    def _vop3p(self, f: Fields) -> Decoded:
        d = f.start()
        if d.mnemonic.startswith(("v_mfma", "v_smfmac", "v_accvgpr")):
            return self._mfma(d, f)
        d.clamp = f["clmp"]
        d.dst_kind, d.dst = VECTOR, f["vdst"]
        opsel_hi = f["opsel_hi"] | f["opsel_hi2"] << 2
        for i in range(3):
            name = f"src{i}"
            if name not in f.operands and f"v{name}" not in f.operands:
                continue
            source = self._source(f, name, f[name])
            source.modifiers = NEG * (f["neg"] >> i & 1) | NEG_HI * (f["neg_hi"] >> i & 1)
            source.modifiers |= HIGH * (f["opsel"] >> i & 1) | HIGH2 * (opsel_hi >> i & 1)
            d.sources.append(source)
        if d.mnemonic.startswith(("v_wmma", "v_swmmac")):
            d.imm = matrix_shape(d.mnemonic)
        if d.mnemonic.startswith(("v_dot2_f32", "v_dot2_i32", "v_dot2_u32")):
            d.sources[2].modifiers &= NEG
        self._lanes(d, f)
        return d

    def _mfma(self, d: Decoded, f: Fields) -> Decoded:
        if self.architecture.name == "gfx90a":
            d.mnemonic = _CDNA2_MATRIX.get(f["op"], d.mnemonic)
        d.dst_kind, d.dst = VECTOR, f["vdst"]
        if d.mnemonic == "v_accvgpr_read":
            source = self._source(f, "src0", f["src0"])
            source.reg += ACCUMULATOR
            d.sources = [source]
            return d
        if d.mnemonic == "v_accvgpr_write":
            d.dst += ACCUMULATOR
            d.sources = [self._source(f, "src0", f["src0"])]
            return d
        d.imm = matrix_shape(d.mnemonic)
        d.sources = [self._source(f, f"src{i}", f[f"src{i}"], bits=64 if "f64" in d.mnemonic else 32) for i in range(3)]
        for i in range(2):
            d.sources[i].reg += ACCUMULATOR * (f["acc"] >> i & 1)
        if f["acc_cd"]:
            d.dst += ACCUMULATOR
            d.sources[2].reg += ACCUMULATOR * (d.sources[2].kind == VECTOR)
        if f["cbsz"] or f["abid"] or f["blgp"]:
            d.semantics = "v_mfma with broadcast"
        return d

    def _vopd(self, f: Fields) -> Decoded:
        literal = f.get("literal", 0)
        x, y = f.enum("opx"), f.enum("opy")
        vdstx = f["vdstx"]
        vdsty = f["vdsty"] << 1 | (1 - (vdstx & 1))

        def half(name: str, dst: int, suffix: str) -> Decoded:
            type_ = F32 if name.endswith("f32") else INTEGER
            code = f[f"src{suffix}0"]
            if code >= 256:
                first = Source(VECTOR, type_, 32, reg=code - 256)
            elif code in _SPECIAL:
                first = Source(_SPECIAL[code], type_, 32)
            elif code <= 127:
                slot = self._register(code)
                first = Source(CONSTANT, type_, 32) if slot == NULL else Source(SCALAR, type_, 32, reg=slot)
            else:
                first = Source(CONSTANT, type_, 32, value=constant(code, 32, type_, literal))
            d = Decoded(name, f.size, names.semantics(name), VECTOR, dst)
            d.sources = [first]
            if "mov" not in name:
                d.sources.append(Source(VECTOR, type_, 32, reg=f[f"vsrc{suffix}1"]))
            if "fmamk" in name:
                d.sources.insert(1, Source(CONSTANT, F32, 32, value=literal))
            elif "fmaak" in name:
                d.sources.append(Source(CONSTANT, F32, 32, value=literal))
            elif "fmac" in name or "dot2acc" in name:
                d.sources.append(Source(VECTOR, F32, 32, reg=dst))
            elif "cndmask" in name:
                d.sources.append(Source(SCALAR, INTEGER, 32, reg=VCC))
            if "dot2acc" in name:
                for source in d.sources[:2]:
                    source.modifiers |= HIGH2
            return d

        first = half(x, vdstx, "x")
        first.pair = half(y, vdsty, "y")
        first.flags |= PAIRED
        return first

    # Memory formats

    def _ds(self, f: Fields) -> Decoded:
        d = f.start()
        acc = ACCUMULATOR * f.get("acc", 0)
        d.dst_kind, d.dst = VECTOR, f["vdst"] + acc
        d.imm = f["offset0"] | f["offset1"] << 8
        d.sources = [
            Source(VECTOR, RAW, 32, reg=f["addr"]),
            Source(VECTOR, RAW, 32, reg=f["data0"] + acc),
            Source(VECTOR, RAW, 32, reg=f["data1"] + acc),
        ]
        if "_rtn" in d.mnemonic:
            d.flags |= RETURNS
        if f.get("gds", 0):
            d.semantics = "global data share"
        return d

    def _flat(self, f: Fields) -> Decoded:
        d = f.start()
        acc = ACCUMULATOR * f.get("acc", 0)
        scratch, flat = d.mnemonic.startswith("scratch_"), d.mnemonic.startswith("flat_")
        address, data = ("vaddr", "vsrc") if "ioffset" in f else ("addr", "data")
        d.dst_kind, d.dst = VECTOR, f["vdst"] + acc
        if "ioffset" in f:
            d.imm = _sign(f["ioffset"], 24)
        elif flat and self.gfx9:
            d.imm = f["offset"]
        else:
            d.imm = _sign(f["offset"], 13)
        saddr = f["saddr"]
        d.sources = [Source(VECTOR, RAW, 64, reg=f[address]), Source(VECTOR, RAW, 32, reg=f[data] + acc)]
        has_scalar = not flat and (saddr != 127 if self.gfx9 else saddr not in (124, 127))
        if has_scalar:
            d.flags |= SCALAR_ADDRESS
            d.sources.append(Source(SCALAR, INTEGER, 64, reg=self._register(saddr)))
        if scratch and not (f["sve"] if self.architecture.architected_scratch else not has_scalar):
            d.flags |= NO_ADDRESS
        if "atomic" in d.mnemonic and (f.get("sc0", 0) or f.get("glc", 0) or f.get("th", 0) & 1):
            d.flags |= RETURNS
        return d

    def _mubuf(self, f: Fields) -> Decoded:
        d = f.start()
        acc = ACCUMULATOR * f.get("acc", 0)
        if d.semantics == "s_nop":
            return d
        d.dst_kind, d.dst = VECTOR, f["vdata"] + acc
        d.imm = _sign(f["ioffset"], 24) if "ioffset" in f else f["offset"]
        resource = f["rsrc"] if "rsrc" in f else f["srsrc"] * 4
        soffset = self._source(f, "soffset", f["soffset"], bits=32)
        d.sources = [Source(VECTOR, RAW, 32, reg=f["vaddr"]), Source(VECTOR, RAW, 32, reg=f["vdata"] + acc)]
        d.sources += [Source(SCALAR, RAW, 128, reg=resource), soffset]
        d.flags |= (0 if f["offen"] else NO_ADDRESS) | (INDEXED if f["idxen"] else 0)
        if "atomic" in d.mnemonic and (f.get("sc0", 0) or f.get("glc", 0) or f.get("th", 0) & 1):
            d.flags |= RETURNS
        return d


_KEEPS_HIGH = {"v_mad_f16", "v_fma_f16", "v_div_fixup_f16", "v_mad_u16", "v_mad_i16", "v_cvt_pk_fp8_f32", "v_cvt_pk_bf8_f32"}
_FORMATS = {
    "SOP1": "scalar", "SOP2": "scalar", "SOPC": "scalar", "SOPK": "sopk", "SOPP": "sopp", "SMEM": "smem",
    "VOP1": "vop12", "VOP2": "vop12", "VOPC": "vopc", "VOP3": "vop3", "VOP3SD": "vop3sd", "VOP3P": "vop3p", "VOPD": "vopd",
    "DS": "ds", "FLAT": "flat", "GLOBAL": "flat", "SCRATCH": "flat", "VFLAT": "flat", "VGLOBAL": "flat", "VSCRATCH": "flat",
    "MUBUF": "mubuf", "VBUFFER": "mubuf",
}  # fmt: skip
