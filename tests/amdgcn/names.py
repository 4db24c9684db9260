# SPDX-License-Identifier: Apache-2.0
"""One name for each meaning: the generations' mnemonics mapped to those that the core registers, and groups for counting."""

from __future__ import annotations

import re
from functools import cache

# Mnemonics that are the same instruction under another name.
ALIASES = {
    "v_add_nc_u32": "v_add_u32",
    "v_sub_nc_u32": "v_sub_u32",
    "v_subrev_nc_u32": "v_subrev_u32",
    "v_add_nc_i32": "v_add_i32",
    "v_sub_nc_i32": "v_sub_i32",
    "v_add_nc_u16": "v_add_u16",
    "v_sub_nc_u16": "v_sub_u16",
    "v_add_nc_i16": "v_add_i16",
    "v_sub_nc_i16": "v_sub_i16",
    "v_add_co_ci_u32": "v_addc_co_u32",
    "v_sub_co_ci_u32": "v_subb_co_u32",
    "v_subrev_co_ci_u32": "v_subbrev_co_u32",
    "v_mad_co_u64_u32": "v_mad_u64_u32",
    "v_mad_co_i64_i32": "v_mad_i64_i32",
    "v_clz_i32_u32": "v_ffbh_u32",
    "v_ctz_i32_b32": "v_ffbl_b32",
    "v_cls_i32": "v_ffbh_i32",
    "v_cvt_floor_i32_f32": "v_cvt_flr_i32_f32",
    "v_cvt_nearest_i32_f32": "v_cvt_rpi_i32_f32",
    "v_cvt_pk_rtz_f16_f32": "v_cvt_pkrtz_f16_f32",
    "v_cvt_pk_norm_i16_f32": "v_cvt_pknorm_i16_f32",
    "v_cvt_pk_norm_u16_f32": "v_cvt_pknorm_u16_f32",
    "v_cvt_pk_norm_i16_f16": "v_cvt_pknorm_i16_f16",
    "v_cvt_pk_norm_u16_f16": "v_cvt_pknorm_u16_f16",
    "v_mul_dx9_zero_f32": "v_mul_legacy_f32",
    "v_rcp_iflag_f32": "v_rcp_f32",
    "v_exp_legacy_f32": "v_exp_f32",
    "v_log_legacy_f32": "v_log_f32",
    "v_fmac_f32": "v_fma_f32",
    "v_fmac_f64": "v_fma_f64",
    "v_fmac_f16": "v_fma_f16",
    "v_fmamk_f32": "v_fma_f32",
    "v_fmaak_f32": "v_fma_f32",
    "v_fmamk_f16": "v_fma_f16",
    "v_fmaak_f16": "v_fma_f16",
    "v_fmac_dx9_zero_f32": "v_fma_dx9_zero_f32",
    "v_mac_f16": "v_mad_f16",
    "v_madmk_f16": "v_mad_f16",
    "v_madak_f16": "v_mad_f16",
    "v_mad_legacy_f16": "v_mad_f16",
    "v_mad_legacy_u16": "v_mad_u16",
    "v_mad_legacy_i16": "v_mad_i16",
    "v_fma_legacy_f16": "v_fma_f16",
    "v_div_fixup_legacy_f16": "v_div_fixup_f16",
    "v_pk_fmac_f16": "v_pk_fma_f16",
    "v_dot2c_f32_f16": "v_dot2_f32_f16",
    "v_dot2acc_f32_f16": "v_dot2_f32_f16",
    "v_dot2c_f32_bf16": "v_dot2_f32_bf16",
    "v_dot2acc_f32_bf16": "v_dot2_f32_bf16",
    "v_dot2c_i32_i16": "v_dot2_i32_i16",
    "v_dot4c_i32_i8": "v_dot4_i32_i8",
    "v_dot8c_i32_i4": "v_dot8_i32_i4",
    "v_mad_mix_f32": "v_fma_mix_f32",
    "v_mad_mixlo_f16": "v_fma_mixlo_f16",
    "v_mad_mixhi_f16": "v_fma_mixhi_f16",
    "v_accvgpr_mov_b32": "v_mov_b32",
    "v_pipeflush": "v_nop",
    "v_clrexcp": "v_nop",
    "s_and_not1_b32": "s_andn2_b32",
    "s_and_not1_b64": "s_andn2_b64",
    "s_or_not1_b32": "s_orn2_b32",
    "s_or_not1_b64": "s_orn2_b64",
    "s_clz_i32_u32": "s_flbit_i32_b32",
    "s_clz_i32_u64": "s_flbit_i32_b64",
    "s_ctz_i32_b32": "s_ff1_i32_b32",
    "s_ctz_i32_b64": "s_ff1_i32_b64",
    "s_cls_i32": "s_flbit_i32",
    "s_cls_i32_i64": "s_flbit_i32_i64",
    "s_add_co_u32": "s_add_u32",
    "s_sub_co_u32": "s_sub_u32",
    "s_add_co_i32": "s_add_i32",
    "s_sub_co_i32": "s_sub_i32",
    "s_add_co_ci_u32": "s_addc_u32",
    "s_sub_co_ci_u32": "s_subb_u32",
    "s_add_nc_u64": "s_add_u64",
    "s_sub_nc_u64": "s_sub_u64",
    "s_addk_co_i32": "s_addk_i32",
    "s_fmac_f32": "s_fma_f32",
    "s_fmac_f16": "s_fma_f16",
    "s_fmamk_f32": "s_fma_f32",
    "s_fmaak_f32": "s_fma_f32",
    "s_sleep_var": "s_sleep",
    "s_memrealtime": "s_memtime",
    "s_endpgm_saved": "s_endpgm",
    "ds_read_addtid_b32": "ds_load_addtid_b32",
}

