# SPDX-License-Identifier: Apache-2.0
# Any version will do here: TorchConfig.cmake asks torch's own package for it.
set(PACKAGE_VERSION "${PACKAGE_FIND_VERSION}")
set(PACKAGE_VERSION_COMPATIBLE TRUE)
