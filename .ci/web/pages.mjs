/**
 * Makes the page without a server, in two shapes, and the package for npm, of the module and of the files that `batyr board` serves:
 *
 *     node .ci/web/pages.mjs PROGRAM FOLDER
 *
 * FOLDER holds the module, batyr.wasm, perhaps the one with threads, batyr-threads.wasm, and the notices of licences, THIRD-PARTY.txt. FOLDER/site is for any static host, under any path: every file but the page itself has a name with the hash of
 * its contents, so that a browser never mixes two versions; `manifest.json` lists them; beside each stands what brotli
 * and gzip make of it. The networks, endgame tables and books of the games are files of their own there, and sections of
 * the module elsewhere, as far as it has them. A service worker keeps the page for use without a network. FOLDER/batyr.html is all of it in one file, which needs no host.
 * The puzzles and the book of a game are files of the folder; the single file has all puzzles, but no books, which would make it larger by a third.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { makePackage } from './package.mjs';

const [program, folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: pages.mjs PROGRAM FOLDER');
const scripts = new URL('../../bindings/wasm/js/', import.meta.url);
const source = new URL('../../src/', import.meta.url);

/**
 * Returns a network as its worker unpacks it (`unpackedNetwork`): behind the header, the low bytes of all weights, then the high
 * ones, each weight doubled and its bits inverted if it was negative. So gzip makes it smaller by a fifth, brotli by a twelfth.
 */
function packedNetwork(data) {
  const [start, buckets] = [48 + data.readUInt32LE(44), data.readUInt32LE(40)];
  const count = (data.length - 4 * buckets - start) / 2;
  const packed = Buffer.from(data);
  for (let index = 0; index < count; index += 1) {
    const weight = data.readInt16LE(start + 2 * index);
    const folded = (weight << 1) ^ (weight >> 15);
    packed[start + index] = folded;
    packed[start + count + index] = folded >> 8;
  }
  return packed;
}

/** Returns the files of a folder, by their paths in the folder of the page. */
function besides(name, from, isWanted = () => true) {
  const all = readdirSync(new URL(from, source)).filter(isWanted).sort();
  return Object.fromEntries(all.map((file) => [`${name}/${file}`, readFileSync(new URL(`${from}/${file}`, source))]));
}
const networks = Object.fromEntries(Object.entries(besides('networks', 'eval/networks')).map(([path, data]) => [path, packedNetwork(data)]));
// The page does not play by Fairy-Stockfish's rules.
const tables = besides('tables', 'tables/shipped', (file) => !file.includes('-fairy'));
const books = besides('books', 'openings/books');

/** Returns the files of the page, as the program serves them. */
async function served(paths) {
  const server = spawn(program, ['board', '--no-open', '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const url = await new Promise((resolve, reject) => {
      let said = '';
      server.stdout.setEncoding('utf8').on('data', (text) => {
        said += text;
        const found = /http:\/\/[^\s/]+\//.exec(said);
        if (found !== null) resolve(found[0]);
      });
      server.on('exit', () => reject(new Error(`${program} board has ended`)));
    });
    const texts = paths.map(async (path) => {
      const response = await fetch(new URL(path, url));
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return [path, await response.text()];
    });
    return Object.fromEntries(await Promise.all(texts));
  } finally {
    server.kill();
  }
}

/** Replaces each occurrence, of which there must be some. */
function replaced(text, from, to) {
  if (text.search(from) < 0) throw new Error(`the page has no ${from}`);
  return text.replaceAll(from, to);
}

/** Returns a module as a script that can stand with others in one file. */
const bare = (text) => text.replace(/^import .*\n/gm, '').replace(/^export /gm, '');

