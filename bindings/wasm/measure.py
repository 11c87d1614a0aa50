"""Measures the engine in the browser; prints one line for each figure.

    python3 bindings/wasm/measure.py PROGRAM WEB [FIGURE…]

PROGRAM is the optimized program of the same sources, WEB the folder that `.ci/web/build` has made. The figures:

* sizes: bytes by brotli: the module with one network and with all, that with threads, each network, each table; batyr.html as it is;
* speed: nodes a second of processor time of `bench`, against the program, in turns; ROUNDS of them (3), of depth DEPTH (9);
* page: the first board and the first line of an analysis, cold, warm and with the processor slowed four times;
* stop: the time from `stop` to `bestmove`, ROUNDS times 100 of each way to stop;
* depth: the depth after 10 seconds, by slices and suspended, in turns;
* threads: with `batyr-threads.wasm` under node, the nodes a second of two threads against one, in turns, ROUNDS searches of
  3 seconds each, and of one thread against the module without; the time from `stop` to `bestmove`, ROUNDS times 100.

Page, stop and depth need Chromium and Playwright (tests/browser), threads two idle cores. Other programs on the machine disturb all but the first.
"""

import json
import os
import re
import resource
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM, WEB = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
FIGURES = sys.argv[3:] or ["sizes", "speed", "page", "stop", "depth", "threads"]
ROUNDS = int(os.environ.get("ROUNDS", "3"))
DEPTH = int(os.environ.get("DEPTH", "9"))
os.environ["BATYR"], os.environ["BATYR_WEB"] = str(PROGRAM), str(WEB)
sys.path.insert(0, str(ROOT / "tests" / "browser"))

# A host in node that runs lines from its standard input, and says how much processor time its answers took.
NODE = """
import { readFileSync, readdirSync } from 'node:fs';
const { startEngine } = await import(process.argv[1]);
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
let done = () => {};
const engine = startEngine(module, { onCrash: (error) => { throw error; }, onLine: (line) => { if (line.startsWith('Nodes searched')) done(line); } });
for (const name of readdirSync(process.argv[5])) if (name.endsWith('.net')) engine.addFile(readFileSync(`${process.argv[5]}/${name}`));
const bench = (depth) => new Promise((resolve) => { done = resolve; engine.send(`bench ${depth}`); });
engine.send(`setoption name UCI_Variant value ${process.argv[3]}`);
// The code is compiled anew while it runs first.
await bench(Math.max(1, process.argv[4] - 3));
const before = process.cpuUsage();
const line = await bench(process.argv[4]);
const { user, system } = process.cpuUsage(before);
console.log(/\\d+/.exec(line)[0], (user + system) / 1e6);
process.exit();
"""
# The same for the module with threads: nodes a second of searches with each number of them, and the delays of stops.
THREADS = """
const { Host, hasThreads } = await import(process.argv[1]);
const [variant, rounds, stops] = process.argv.slice(2);
const host = new Host();
const rates = { 1: [], 2: [] };
const delays = { 1: [], 2: [] };
const numbers = hasThreads ? [1, 2] : [1];
await host.ask('readyok', `setoption name UCI_Variant value ${variant}`, 'isready');
for (let round = 0; round < rounds; round += 1) {
  for (const threads of numbers) {
    await host.ask('readyok', `setoption name Threads value ${threads}`, 'ucinewgame', 'isready');
    const lines = await host.ask('bestmove', 'go movetime 3000');
    rates[threads].push(Number(/ nps (\\d+)/.exec(lines.findLast((line) => / nps /.test(line)))[1]));
  }
}
for (const threads of numbers) {
  await host.ask('readyok', `setoption name Threads value ${threads}`, 'isready');
  for (let round = 0; round < stops; round += 1) {
    host.send('go infinite');
    await new Promise((resolve) => { setTimeout(resolve, 100 + 3 * (round % 100)); });
    const asked = performance.now();
    await host.ask('bestmove', 'stop');
    delays[threads].push(performance.now() - asked);
  }
}
console.log(JSON.stringify({ rates, delays }));
process.exit();
"""

