# SPDX-License-Identifier: Apache-2.0
"""Text passes from device IR to AMDGPU IR; `..pipeline` has their order."""
