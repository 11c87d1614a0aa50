import type { Analysis, BatyrError, EndReason, Game, GameInput, Side, State } from './index.js';

/** What `turn` tells: the turn that a person has played on the board, and the game with it. */
export interface TurnDetail {
  readonly turn: string;
  readonly game: Game;
  readonly state: State;
}

/** What `end` tells. */
export interface EndDetail {
  readonly result: State['result'];
  readonly reason: EndReason;
  readonly game: Game;
}

export interface BatyrBoardEventMap {
  turn: CustomEvent<TurnDetail>;
  end: CustomEvent<EndDetail>;
  analysis: CustomEvent<Analysis>;
  error: CustomEvent<BatyrError>;
}

/** All events of the element. */
type Events = Omit<HTMLElementEventMap, keyof BatyrBoardEventMap> & BatyrBoardEventMap;

/** The element `<batyr-board>`. README.md describes its attributes. */
export class BatyrBoard extends HTMLElement {
  /** The attribute. It stays what it is where `game` is set: `game.variant` is the variant on the board. */
  variant: string;
  spn: string | null;
  sgn: string | null;
  orientation: string;
  playable: string | null;
  analysis: string | null;
  theme: string | null;
  /** Resolves when the game of the attributes is on the board; rejects if it is refused. */
  readonly ready: Promise<void>;
  /**
   * The game up to the position on the board. To set it puts another game there, at its end, in place of what the attributes say.
   * @throws {BatyrError} if the game is refused, the rules are still loading (await `ready`), or the element is in no document
   */
  get game(): Game;
  set game(game: GameInput);
  /** What the rules say of the position on the board, at once after each change; null until the first game is there. */
  readonly state: State | null;
  /** Plays a turn, in any notation. Throws a `BatyrError` if it is not legal. No event `turn` follows. */
  play(turn: string): void;
  /** Takes the last turn back; returns whether there was one. */
  undo(): boolean;
  /** Shows the position after this many turns. */
  goTo(ply: number): void;
  /** Turns the board. */
  flip(): void;
  addEventListener<K extends keyof Events>(type: K, listener: (this: BatyrBoard, event: Events[K]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof Events>(type: K, listener: (this: BatyrBoard, event: Events[K]) => unknown, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'batyr-board': BatyrBoard;
  }
}

export type { Side };
