/** What the scripts export has the types that were written for it: `tsc` reads this, nothing runs it. */
import * as script from '../js/index.js';
import { BatyrBoard } from '../js/board.js';
import type * as Package from '../types/index.js';
import type * as Board from '../types/board.js';

export const load: typeof Package.load = script.load;
export const Engine: typeof Package.Engine = script.Engine;
export const BatyrError: new (message: string) => Package.BatyrError = script.BatyrError;
export const own = (board: BatyrBoard): Pick<Board.BatyrBoard, 'game' | 'state' | 'ready' | 'play' | 'undo' | 'goTo' | 'flip'> => board;

/** As a program uses them. */
export async function use(): Promise<string> {
  const rules = await script.load();
  const game: Package.Game = rules.play({ variant: 'shatar' }, 'd2d4');
  const controller = new AbortController();
  for await (const { lines } of new Engine({ hash: 8 }).analyse(game, { lines: 2, signal: controller.signal })) {
    const score: Package.Score | undefined = lines[0]?.score;
    if (score?.kind === 'mate') controller.abort();
  }
  // @ts-expect-error: there is no such game.
  rules.state({ variant: 'chess' });
  // @ts-expect-error: a turn is a text.
  rules.play(game, 3);
  // @ts-expect-error: there is no such word.
  if (rules.why(game, 'd7d5')?.word === 'must-captur') return '';
  return rules.toSpn(game);
}

/** As a page uses the board. */
export function listen(board: Board.BatyrBoard, compiled: WebAssembly.Module): void {
  const onTurn = ({ detail }: CustomEvent<Board.TurnDetail>): string => detail.turn;
  board.addEventListener('turn', onTurn);
  board.removeEventListener('turn', onTurn);
  board.addEventListener('click', ({ clientX }) => clientX);
  board.addEventListener('error', ({ detail }) => detail.word === 'must-capture' && detail.squares);
  board.addEventListener('of-a-script', (event: Event) => event.type);
  board.theme = 'dark';
  board.game = { turns: ['a5-a6'] };
  const options: Package.EngineOptions = { wasm: compiled, worker: () => new Worker('worker.js') };
  void new Engine(options);
  // @ts-expect-error: a number is no worker.
  void new Engine({ worker: () => 7 });
}