# No effect here: memory is sequential, caches and clocks do not exist.
NO_OPERATION = re.compile(
    r"s_(nop|waitcnt.*|wait_.*|delay_alu|clause|setprio|sethalt|icache_inv|dcache_.*|gl1_inv|inst_prefetch|"
    r"set_inst_prefetch_distance|prefetch_.*|code_end|sendmsg|sendmsghalt|ttracedata.*|incperflevel|decperflevel|wakeup|version|"
    r"setkill|barrier_init|barrier_join|barrier_leave|alloc_vgpr|set_valu_coexec_mode)$"
    r"|(buffer|global)_(gl0_inv|gl1_inv|wbl2|inv|wb|wbinv|wbinvl1|wbinvl1_vol)$"
)

_WIDTHS = {"ubyte": "u8", "sbyte": "i8", "ushort": "u16", "sshort": "i16", "byte": "b8", "short": "b16"}
_DWORDS = {"dword": "b32", "dwordx2": "b64", "dwordx3": "b96", "dwordx4": "b128", "dwordx8": "b256", "dwordx16": "b512"}


def _memory(name: str) -> str:
    """global/flat/scratch/buffer/scalar loads and stores."""
    space, _, rest = name.partition("_")
    space = "global" if space == "flat" else space
    if "atomic" in rest:
        return f"{space}_atomic_{_atomic(rest.removeprefix('atomic_'))}"
    high = rest.endswith("_d16_hi")
    small = high or rest.endswith("_d16")
    rest = rest.removesuffix("_d16_hi").removesuffix("_d16")
    head, _, kind = rest.rpartition("_")
    kind = _DWORDS.get(kind, _WIDTHS.get(kind, kind))
    if small and "d16" not in head:
        kind = {"b16": "b16", "b8": "b8"}.get(kind, kind)
        if "load" in head and kind == "u16":
            kind = "b16"
        head += "_d16_hi" if high else "_d16"
    return f"{space}_{head}_{kind}"


def _atomic(rest: str) -> str:
    """`add_u32`, `smin_x2`, `min_num_f32`, `swap_b64` to `add_32`, `smin_64`, `min_f32`, `swap_64`."""
    rest = rest.replace("_num_", "_")
    if rest.endswith("_x2"):
        return rest.removesuffix("_x2") + "_64"
    found = re.fullmatch(r"(.*)_([uib])(32|64)", rest)
    if found:
        operation, sign, width = found.groups()
        if operation in ("min", "max"):
            operation = ("s" if sign == "i" else "u") + operation
        return f"{operation}_{width}"
    if re.search(r"_(f32|f64|f16|bf16)$", rest):
        return rest
    return rest + "_32"


