"""Runs the browser tests: `python3 tests/browser PROGRAM [PATTERN…]`.

PROGRAM is the binary under test; a PATTERN selects tests by name, as `unittest -k` does. A test that
fails is run once more, alone: on a loaded machine a browser may miss a moment. One that fails twice
has failed.
"""

import os
import sys
import unittest
from pathlib import Path

if len(sys.argv) < 2:
    sys.exit(__doc__)
os.environ["BATYR"] = os.path.abspath(sys.argv[1])
here = str(Path(__file__).parent)
sys.path.insert(0, here)


def run(patterns):
    """Runs the tests that fit one of the patterns, or all of them; returns the names of those that failed."""
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in patterns] or None
    suite = loader.discover(here, pattern="test_*.py", top_level_dir=here)
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    if result.testsRun == 0:
        sys.exit("no test fits")
    tests = [test for test, _ in result.failures + result.errors]
    # A subtest belongs to a test; an error in setting up a class names no test.
    return sorted({getattr(test, "test_case", test).id().split(".")[-1].rstrip(")") for test in tests})


failed = run(sys.argv[2:])
if failed:
    print("again:", *failed, flush=True)
    failed = run(failed)
sys.exit(1 if failed else 0)
