/** The rules and the engine of Batyr: Shatra in five rule sets, Shatranj and Shatar. */

export type Variant = 'shatra' | 'shatra-original' | 'shatra-kurin' | 'shatra-pritchard' | 'shatra-online' | 'shatranj' | 'shatar';
export type Side = 'white' | 'black';

/** A game: its start and its turns. It is a plain value, which JSON keeps. */
export interface Game {
  readonly variant: Variant;
  /** The position of the start, in SPN (Shatranj and Shatar: FEN); null for the start of the game. */
  readonly start: string | null;
  /** The turns from there on, as the engine writes them. */
  readonly turns: readonly string[];
}

/** A game as it may be given: what is missing is `shatra`, its start position, and no turns. */
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
  /** The word of the reason that PROTOCOL.md lists; null while the game goes on. */
  readonly reason: string | null;
  /** The men in reserve; null in Shatranj and Shatar. */
  readonly reserve: Readonly<Record<Side, Reserve>> | null;
  /** The number of legal turns. */
  readonly count: number;
  /** The legal turns; empty if there are more than 20,000. */
  readonly turns: readonly Turn[];
}

/** Why a turn is not legal. */
export interface Reason {
  /** The word that PROTOCOL.md lists for `why`. */
  readonly word: string;
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
  /** The whole game with its comments and variations, in the form of SGN.md's lines of JSON. */
  readonly record: Readonly<Record<string, unknown>>;
}

/** The rules, loaded: functions that answer at once. None of them needs its `this`. */
export interface Rules {
  readonly variants: readonly Variant[];
  /** Returns a game, with the turns as the engine writes them. Throws if the position or a turn is refused. */
  game(game?: GameInput): Game;
  /** Returns what the rules say of the last position. Throws as `game` does. */
  state(game?: GameInput): State;
  /** Returns the legal turns. Throws as `game` does. */
  legalTurns(game?: GameInput): readonly Turn[];
  /** Returns the game with one more turn, in any notation that the engine reads. Throws if it is not legal. */
  play(game: GameInput, turn: string): Game;
  /** Returns why a turn is not legal; null if it is. Throws if the game is refused. */
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

/** Where the engine comes from, if it does not lie beside this package's scripts. */
export type WasmSource = string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

export interface LoadOptions {
  readonly wasm?: WasmSource;
}

/** Loads the rules; later calls get the same ones. Rejects with a `BatyrError`, and may be called again then. */
export function load(options?: LoadOptions): Promise<Rules>;

/** An error in the engine's words. */
export class BatyrError extends Error {
  /** The word for the reason, where PROTOCOL.md has one; else null. */
  readonly word: string | null;
  /** The squares concerned. */
  readonly squares: readonly string[];
}

export interface EngineOptions extends LoadOptions {
  /** The hash table in megabytes, 16 unless told otherwise. Where memory is refused, it is smaller. */
  readonly hash?: number;
  /** Starts the worker `batyr/worker.js`, where a bundler does not find it by itself. Browsers only. */
  readonly worker?: () => Worker;
}

/** Limits of a search; the first one reached ends it. */
export interface Limits {
  /** Milliseconds. */
  readonly movetime?: number;
  readonly depth?: number;
  readonly nodes?: number;
}

export interface AnalysisOptions extends Limits {
  /** How many lines, 1 to 256; 1 unless told otherwise. */
  readonly lines?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PlayOptions extends Limits {
  /** 0 to 20; 20, the full strength, unless told otherwise. */
  readonly level?: number;
  /** 970 to 2600, in place of `level`. */
  readonly elo?: number;
  /** What the sides have left, and what a turn adds, in milliseconds. */
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
   * that is slower than the engine gets the newest lines. Throws a `BatyrError`, or the reason of `signal`.
   */
  analyse(game?: GameInput, options?: AnalysisOptions): AsyncIterableIterator<Analysis>;
  /** Returns the best turn, by limits or a level; without any limit it takes a second. Rejects as `analyse` throws. */
  bestTurn(game?: GameInput, options?: PlayOptions): Promise<BestTurn>;
  /** What the engine has said beside its answers, such as that the hash table is smaller than asked for. */
  onmessage: ((text: string) => void) | null;
  /** Ends the worker and refuses what waits; the engine can't be used again. */
  close(): void;
}
