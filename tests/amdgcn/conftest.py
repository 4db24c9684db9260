# SPDX-License-Identifier: Apache-2.0
"""All tests of this folder stand on AMD's instruction tables."""

import pytest

from .needs import need_tables


@pytest.fixture(autouse=True, scope="session")
def _tables() -> None:
    need_tables()