def node(script, *arguments, **environment):
    command = ["node", "--input-type=module", "-e", script, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ | environment).stdout.strip()


def sizes():
    manifest = json.loads((WEB / "site" / "manifest.json").read_text())
    besides = {path: one["brotli"] for path, one in manifest.items() if path.startswith(("networks/", "tables/"))}
    networks = [size for path, size in besides.items() if path.startswith("networks/")]
    module = manifest["engine.wasm"]["brotli"]
    print(f"module: {manifest['engine.wasm']['bytes']} bytes, {module} by brotli; with one network {module + min(networks)} to {module + max(networks)}, with all {module + sum(networks)}")
    if "threads.wasm" in manifest:
        print(f"module with threads: {manifest['threads.wasm']['bytes']} bytes, {manifest['threads.wasm']['brotli']} by brotli")
    for path, size in besides.items():
        print(f"{path}: {manifest[path]['bytes']} bytes, {size} by brotli")
    print(f"batyr.html: {(WEB / 'batyr.html').stat().st_size} bytes")


def native(variant):
    """Returns the nodes of `bench` and the seconds of processor time that the program took for them."""
    def run(depth):
        lines = f"setoption name UCI_Variant value {variant}\nbench {depth}\nwait\nquit\n"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run([PROGRAM], input=lines, capture_output=True, text=True, check=True).stdout
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return int(re.search(r"Nodes searched *: (\d+)", output).group(1)), spent
    return run(DEPTH)


def speed():
    from support import VARIANTS
    for variant in VARIANTS:
        rates = []
        for _ in range(ROUNDS):
            nodes, seconds = native(variant)
            own, own_seconds = node(NODE, f"{ROOT}/bindings/wasm/js/engine.js", WEB / "batyr.wasm", variant, DEPTH, ROOT / "src/eval/networks").split()
            assert int(own) == nodes, (own, nodes)
            rates.append((nodes / seconds, nodes / float(own_seconds)))
        ratios = sorted(wasm / program for program, wasm in rates)
        best = [max(side) / 1000 for side in zip(*rates)]
        print(f"{variant}: {best[0]:.0f} knodes/s native, {best[1]:.0f} in WebAssembly; ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})", flush=True)


def browser():
    from playwright.sync_api import sync_playwright
    from support import CHROMIUM, FLAGS, StaticServer
    site = StaticServer(WEB / "site")
    playwright = sync_playwright().start()
    return playwright, playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS), site


# Notes when the first man and the first line of an analysis are on the page.
FIRSTS = """(() => {
  window.firsts = {};
  const note = () => {
    for (const [name, selector] of [['board', '.drawing .man'], ['line', '.line-score']]) {
      if (!(name in firsts) && document.querySelector(selector)) firsts[name] = performance.now();
    }
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
})()"""


def page():
    playwright, chromium, site = browser()
    try:
        for slowed in (1, 4):
            times = {"cold": [], "warm": []}
            for _ in range(ROUNDS):
                context = chromium.new_context(locale="en", viewport={"width": 1200, "height": 900})
                context.add_init_script(FIRSTS)
                for visit in ("cold", "warm"):
                    own = context.new_page()
                    context.new_cdp_session(own).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
                    # A link to a position opens the analysis.
                    own.goto(site.url + "#variant=shatra&turns=a5-a6&at=1")
                    own.wait_for_function("() => 'line' in firsts", timeout=120_000)
                    times[visit].append(own.evaluate("[firsts.board, firsts.line]"))
                    own.evaluate("navigator.serviceWorker.ready.then(() => 0)")
                    own.close()
                context.close()
            for visit, all_ in times.items():
                board, line = (statistics.median(one) for one in zip(*all_))
                print(f"processor slowed {slowed} times, {visit}: first board {board:.0f} ms, first line {line:.0f} ms", flush=True)
    finally:
        chromium.close()
        playwright.stop()
        site.stop()


