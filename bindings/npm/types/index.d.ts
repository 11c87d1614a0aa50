/** The rules and the engine of Batyr: Shatra in five rule sets, Shatranj and Shatar. */

export type Variant = 'shatra' | 'shatra-original' | 'shatra-kurin' | 'shatra-pritchard' | 'shatra-online' | 'shatranj' | 'shatar';
export type Side = 'white' | 'black';

/** Why a game is over: in Shatra the first four; a repetition also elsewhere. */
export type EndReason =
  // The loser's biy is taken; no turn for the side to move; the third time the same; only the biys are left.
  | 'biy-captured' | 'no-legal-turn' | 'repetition' | 'bare-biys'
  // Ends of Shatranj and Shatar: nothing left but the king or noyon is `bared`, `bare-kings` (both), `robado` and `bared-in-return`.
  | 'mate' | 'bared' | 'mori-mate-loses' | 'stalemate' | 'bare-kings' | 'robado' | 'bared-in-return' | 'niol' | 'mori-mate-draws' | 'turn-limit';

/** Why a turn is not legal. */
export type TurnFault =
  // The men on `squares` can capture, so one must; the man must capture, but not so.
  | 'must-capture' | 'other-capture'
  // It must capture on from there; only that man may move; there is nothing to `pass`.
  | 'chain-continues' | 'mid-chain' | 'no-chain'
  // Urgent men first; that man of the reserve is next; a reserve man only captures or is dropped; closed while the temdek is on.
  | 'must-drop' | 'drop-order' | 'in-reserve' | 'fortress-closed'
  // What stands on the first square; no capture at all; no such promotion.
  | 'no-man' | 'enemy-man' | 'other-man' | 'nothing-to-capture' | 'promotion'
  // The man does not go there.
  | 'occupied-by-own' | 'occupied-by-enemy' | 'blocked' | 'unreachable'
  // The own king would be in check; the game has ended; more than one turn fits; no reason is known.
  | 'king-in-check' | 'game-over' | 'ambiguous' | 'illegal';

/** What is wrong with a file. */
export type FileFault = 'turn' | 'position' | 'variant' | 'token' | 'backslash' | 'json' | 'not-text' | 'encoding' | 'too-long' | 'input';

/** A game: its start and its turns. It is a plain value, which JSON keeps. */
export interface Game {
  readonly variant: Variant;
  /** The position of the start, in SPN (Shatranj and Shatar: FEN); null for the start of the game. */
  readonly start: string | null;
  /** The turns from there on, as the engine writes them. */
  readonly turns: readonly string[];
}

/** A game as it may be given: what is missing is `shatra`, its start position, and no turns. Other fields than those of an `SgnGame` are refused. */
export type GameInput = { readonly [Key in keyof Game]?: Game[Key] };

/** A landing of a man, and the letter of what it becomes there (`''` for nothing). */
export interface Step {
  readonly to: string;
  readonly promotion: string;
}

/** A legal turn: all that a side does before the other one is to move. */
export interface Turn {
  /** The turn as the engine writes it, such as `a5-a6` or `a5:a7:g7`. */
  readonly text: string;
  readonly from: string;
  /** The landings in order; none where a man in mid-chain stops (`pass`). */
  readonly steps: readonly Step[];
  /** The squares of the captured men, in the order of capture. */
  readonly captures: readonly string[];
  readonly isCapture: boolean;
  /** Whether a man of the reserve is dropped. */
  readonly isDrop: boolean;
}

/** The men in reserve of a side, and the square of the one that must be dropped next, if one must. */
export interface Reserve {
  readonly count: number;
  readonly next: string | null;
}

/** What the rules say of the last position of a game. */
export interface State {
  /** The position in SPN (Shatranj and Shatar: FEN). */
  readonly spn: string;
  readonly side: Side;
  /** `*` while the game goes on. */
  readonly result: '*' | '1-0' | '0-1' | '1/2-1/2';
  /** The word for the reason; null while the game goes on. */
  readonly reason: EndReason | null;
  /** The men in reserve; null in Shatranj and Shatar. */
  readonly reserve: Readonly<Record<Side, Reserve>> | null;
  /** The number of legal turns. */
  readonly count: number;
  /** The legal turns; empty if there are more than 20,000. */
  readonly turns: readonly Turn[];
}

/** Why a turn is not legal. */
export interface Reason {
  readonly word: TurnFault;
  /** The squares concerned. */
  readonly squares: readonly string[];
  /** The engine's sentence. */
  readonly sentence: string;
}

