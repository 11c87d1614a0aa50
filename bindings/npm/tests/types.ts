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
  return rules.toSpn(game);
}
