/**
 * Makes the package for npm (bindings/npm) in a folder: its own scripts, those modules of the page and of bindings/wasm
 * that they import, the worker as one script, and the module. The scripts are copied as they are, but for the paths of
 * imports.
 */
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = new URL('../../', import.meta.url);
const own = new URL('bindings/npm/', root);
/** The folders of modules, as the scripts of the package see them, with the folders of the package. */
const FOLDERS = [['../../../src/page/files/', 'page/', new URL('src/page/files/', root)], ['../../wasm/js/', 'wasm/', new URL('bindings/wasm/js/', root)]];
/** The texts that the board uses, by the first words of their keys. */
const TEXTS = ['board.', 'error.', 'help.sign.', 'keys.', 'live.', 'man.', 'men.', 'play.stop-here', 'refused.', 'result.', 'sentence.', 'sign.', 'why.'];

/** How the page loads its texts, which the package has in its scripts: bundlers would look for the files. */
const LATE_TEXTS = 'fetch(new URL(`text/${name}.json`, import.meta.url))';

/** Returns the paths that a module imports, also late. */
const importsOf = (text) => [...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/^import .* from '([^']+)'|\bimport\('([^']+)'\)/gm)].map(([, early, late]) => early ?? late);

/** Adapts the board's style to a shadow tree, where the element is the root. */
function shadowStyle(text) {
  const adapted = text.replaceAll('[data-theme=', '[theme=').replaceAll(/:root:is\(([^)]*)\)/g, ':host(:is($1))').replaceAll(/:root(\[[^\]]*\])/g, ':host($1)').replaceAll(':root', ':host');
  if (adapted.includes('data-theme')) throw new Error('board.css: a theme is left');
  return adapted;
}

/** The texts of each language. @param {Record<string, string>} catalogs */
function textsScript(catalogs) {
  const chosen = Object.entries(catalogs).map(([name, json]) => {
    const all = Object.entries(JSON.parse(json));
    return `const ${name} = { language: '${name}', entries: ${JSON.stringify(Object.fromEntries(all.filter(([key]) => TEXTS.some((first) => key.startsWith(first)))))} };\n`;
  });
  return `${chosen.join('')}export const texts = { en: [en], ru: [ru], alt: [alt, ru] };\n`;
}

/**
 * @param {string} folder
 * @param {{ module: Buffer, notices: Buffer, worker: string, figures: string, starts: string, catalogs: Record<string, string> }} parts
 */
export function makePackage(folder, { module, notices, worker, figures, starts, catalogs }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (path, data) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), data);
  };
  const done = new Set();
  const copyModule = (name, source, prefix) => {
    if (done.has(prefix + name)) return;
    done.add(prefix + name);
    const text = readFileSync(new URL(name, source), 'utf8');
    for (const path of importsOf(text)) {
      const [, otherPrefix, otherSource] = FOLDERS.find(([start]) => path.startsWith(start)) ?? ['', prefix, source];
      if (path.startsWith('./') || otherPrefix !== prefix) copyModule(basename(path), otherSource, otherPrefix);
    }
    const adapted = FOLDERS.reduce((all, [start, own_]) => all.replaceAll(`'${start}`, `'./${own_}`), text).replaceAll(LATE_TEXTS, 'Promise.reject(new Error(name))');
    if (prefix !== '' && adapted.includes('import.meta')) throw new Error(`${name}: bundlers look for a file`);
    write(prefix + name, adapted);
  };
  // What the build writes is imported, but nowhere to be read.
  done.add('assets.js');
  for (const name of ['index.js', 'node.js', 'board.js', 'node-worker.js']) copyModule(name, new URL('js/', own), '');
  const style = shadowStyle(readFileSync(new URL('src/page/files/board.css', root), 'utf8')) + readFileSync(new URL('js/board.css', own), 'utf8');
  write('assets.js', `export const figures = ${figures};\nexport const starts = ${starts};\nexport const style = ${JSON.stringify(style)};\n${textsScript(catalogs)}`);
  write('worker.js', worker);
  write('batyr.wasm', module);
  write('THIRD-PARTY.txt', notices);
  const version = /^version = "([^"]+)"/m.exec(readFileSync(new URL('Cargo.toml', root), 'utf8'))?.[1];
  const { name, ...rest } = JSON.parse(readFileSync(new URL('package.json', own), 'utf8'));
  write('package.json', `${JSON.stringify({ name, version, ...rest }, null, 2)}\n`);
  for (const file of ['LICENSE-MIT', 'LICENSE-APACHE', 'bindings/npm/README.md', 'bindings/npm/example.html']) cpSync(new URL(file, root), join(folder, basename(file)));
  for (const file of readdirSync(new URL('types/', own))) cpSync(new URL(`types/${file}`, own), join(folder, file));
  return { scripts: done.size + 1 };
}