/** A game of an SGN file. */
export interface SgnGame extends Game {
  readonly tags: Readonly<Record<string, string>>;
  readonly result: State['result'];
  /** What could not be read, and was left out, a sentence each. */
  readonly faults: readonly string[];
  /** The whole game with its comments and variations, as the engine has it: `toSgn` writes it again. */
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * The rules, loaded: functions that answer at once. None of them needs its `this`. Each throws a `BatyrError` where a game is refused, or
 * has a field that is not known.
 */
export interface Rules {
  readonly variants: readonly Variant[];
  /** Returns a game, with the turns as the engine writes them. Throws if the position or a turn is refused. */
  game(game?: GameInput): Game;
  /** Returns what the rules say of the last position. Throws as `game` does. */
  state(game?: GameInput): State;
  /** Returns the legal turns. Throws as `game` does. */
  legalTurns(game?: GameInput): readonly Turn[];
  /**
   * Returns the game with one more turn, in any notation that the engine reads.
   * @throws {BatyrError} if the turn is not legal, with `word` and `squares`, or is no turn at all, without `word`
   */
  play(game: GameInput, turn: string): Game;
  /**
   * Returns why a turn is not legal; null if it is.
   * @throws {BatyrError} if the game is refused, or if the text names no squares of a turn, such as `''` or, in Shatra, `a1-a2`
   */
  why(game: GameInput, turn: string): Reason | null;
  /** Returns the last position in SPN (Shatranj and Shatar: FEN). */
  toSpn(game?: GameInput): string;
  /** Returns a game that begins with a position. Throws if the text is none. */
  fromSpn(spn: string, variant?: Variant): Game;
  /** Returns the games of a file. Without `variant`, each is read by the rules that it names or fits. Throws if a game can't be read at all. */
  fromSgn(text: string, variant?: Variant): readonly SgnGame[];
  /** Returns a game as the text of a file. Of an `SgnGame` read before, `record` is written, with its comments. */
  toSgn(game: GameInput & Partial<Pick<SgnGame, 'tags' | 'result' | 'record'>>): string;
}

/** What a class makes; a program without the library `dom` may not know the class. */
type Made<Name extends string> = typeof globalThis extends { readonly [Key in Name]: { prototype: infer Own } } ? Own : never;
type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Own } } } ? Own : never;

/** Where the engine comes from, if it does not lie beside this package's scripts. */
export type WasmSource = string | URL | ArrayBuffer | ArrayBufferView | Module;

export interface LoadOptions {
  readonly wasm?: WasmSource;
}

/** Loads the rules; later calls get the same ones, whatever their options. Rejects with a `BatyrError`, and may be called again then. */
export function load(options?: LoadOptions): Promise<Rules>;

/** An error in the engine's words. */
export class BatyrError extends Error {
  /** The word for the reason, where there is one; else null. */
  readonly word: TurnFault | FileFault | null;
  /** The squares concerned. */
  readonly squares: readonly string[];
}

export interface EngineOptions extends LoadOptions {
  /** The hash table in megabytes, 1 to 512; 16 unless told otherwise. Where memory is refused, it is smaller, and `onmessage` is told. */
  readonly hash?: number;
  /** Starts the worker `batyr/worker.js`, where a bundler does not find it by itself. Browsers only. */
  readonly worker?: () => Made<'Worker'>;
}

/** Limits of a search, all above 0; the first one reached ends it. */
export interface Limits {
  /** Milliseconds. */
  readonly movetime?: number;
  /** Turns of both sides; a whole number. */
  readonly depth?: number;
  /** Positions; a whole number. */
  readonly nodes?: number;
}

export interface AnalysisOptions extends Limits {
  /** How many lines, 1 to 256; 1 unless told otherwise. There are no more than there are turns. */
  readonly lines?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PlayOptions extends Limits {
  /** 0 to 20; 20, the full strength, unless told otherwise. */
  readonly level?: number;
  /** The rating to play at, 880 to 2600: it counts, not `level`, where both are given. */
  readonly elo?: number;
  /** What the sides have left, and what a turn adds, in milliseconds: it counts, not other limits, where both are given. */
  readonly clock?: { readonly white: number; readonly black: number; readonly increment?: number };
  readonly signal?: AbortSignal | undefined;
}

/** A score for White: hundredths of a shatra, or turns to a win (below 0: of Black). */
export interface Score {
  readonly kind: 'cp' | 'mate';
  readonly value: number;
}

/** A line of an analysis. */
export interface Line {
  /** 1 for the best. */
  readonly rank: number;
  readonly depth: number;
  readonly score: Score;
  /** `lower`: the score is at least that; `upper`: at most. */
  readonly bound: '' | 'lower' | 'upper';
  /** The chances of White, in thousandths. */
  readonly chances: { readonly win: number; readonly draw: number; readonly loss: number } | null;
  readonly nodes: number;
  readonly nps: number;
  /** Milliseconds. */
  readonly time: number;
  /** The expected turns. */
  readonly turns: readonly string[];
  /** Whether an endgame table knows the position. */
  readonly isExact: boolean;
}

/** The lines of a depth, the best first. */
export interface Analysis {
  readonly depth: number;
  readonly nodes: number;
  /** Nodes a second. */
  readonly nps: number;
  /** Milliseconds. */
  readonly time: number;
  readonly lines: readonly Line[];
}

export interface BestTurn {
  /** The turn; null if there is none. */
  readonly turn: string | null;
  /** The expected answer. */
  readonly ponder: string | null;
  /** The line behind the turn; null where the engine has not searched. */
  readonly line: Line | null;
}

/**
 * An engine in a worker of its own, which is started by the first search. One search runs at a time; others wait for it.
 * A search behind an analysis without a limit is refused, as it would wait for ever.
 */
export class Engine {
  constructor(options?: EngineOptions);
  /**
   * Analyses the last position of a game, until a limit, `signal` or the end of the loop; without any, for ever. A loop
   * that is slower than the engine gets the newest lines. Of a game that is over, there are none, and the loop ends.
   * @throws {BatyrError} if the game or an option is refused; the reason of `signal` where it is aborted
   */
  analyse(game?: GameInput, options?: AnalysisOptions): AsyncIterableIterator<Analysis>;
  /** Returns the best turn, by limits or a level; without any limit it takes a second. Rejects as `analyse` throws. Of a game that is over, `turn` is null. */
  bestTurn(game?: GameInput, options?: PlayOptions): Promise<BestTurn>;
  /** What the engine has said beside its answers, such as that the hash table is smaller than asked for. */
  onmessage: ((text: string) => void) | null;
  /** Ends the worker and refuses what waits; the engine can't be used again. */
  close(): void;
}
