/**
 * Sounds made by the page itself: a knock for a step, two for a capture, a chord for the end. They are
 * off unless a person turns them on.
 *
 * @typedef {'step' | 'capture' | 'end'} Sound
 * @typedef {import('./types.js').State} State
 */
import { currentNode } from './game.js';

/** The tones of each sound: frequency in hertz and start in seconds. @type {Record<Sound, [number, number][]>} */
const TONES = {
  step: [[180, 0]],
  capture: [[150, 0], [210, 0.07]],
  end: [[262, 0], [330, 0.12], [392, 0.24]],
};
const LENGTH = 0.18;

/** @type {AudioContext | null} */
let context = null;

/**
 * Makes the sound of the turn that leads from one state to the next.
 * @param {State} state
 * @param {State} previous
 */
export function soundTurn(state, previous) {
  const node = currentNode(state);
  if (node === null || node.parent !== previous.at) return;
  const turn = previous.tree.nodes[previous.at]?.facts?.turns.find((candidate) => candidate.text === node.turn);
  play(state.tree.result !== '*' ? 'end' : turn?.isCapture ? 'capture' : 'step');
}

/**
 * Plays a sound; browsers that refuse stay silent.
 * @param {Sound} sound
 */
function play(sound) {
  context ??= new AudioContext();
  const { currentTime, destination } = context;
  for (const [frequency, start] of TONES[sound]) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const at = currentTime + start;
    oscillator.type = 'triangle';
    oscillator.frequency.setValueAtTime(frequency, at);
    oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.7, at + LENGTH);
    gain.gain.setValueAtTime(0.25, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
    oscillator.connect(gain).connect(destination);
    oscillator.start(at);
    oscillator.stop(at + LENGTH);
  }
}