const LANGUAGES = ['en', 'ru', 'alt'];
const CATALOGS = [...LANGUAGES, 'lessons-en', 'lessons-ru', 'puzzles-en', 'puzzles-ru'].map((name) => `text/${name}.json`);
const PUZZLES = 'puzzles/index.json';
const FIGURES = 'figures.json';
const files = await served(['index.html', 'main.js', 'rest.js', 'style.css', FIGURES, ...CATALOGS, PUZZLES]);
/** How many puzzles each game has. */
const counts = JSON.parse(files[PUZZLES]);
const collectionOf = (variant) => `puzzles/${variant}.jsonl`;
Object.assign(files, await served(Object.keys(counts).map(collectionOf)));
const [engine, threads, worker, once, transport] = ['engine.js', 'threads.js', 'worker.js', 'once.js', 'transport.js'].map((name) => readFileSync(new URL(name, scripts), 'utf8'));
const workerScript = `'use strict';\n${bare(engine)}${bare(threads)}${bare(worker)}`;
const moduleBytes = readFileSync(join(folder, 'batyr.wasm'));
const threadsFile = join(folder, 'batyr-threads.wasm');
const threadsBytes = existsSync(threadsFile) ? readFileSync(threadsFile) : null;

/** Returns the module with files as sections of it. */
function moduleWith(own) {
  const number = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...number(value >>> 7)]);
  const sections = Object.entries(own).map(([path, data]) => {
    const name = Buffer.from(path);
    const content = Buffer.concat([Buffer.from(number(name.length)), name, data]);
    return Buffer.concat([Buffer.from([0, ...number(content.length)]), content]);
  });
  return Buffer.concat([moduleBytes, ...sections]);
}
const notices = readFileSync(join(folder, 'THIRD-PARTY.txt'));

/** The page asks for its parts and its texts by functions, which differ between the shapes. */
const main = replaced(replaced(files['main.js'], /\bimport\('\.\/([a-z-]+\.js)'\)/g, "batyrPart('$1')"),
  /fetch\(new URL\(`text\/\$\{name\}\.json`, import\.meta\.url\)\)/g, 'batyrText(`text/${name}.json`)');
const rest = replaced(files['rest.js'].replaceAll(/\bimport\('\.\/([a-z-]+\.js)'\)/g, "batyrPart('$1')"),
  /fetch\(new URL\(`puzzles\/\$\{name\}`, import\.meta\.url\)\)/g, 'batyrText(`puzzles/${name}`)');
