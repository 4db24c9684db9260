/* SPDX-License-Identifier: Apache-2.0 */
/* Empty: what is precompiled comes from -include. */