def _lds(name: str) -> str:
    name = name.replace("ds_read2st64_", "ds_load_2addr_stride64_").replace("ds_write2st64_", "ds_store_2addr_stride64_")
    name = name.replace("ds_read2_", "ds_load_2addr_").replace("ds_write2_", "ds_store_2addr_")
    name = name.replace("ds_read_", "ds_load_").replace("ds_write_", "ds_store_")
    if re.match(r"ds_(load|store)_|ds_(swizzle|permute|bpermute|append|consume|nop|gws)", name):
        return name
    rest = name.removeprefix("ds_").replace("_rtn_", "_").replace("wrxchg", "swap").replace("storexchg", "swap")
    return "ds_" + _atomic(rest)


@cache
def semantics(mnemonic: str) -> str:
    """The core's name for what `mnemonic` (without `_e32`/`_e64`) does."""
    name = mnemonic
    if NO_OPERATION.match(name):
        return "s_nop"
    if name in ALIASES:
        return ALIASES[name]
    if name.startswith("v_cmpx_"):
        name = "v_cmp_" + name.removeprefix("v_cmpx_")
    if name.startswith("v_cmp_tru_"):
        return name.replace("_tru_", "_t_")
    if name.startswith("v_dual_"):
        return semantics("v_" + name.removeprefix("v_dual_"))
    if name.startswith("v_s_"):
        return semantics("v_" + name.removeprefix("v_s_"))
    if name.startswith("v_mfma_"):
        return "v_mfma"
    if name.startswith("v_wmma_"):
        return "v_wmma"
    if name.startswith("ds_"):
        return _lds(name)
    if re.match(r"(global|flat|scratch|buffer|s_load|s_buffer_load)_", name):
        return _memory(name) if not name.startswith("s_") else re.sub(r"dword(x\d+)?$", lambda m: _DWORDS[m[0]], name)
    if name.startswith(("s_and_not", "s_or_not")):
        name = name.replace("_not0_", "n1_").replace("_not1_", "n2_")
    return ALIASES.get(name.replace("_num_", "_"), name.replace("_num_", "_"))


GROUPS = (
    "SALU",
    "BRANCH",
    "SMEM",
    "VALU",
    "TRANS",
    "DPP",
    "LANE",
    "MATRIX",
    "LDS",
    "CROSSBAR",
    "VMEM",
    "ATOMIC",
    "SCRATCH",
    "BARRIER",
    "WAIT",
    "END",
)
_TRANS = re.compile(r"v_(s_)?(exp|log|rcp|rsq|sqrt|sin|cos|rcp_iflag)_")
_LANE = re.compile(r"v_(readfirstlane|readlane|writelane|permlane|mbcnt)")


@cache
def group(name: str, dpp: bool = False) -> str:
    """The group that an instruction is counted in. DPP: vector instructions that read a neighbour lane as they go."""
    if name.startswith("v_"):
        if re.match(r"v_(mfma|smfmac|wmma|swmmac)", name):
            return "MATRIX"
        if dpp:
            return "DPP"
        return "LANE" if _LANE.match(name) else "TRANS" if _TRANS.match(name) else "VALU"
    if name.startswith("ds_"):
        return "CROSSBAR" if re.match(r"ds_(swizzle|permute|bpermute)", name) else "LDS"
    if name.startswith("scratch_"):
        return "SCRATCH"
    if name.startswith(("global_", "flat_", "buffer_")):
        return "ATOMIC" if "atomic" in name else "WAIT" if NO_OPERATION.match(name) else "VMEM"
    if name.startswith(("s_load", "s_buffer", "s_store", "s_mem")):
        return "SMEM"
    if re.match(r"s_(branch|cbranch|setpc|swappc|call)", name):
        return "BRANCH"
    if name.startswith("s_barrier"):
        return "BARRIER"
    if name.startswith("s_endpgm"):
        return "END"
    return "WAIT" if NO_OPERATION.match(name) or name.startswith("s_sleep") else "SALU"
