/**
 * A game in the fragment of an address, which is never sent to a server. A game of turns alone can be read there:
 * `#variant=shatra&start=…&turns=…&at=…`. One with more, such as names, comments or variations, is packed:
 * `#game=…&at=…`, as JSON that the engine reads, compressed.
 *
 * @typedef {import('./types.js').Tree} Tree
 * @typedef {import('./game-files.js').FileGame} FileGame
 */
import { addTurn, mainLine, newTree, pathTo } from './tree.js';
import { RefusedText, isPosition, isTurn, isVariant } from './words.js';

/** The longest game of turns alone that an address may hold. */
const MAX_TURNS = 2000;
/** The longest packed game, in characters of its JSON. */
const MAX_JSON = 1 << 20;

/** Throws if a game has too many turns for an address. @param {number} turns */
function checkLength(turns) {
  if (turns > MAX_TURNS) throw new RefusedText('length', String(turns));
}

/** Returns whether a game has turns alone: the tags that a new game gets by itself do not count. @param {Tree} tree */
function isPlain({ nodes, tags, result }) {
  const isBare = (/** @type {import('./types.js').Node} */ node) =>
    node.children.length < 2 && node.comment === '' && node.intro === '' && node.glyph === '' && node.nags.length === 0
    && node.marks.length === 0 && node.eval === '';
  return result === '*' && Object.keys(tags).length === 0 && nodes.every(isBare);
}

/**
 * Returns the fragment of a game. Throws if the game is too long for one.
 * @param {Tree} tree
 * @param {number} at
 * @param {(tree: Tree) => FileGame} gameOf
 */
export async function toFragment(tree, at, gameOf) {
  const path = pathTo(tree, at);
  if (!isPlain(tree)) {
    const json = JSON.stringify(gameOf(tree));
    if (json.length > MAX_JSON) throw new RefusedText('length', String(json.length));
    const places = path.slice(1).map((id, index) => tree.nodes[path[index] ?? 0]?.children.indexOf(id) ?? 0);
    return new URLSearchParams({ game: await packed(json), at: places.join('.') }).toString();
  }
  const line = [...path, ...mainLine(tree, at)].slice(1);
  checkLength(line.length);
  const fields = new URLSearchParams({ variant: tree.variant });
  if (tree.start !== null) fields.set('start', tree.start);
  if (line.length > 0) fields.set('turns', line.map((id) => tree.nodes[id]?.turn ?? '').join(' '));
  fields.set('at', String(path.length - 1));
  return fields.toString();
}

/** Returns a text compressed, in letters that need no escape in an address. @param {string} text */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads a text that was compressed; throws if it is none or too long. @param {string} text */
async function unpacked(text) {
  if (!/^[\w-]+$/.test(text)) throw new RefusedText('game', text);
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const decoder = new TextDecoder();
    let json = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      json += decoder.decode(part.value, { stream: true });
      // A short text may become a long one.
      if (json.length > MAX_JSON) {
        await reader.cancel();
        throw new RefusedText('length', String(json.length));
      }
    }
    return json + decoder.decode();
  } catch (error) {
    throw error instanceof RefusedText ? error : new RefusedText('game', text);
  }
}

/**
 * Reads a fragment; null if it holds no game. Throws if it holds anything but a game in the fields of one:
 * what is read here is sent to the engine.
 * @param {string} fragment
 * @returns {Promise<{ tree: Tree, at: number } | { json: unknown, places: number[] } | null>}
 */
export async function fromFragment(fragment) {
  const fields = new URLSearchParams(fragment);
  const at = fields.get('at') ?? '0';
  const game = fields.get('game');
  if (game !== null) {
    if (!/^(\d{1,3}(\.\d{1,3})*)?$/.test(at)) throw new RefusedText('at', at);
    try {
      return { json: JSON.parse(await unpacked(game)), places: at === '' ? [] : at.split('.').map(Number) };
    } catch (error) {
      throw error instanceof RefusedText ? error : new RefusedText('game', game);
    }
  }
  if (!['variant', 'start', 'turns'].some((name) => fields.has(name))) return null;
  const variant = fields.get('variant') ?? '';
  if (!isVariant(variant)) throw new RefusedText('variant', variant);
  const start = fields.get('start');
  if (start !== null && !isPosition(start)) throw new RefusedText('start', start);
  const turns = (fields.get('turns') ?? '').split(' ').filter((turn) => turn !== '');
  const wrong = turns.find((turn) => !isTurn(turn));
  if (wrong !== undefined) throw new RefusedText('turn', wrong);
  checkLength(turns.length);
  if (!/^\d{1,5}$/.test(at) || Number(at) > turns.length) throw new RefusedText('at', at);
  let tree = newTree(variant, start);
  const ids = [0];
  for (const turn of turns) {
    const next = addTurn(tree, ids.at(-1) ?? 0, turn, '');
    tree = next.tree;
    ids.push(next.at);
  }
  return { tree, at: ids[Number(at)] ?? 0 };
}