def stop():
    from test_web import COUNT_AND_STOP
    playwright, chromium, site = browser()
    try:
        for slices in (False, True):
            own = chromium.new_page()
            own.goto(site.url)
            found = own.evaluate(COUNT_AND_STOP.replace("300 + 17 * round", "150 + 3 * (round % 100)"), {"variants": [], "rounds": 100 * ROUNDS, "slices": slices})
            delays = sorted(found["delays"])
            print(f"stop to bestmove, {'in slices' if slices else 'suspended'}: median {delays[len(delays) // 2]:.0f} ms, "
                  f"99 % within {delays[len(delays) * 99 // 100 - 1]:.0f} ms, longest {delays[-1]:.0f} ms", flush=True)
            own.close()
    finally:
        chromium.close()
        playwright.stop()
        site.stop()


DEPTH_AFTER = """async ({ variant, slices, time }) => {
  const manifest = await (await fetch('manifest.json')).json();
  const module = await WebAssembly.compileStreaming(fetch(manifest['engine.wasm'].name));
  const worker = new Worker(manifest['engine.js'].name);
  let [depth, nodes] = [0, 0];
  await new Promise(resolve => {
    worker.onmessage = ({ data }) => {
      const found = /^info depth (\\d+) .* pv /.exec(String(data));
      if (found) depth = Number(found[1]);
      nodes = Number(/ nodes (\\d+)/.exec(String(data))?.[1] ?? nodes);
      if (String(data).startsWith('bestmove')) resolve();
    };
    const files = Object.fromEntries(Object.entries(manifest).map(([path, { name }]) => [path, new URL(name, location).href]));
    worker.postMessage({ module, slices, files });
    [`setoption name UCI_Variant value ${variant}`, `go movetime ${time}`].forEach(line => worker.postMessage(line));
  });
  worker.terminate();
  return [depth, nodes];
}"""


def depth():
    from support import VARIANTS
    playwright, chromium, site = browser()
    try:
        own = chromium.new_page()
        own.goto(site.url)
        own.close()
        for variant in VARIANTS:
            found = {False: [], True: []}
            for _ in range(ROUNDS):
                for slices in (False, True):
                    own = chromium.new_page()
                    own.goto(site.url + "manifest.json")
                    found[slices].append(own.evaluate(DEPTH_AFTER, {"variant": variant, "slices": slices, "time": 10_000}))
                    own.close()
            both = "; ".join(f"{'in slices' if slices else 'suspended'} depth {[one for one, _ in found[slices]]}, {statistics.median([n for _, n in found[slices]]) / 1e6:.1f} million nodes" for slices in found)
            print(f"{variant}, 10 s: {both}", flush=True)
    finally:
        chromium.close()
        playwright.stop()
        site.stop()


def threads():
    from support import VARIANTS
    host, module = f"{ROOT}/bindings/wasm/tests/host.mjs", str(WEB / "batyr-threads.wasm")
    if not Path(module).exists():
        print("threads: left out, as there is no module with threads (.ci/web/build --threads)")
        return
    delays = {"1": [], "2": []}
    for variant in VARIANTS:
        alone = json.loads(node(THREADS, host, variant, ROUNDS, 0, BATYR_WASM=str(WEB / "batyr.wasm")))["rates"]["1"]
        found = json.loads(node(THREADS, host, variant, ROUNDS, 100 * ROUNDS // len(VARIANTS) + 1, BATYR_WASM=module))
        one, two = found["rates"]["1"], found["rates"]["2"]
        ratios = sorted(many / few for few, many in zip(one, two))
        print(f"{variant}: {max(one) / 1000:.0f} knodes/s with one thread, {max(two) / 1000:.0f} with two; ratio {statistics.median(ratios):.2f} "
              f"({ratios[0]:.2f} to {ratios[-1]:.2f}); one thread against the module without: {statistics.median(one) / statistics.median(alone):.2f}", flush=True)
        for number, own in found["delays"].items():
            delays[number] += own
    for number, own in delays.items():
        own.sort()
        print(f"stop to bestmove, threads {number}: median {own[len(own) // 2]:.1f} ms, 99 % within {own[len(own) * 99 // 100 - 1]:.1f} ms, longest {own[-1]:.1f} ms", flush=True)


for figure in FIGURES:
    {"sizes": sizes, "speed": speed, "page": page, "stop": stop, "depth": depth, "threads": threads}[figure]()
