"""Runs the browser tests: `python3 tests/browser PROGRAM [PATTERN…]`.

PROGRAM is the binary under test; a PATTERN selects tests by name, as `unittest -k` does. Two processes run
the tests, each with a server and a browser of its own; `JOBS` is another number. The budgets are measured
after the other tests, alone. A test that fails is run once more, alone: on a loaded machine a browser may
miss a moment. One that fails twice has failed.
"""

import io
import multiprocessing
import os
import queue
import sys
import time
import unittest
from pathlib import Path

if len(sys.argv) < 2:
    sys.exit(__doc__)
os.environ["BATYR"] = os.path.abspath(sys.argv[1])
JOBS = int(os.environ.get("JOBS", "2"))
# The tests that take longest begin first, so that none of them runs on alone.
LONGEST = ("axe", "every_lesson", "of_shatra_by", "of_shatranj", "languages", "by_keyboard", "Targets", "files_go_out", "course")
here = str(Path(__file__).parent)
sys.path.insert(0, here)


def names_of(patterns):
    """Returns the names of the tests that fit one of the patterns, or of all tests."""
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in patterns] or None
    suite = loader.discover(here, pattern="test_*.py", top_level_dir=here)
    if loader.errors:
        sys.exit("\n".join(loader.errors))
    names = []

    def collect(part):
        for test in part:
            if isinstance(test, unittest.TestSuite):
                collect(test)
            else:
                names.append(test.id())
    collect(suite)
    rank = {name: next((index for index, part in enumerate(LONGEST) if part in name), len(LONGEST)) for name in names}
    return sorted(names, key=rank.get)


def work(names, results):
    """Runs tests until there are none left."""
    from support import close_shared
    try:
        for name in iter(names.get, None):
            text = io.StringIO()
            start = time.monotonic()
            result = unittest.TextTestRunner(text, verbosity=0).run(unittest.defaultTestLoader.loadTestsFromName(name))
            word = "FAILED" if not result.wasSuccessful() else "skipped" if result.skipped else "ok"
            results.put((name, word, time.monotonic() - start, "" if result.wasSuccessful() else text.getvalue()))
    finally:
        close_shared()


def run(names, jobs):
    """Runs tests in so many processes; returns the names of those that failed."""
    tasks, results = multiprocessing.Queue(), multiprocessing.Queue()
    jobs = min(jobs, len(names))
    for name in [*names, *[None] * jobs]:
        tasks.put(name)
    workers = [multiprocessing.Process(target=work, args=(tasks, results)) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    left, failed = set(names), []
    while left:
        try:
            name, word, seconds, text = results.get(timeout=5)
        except queue.Empty:
            if any(worker.is_alive() for worker in workers):
                continue
            print("not run, as a process has ended:", *sorted(left))
            return failed + sorted(left)
        left.discard(name)
        print(f"{seconds:6.1f} s  {word:7}  {name}", *text.splitlines(), sep="\n    " if text else "  ", flush=True)
        if word == "FAILED":
            failed.append(name)
    for worker in workers:
        worker.join()
    return failed


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    began = time.monotonic()
    selected = names_of(sys.argv[2:])
    if not selected:
        sys.exit("no test fits")
    budgets = [name for name in selected if name.startswith("test_budgets.")]
    failed = run([name for name in selected if name not in budgets], JOBS) + run(budgets, 1)
    if failed:
        print("again:", *failed, flush=True)
        failed = run(failed, 1)
    print(f"{len(selected)} tests in {time.monotonic() - began:.0f} s,", "failed: " + " ".join(failed) if failed else "none failed")
    sys.exit(1 if failed else 0)