for (const text of [main, rest]) if (/\bimport[\s(]|import\.meta/.test(text.replaceAll(/\/\*.*?\*\//gs, ''))) throw new Error('an import is left');
// The catalogs of one language are loaded at once only where the server knows the language.
const page = replaced(files['index.html'].replaceAll(/^ *<link rel="preload".*\n/gm, ''), '  <link rel="stylesheet" href="style.css">\n', '')
  .replace('  <script type="module" src="main.js"></script>\n', '');
const withHead = (head, body = '') => replaced(replaced(page, '</head>', () => `${head}</head>`), '</body>', () => `${body}</body>`);
const hashOf = (data) => createHash('sha256').update(data).digest();

function policy(parts) {
  const all = { 'default-src': "'none'", 'img-src': "'self' data: blob:", 'base-uri': "'none'", 'form-action': "'none'", ...parts };
  const text = Object.entries(all).map(([name, value]) => `${name} ${value}`).join('; ');
  return `  <meta http-equiv="Content-Security-Policy" content="${text}">\n`;
}

/** Writes a file and what brotli and gzip make of it; returns its sizes. */
function write(path, data, isCompressed = true) {
  const target = join(folder, path);
  const bytes = Buffer.from(data);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
  if (!isCompressed) return { bytes: bytes.length };
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length, [constants.BROTLI_PARAM_LGWIN]: 24 } });
  writeFileSync(`${target}.br`, brotli);
  const gzip = gzipSync(bytes, { level: 9 });
  writeFileSync(`${target}.gz`, gzip);
  return { bytes: bytes.length, brotli: brotli.length, gzip: gzip.length };
}

function makeSite() {
  rmSync(join(folder, 'site'), { recursive: true, force: true });
  const manifest = {};
  const add = (path, data) => {
    const hash = hashOf(data).toString('hex').slice(0, 16);
    const name = path.replace(/\.(\w+)$/, `.${hash}.$1`);
    manifest[path] = { name, ...write(`site/${name}`, data) };
    return name;
  };
  const names = {};
  for (const path of [...CATALOGS, PUZZLES, ...Object.keys(counts).map(collectionOf)]) names[path] = add(path, files[path]);
  names['rest.js'] = add('rest.js', rest);
  names['engine.js'] = add('engine.js', workerScript);
  names['engine.wasm'] = add('engine.wasm', moduleBytes);
  if (threadsBytes !== null) names['threads.wasm'] = add('threads.wasm', threadsBytes);
  const beside = Object.fromEntries(Object.entries({ ...networks, ...tables, ...books }).map(([path, data]) => [path, add(path, data)]));
  const prelude = `const batyrFile = (path) => new URL((${JSON.stringify(names)})[path], import.meta.url);
globalThis.batyrText = (path) => fetch(batyrFile(path));
globalThis.batyrPart = async (path) => {
  if (!batyrModules.has(path)) await import(batyrFile('rest.js'));
  return batyrModules.get(path);
};
{
${bare(once)}${bare(transport)}
async function compile(path) {
  const answer = await fetch(batyrFile(path));
  if (!answer.ok) throw new Error(\`\${path}: \${answer.status}\`);
  return WebAssembly.compile(await answer.arrayBuffer());
}
/** The page names the engine with threads if the service worker has isolated it; it has no use if the browser grants no shared memory. */
function mayUseThreads() {
  try {
    const named = document.querySelector('link[as=fetch]')?.href;
    return crossOriginIsolated && navigator.hardwareConcurrency > 1 && named === batyrFile('threads.wasm').href
      && new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer instanceof SharedArrayBuffer;
  } catch {
    return false;
  }
}
const once = createOnce();
const module = () => once('module', () => compile('engine.wasm'));
const threads = mayUseThreads() ? navigator.hardwareConcurrency : 0;
// One core is left to the page; more than four threads gain little, and a phone has fewer fast cores than it says.
if (threads > 0) globalThis.batyrThreads = Math.min(4, threads - 1);
const threaded = threads === 0 ? Promise.resolve(null) : compile('threads.wasm').then((found) => ({ module: found, threads }), () => null);
if (threads === 0) module().catch(() => {});
const files = Object.fromEntries(Object.entries(${JSON.stringify(beside)}).map(([path, name]) => [path, new URL(name, import.meta.url).href]));
globalThis.batyrConnect = createTransport({ newWorker: () => new Worker(batyrFile('engine.js')), module, threaded, files });
// The network of the game that is opened comes with the module; the worker gets it out of the browser's cache.
const network = files[\`networks/\${/[#&]variant=([\\w-]+)/.exec(location.hash)?.[1] ?? 'shatra'}.net\`];
if (network !== undefined) fetch(network).then((answer) => answer.arrayBuffer()).catch(() => {});
// Without it, the page only needs its host each time.
navigator.serviceWorker?.register('service-worker.js').catch(() => {});
}
`;
  const mainName = add('main.js', prelude + main);
  const style = add('style.css', files['style.css']);
  const icon = add('icon.svg', decodeURIComponent(/href="data:image\/svg\+xml,([^"]+)"/.exec(page)[1]));
  const app = add('app.webmanifest', JSON.stringify({
    name: 'Batyr', short_name: 'Batyr', description: 'Shatra, Shatranj and Shatar', start_url: './', scope: './', display: 'standalone',
    background_color: '#5b4636', theme_color: '#5b4636', icons: [{ src: icon, sizes: 'any', type: 'image/svg+xml' }],
  }));
  const head = policy({ 'script-src': "'self' 'wasm-unsafe-eval'", 'style-src': "'self'", 'connect-src': "'self'", 'worker-src': "'self'", 'manifest-src': "'self'" })
    + `  <link rel="stylesheet" href="${style}">\n  <link rel="preload" href="${names['engine.wasm']}" as="fetch" crossorigin>\n`
    + `  <link rel="manifest" href="${app}">\n  <script type="module" src="${mainName}"></script>\n`;
  manifest['index.html'] = { name: 'index.html', ...write('site/index.html', withHead(head)) };
  const list = Object.values(manifest).map(({ name }) => name);
  const version = hashOf(JSON.stringify(manifest) + withHead(head)).toString('hex').slice(0, 16);
  const engines = { single: names['engine.wasm'], threads: names['threads.wasm'] };
  const keep = `const version = '${version}';\nconst files = ${JSON.stringify(list)};\nconst engines = ${JSON.stringify(engines)};\n`;
  const script = (name) => readFileSync(new URL(name, scripts), 'utf8');
  write('site/service-worker.js', keep + script('service-worker-caches.js') + script('service-worker.js'));
  write('site/service-worker-off.js', script('service-worker-caches.js') + script('service-worker-off.js'), false);
  write('site/THIRD-PARTY.txt', notices);
  write('site/404.html', '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Batyr</title><link rel="icon" href="data:,">\n<p>There is no such page. <a href="./">The board is here.</a>\n');
  write('site/manifest.json', `${JSON.stringify(manifest, null, 1)}\n`, false);
  return manifest;
}

function makeFile() {
  // Nothing in a script may look like the end of its element.
  const safe = (text) => text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const data = (id, text) => `<script type="text/plain" id="${id}">${text}</script>\n`;
  const json = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');
  const prelude = `const batyrData = (id) => document.getElementById(id).textContent;
const batyrUnpacked = (id) => {
  const packed = Uint8Array.from(atob(batyrData(id)), (character) => character.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')));
};
globalThis.batyrText = async (path) => {
  const own = JSON.parse(batyrData('batyr-texts'))[path];
  return own === undefined ? batyrUnpacked(path) : new Response(JSON.stringify(own));
};
const batyrRest = new Promise((resolve) => { globalThis.batyrRestIsThere = resolve; });
globalThis.batyrPart = async (path) => {
  await batyrRest;
  return batyrModules.get(path);
};
{
${bare(transport)}
async function compile() {
  return WebAssembly.compile(await batyrUnpacked('batyr-engine').arrayBuffer());
}
const module = compile();
const workerUrl = URL.createObjectURL(new Blob([JSON.parse(batyrData('batyr-worker'))], { type: 'text/javascript' }));
globalThis.batyrConnect = createTransport({ newWorker: () => new Worker(workerUrl), module });
}
`;
  const first = safe(`\n${prelude}${main}`);
  const second = safe(`\n${rest}batyrRestIsThere();\n`);
  const style = `\n${files['style.css']}`;
  const hashSource = (text) => `'sha256-${hashOf(text).toString('base64')}'`;
  const head = policy({
    'script-src': `${hashSource(first)} ${hashSource(second)} 'wasm-unsafe-eval'`, 'style-src': hashSource(style), 'worker-src': 'blob:', 'img-src': 'data: blob:',
  }) + `  <style>${style}</style>\n`;
  const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString('base64');
  const texts = Object.fromEntries([...CATALOGS, PUZZLES].map((path) => [path, JSON.parse(files[path])]));
  const body = data('batyr-texts', json(texts)) + Object.keys(counts).map(collectionOf).map((path) => data(path, packed(files[path]))).join('')
    + data('batyr-worker', json(workerScript))
    + `<!-- The notices of the licences of what is in this file, as the base64 of a gzip file. -->\n${data('batyr-notices', packed(notices))}`
    + data('batyr-engine', packed(moduleWith({ ...networks, ...tables })))
    + `<script type="module">${first}</script>\n<script type="module">${second}</script>\n`;
  return write('batyr.html', withHead(head, body), false);
}

const manifest = makeSite();
const file = makeFile();
const catalogs = Object.fromEntries(LANGUAGES.map((name) => [name, files[`text/${name}.json`]]));
const starts = /^globalThis\.batyr = .* starts: (\{[^}]*\})/.exec(files['main.js'])[1];
const { scripts: count } = makePackage(join(folder, 'npm'), { module: moduleWith(networks), notices, worker: workerScript, figures: files[FIGURES], starts, catalogs });
const sum = (key) => Object.values(manifest).reduce((all, one) => all + (one[key] ?? 0), 0);
console.log(`module: ${moduleBytes.length} bytes, ${manifest['engine.wasm'].brotli} by brotli`);
if (threadsBytes !== null) console.log(`module with threads: ${threadsBytes.length} bytes, ${manifest['threads.wasm'].brotli} by brotli`);
console.log(`site: ${Object.keys(manifest).length} files, ${sum('bytes')} bytes, ${sum('brotli')} by brotli, ${sum('gzip')} by gzip`);
console.log(`batyr.html: ${file.bytes} bytes`);
console.log(`npm: ${count} scripts`);
