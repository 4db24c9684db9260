# SPDX-License-Identifier: Apache-2.0
"""`scale verify`: real projects, from their published sources, built with the one option and run as far as this machine can."""
