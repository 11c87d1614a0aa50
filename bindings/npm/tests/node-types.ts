/** The types in a program of node, which has no library `dom`: of what they need, these names are those of `@types/node`. */
import type { Engine, Rules } from '../types/index.js';

declare global {
  interface URL { readonly href: string }
  interface AbortSignal { readonly aborted: boolean }
}

export async function use(rules: Rules, engine: Engine, signal: AbortSignal): Promise<string | null> {
  const { turn } = await engine.bestTurn(rules.game(), { movetime: 100, signal });
  return turn;
}
