/**
 * The types of the page, for editors and for `tsc --checkJs`. The browser loads nothing from here.
 *
 * Squares are names such as `d4`; turns are texts of the protocol such as `a5:a7:g7`.
 *
 * @typedef {'white' | 'black'} Side
 *
 * A step of a turn: where the man lands, and what it becomes there ('' for nothing).
 * @typedef {{ to: string, promotion: string }} Step
 *
 * A legal turn, as the line `turns` of the protocol lists it.
 * @typedef {object} Turn
 * @property {string} text      the text of the turn, as the engine writes it
 * @property {string} from      the square that the man leaves
 * @property {Step[]} steps     the landings in order; none for a man in mid-chain that stops (`pass`)
 * @property {string[]} captures the squares of the captured men, in the order of capture
 * @property {boolean} isCapture
 * @property {boolean} isDrop   whether a man of the reserve is dropped
 *
 * The turn that the hand has begun: the man and the landings so far.
 * @typedef {{ from: string, steps: Step[] }} Pick
 *
 * The men in reserve of a side: how many, and the one to be dropped next if the order is fixed.
 * @typedef {{ count: number, next: string | null }} Reserve
 *
 * What the engine says about a position (`state` in the protocol).
 * @typedef {object} Facts
 * @property {string} position  SPN or FEN
 * @property {string} score     `*`, `1-0`, `0-1` or `1/2-1/2`
 * @property {string} reason    the word of the result, '' while the game goes on
 * @property {Record<Side, Reserve> | null} reserve  null on the 8x8 board
 * @property {number} count     the number of legal turns
 * @property {Turn[]} turns     the legal turns; empty if there are too many to list
 *
 * @typedef {object} Man
 * @property {string} kind      the capital letter: K Q R B S, or of an 8x8 game K Q J R B N P
 * @property {Side | null} side null for a captured man that still stands there (a ghost)
 * @property {boolean} urgent
 *
 * The contents of a position text, for drawing and editing only.
 * @typedef {object} Placement
 * @property {Map<string, Man>} men   by square
 * @property {Side} side              the side to move
 * @property {Record<Side, boolean>} temdek whether the side's temdek is on
 * @property {string | null} transit  the square of the man in mid-chain
 * @property {string} rest            the fields behind, unread (to be written back)
 *
 * A board as a figure: which squares it has and where they lie.
 * @typedef {object} Geometry
 * @property {'shatra' | 'chess'} name
 * @property {number} files
 * @property {number} ranks
 * @property {string[]} squares       in the order of the position text's numbers (shatra: SPN number 1 first; chess: a1, b1 …)
 * @property {(square: string) => { file: number, rank: number }} at  file and rank, from 0
 *
 * A score from the point of view of White: hundredths of a shatra, or turns to a win.
 * @typedef {{ kind: 'cp' | 'mate', value: number }} Score
 *
 * One line of an analysis (`info … multipv … pv …`).
 * @typedef {object} Line
 * @property {number} rank            1 for the best
 * @property {number} depth
 * @property {Score} score            for White
 * @property {'' | 'lower' | 'upper'} bound
 * @property {{ win: number, draw: number, loss: number } | null} chances  in thousandths, of White
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time            milliseconds
 * @property {string[]} turns         the expected turns
 * @property {boolean} isExact        whether endgame tables know the position, so that the search has ended at once
 *
 * How far a search has come.
 * @typedef {{ depth: number, nodes: number, nps: number }} Progress
 *
 * What a person drew on the board: a ring (`to` is null) or an arrow; the letter of its colour in game files.
 * @typedef {{ from: string, to: string | null, color?: string, text?: string }} Mark
 *
 * A position of the game tree.
 * @typedef {object} Node
 * @property {number} id              the root is 0
 * @property {number} parent          -1 for the root
 * @property {number[]} children      the main line first
 * @property {string} turn            the turn that leads here, as the engine writes it; '' for the root
 * @property {string} file            the turn as game files write it, its tokens joined by ',' ; '' if not known yet
 * @property {Facts | null} facts     null until the engine has told them
 * @property {string} intro           the comment before the turn, if a variation begins with it or did so (`commentOf` in tree.js)
 * @property {string} comment         the comment behind the turn; of the root, before the first turn
 * @property {string} glyph           '', '!', '?', '!!', '??', '!?' or '?!'
 * @property {boolean} isGlyphOfEngine whether an annotation by the engine has set it
 * @property {number[]} nags          the annotations of the game's file, as numbers; the sign may have changed since
 * @property {number | null} clock    what the side that played the turn had left after it, in milliseconds
 * @property {Side | null} mover      that side, in a game at the board
 * @property {Mark[]} marks
 * @property {string} eval            the score that the game's file has, '' for none
 * @property {Evaluation | null} evaluation
 *
 * What the engine thinks of a position: the score and White's expected points (0 to 1), and its best turn.
 * @typedef {{ score: Score, points: number, depth: number, best: string }} Evaluation
 *
 * The mistakes of a side: the turns that were judged, the mistakes of each kind, the expected points lost a turn
 * (in thousandths), and the accuracy from 0 to 100.
 * @typedef {{ moves: number, inaccuracies: number, mistakes: number, blunders: number, mean_loss: number, accuracy: number | null }} Summary
 *
 * A game with its variations.
 * @typedef {object} Tree
 * @property {string} id              its name in the library of this browser
 * @property {number} revision        how often it had been kept there when it was read or kept last; 0: never
 * @property {boolean} isOfFile       whether it is one of several games of a file
 * @property {string} variant         a value of the option UCI_Variant
 * @property {string | null} start    the position text of the start; null for the start of the game
 * @property {Node[]} nodes           by id; deleted ones are left out as null
 * @property {Record<string, string>} tags  of the game file: White, Black, Event, Date, …
 * @property {string} result          `*` or the result by the rules, resignation, time or agreement
 * @property {string} ending          the word why: of the protocol, or `resignation`, `time`, `agreement`; ''
 * @property {Record<Side, Summary> | null} summary  what an annotation has found; null without one
 *
 * Who plays a side.
 * @typedef {object} Player
 * @property {'person' | 'engine'} kind
 * @property {number} level           Skill Level 0–20; 20 is full strength
 * @property {number} elo             UCI_Elo; 0: by level
 *
 * A clock setting in seconds; null for no clock.
 * @typedef {{ base: number, increment: number } | null} ClockSetting
 *
 * A game being played at the board.
 * @typedef {object} Match
 * @property {Record<Side, Player>} players
 * @property {ClockSetting} clock
 * @property {Record<Side, number>} left  milliseconds left at the beginning of the present turn
 * @property {number} since           when the present turn began (`now` of clock.js); 0 while the clock stands
 * @property {number} [book]          the node of the last turn that the engine has played from its book
 * @property {number} tip             the id of the node up to which the game has been played
 * @property {boolean} over
 * @property {number | null} [score]  what the engine thought of its last turn, in hundredths of a shatra for itself; none: not known
 *
 * The game of a tab, and the view that it belongs to.
 * @typedef {{ tree: Tree, at: number, pick: Pick | null, match: Match | null, bottom: Side, view: State['view'] }} OwnGame
 *
 * Whether Shatra's board stands or lies; `auto`: as the window is better used.
 * @typedef {'auto' | 'upright' | 'lying'} Arrangement
 *
 * @typedef {object} Settings
 * @property {string} language        'en', 'ru' or 'alt'
 * @property {'auto' | 'light' | 'dark' | 'contrast'} theme
 * @property {'figures' | 'signs'} men  which set of men
 * @property {Arrangement} laptop     the arrangement of the board on a large screen
 * @property {Arrangement} phone      and on a phone
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {'none' | 'spn' | 'official'} numbers  numbers in the squares
 * @property {boolean} slides         whether men slide (never with reduced motion)
 * @property {boolean} plans          whether a turn can be planned while the engine thinks
 * @property {boolean} arrows         whether an analysis has arrows on the board
 * @property {boolean} allArrows      and whether every line has one, not the best alone
 * @property {number} lines           MultiPV of the analysis, 1–5
 * @property {number} threads         those of the analysis; 0 for the usual number
 * @property {number} hash            megabytes
 *
 * The state of the page. It is replaced, never changed in place (`store.set`).
 * @typedef {object} State
 * @property {'connecting' | 'open' | 'lost' | 'refused' | 'failed'} connection
 * @property {string} refusal         why the server refused, or why an engine without one can't run, '' otherwise
 * @property {Settings} settings
 * @property {'play' | 'analyse' | 'edit' | 'learn' | 'puzzles' | 'games'} view
 * @property {Tree} tree
 * @property {number} at              the id of the node on the board
 * @property {Pick | null} pick
 * @property {Side} bottom            the side at the bottom of the board; of a lying one, on the left
 * @property {boolean} lying          whether the board lies
 * @property {boolean} sheet          whether the sheet of an analysis is up, on a phone
 * @property {{ from: string, to: string | null } | null} planned  the turn that is to be played as soon as it is the person's
 * @property {Match | null} match     null outside a game
 * @property {boolean} thinking       whether the engine looks for its move in a game
 * @property {{ node: number, lines: Line[], running?: Progress } | null} analysis  the lines for a node, and how far the search has come
 * @property {number} pointed         the rank of the line that is pointed at; 0 for none
 * @property {{ done: number, all: number } | null} progress  how far the whole game is annotated
 * @property {{ from: string, to: string, kind: 'hint' | 'threat' }[]} hints  arrows of a hint or a threat
 * @property {Sentence | null} sentence  what the live region says and the line under the board shows
 * @property {PuzzleState | null} puzzle the puzzle on the board; null before the first one
 * @property {OwnGame | null} waiting  the game of this tab while a lesson or a puzzle has the board; null: it is on the board
 *
 * A turn of the line of a puzzle: other texts of the same turn, and whether it was the only one.
 * @typedef {{ turn: string, also: string[], forced: boolean, by: 'solver' | 'opponent' }} PuzzleStep
 *
 * A puzzle, as a line of its collection (docs/puzzle.schema.json).
 * @typedef {object} Puzzle
 * @property {string} id              its game, and the digits of its key
 * @property {string} variant
 * @property {string} position
 * @property {'win' | 'save'} goal
 * @property {'proved' | 'searched'} proof
 * @property {number} [wins_in]       the turns of the solver up to the win, as far as that is proved
 * @property {PuzzleStep[]} line      the solver's turn first
 * @property {'won' | 'saved' | 'several'} end `several`: from there on several turns keep the result
 * @property {Record<string, { line: string[], score: number, loses_in?: number }>} wrong the answer to every other first turn, and its score for the solver
 * @property {number} rating
 * @property {string[]} themes
 * @property {string} [source]
 *
 * What everybody may know of the puzzle on the board.
 * @typedef {object} PuzzleState
 * @property {'loading' | 'none' | 'open' | 'wrong' | 'showing' | 'solved' | 'shown'} status `none`: there is no puzzle; `wrong`: a wrong turn is being
 *   answered; `showing`: the answer is walked through; `shown`: it was
 * @property {number | null} asked    the node where a turn of the solver is waited for
 * @property {number} hints           how many hints were given for that turn, of two
 * @property {Sentence} [goal]        what it asks for
 * @property {Sentence} what          what is said of it beside the board
 * @property {Sentence | null} why    the second line
 * @property {Sentence} [then]        and what follows from it
 * @property {{ rating: number, change: string } | null} [rated] the rating after it and the change, if it was rated
 *
 * A text of the catalog with its parameters; `isError` for one that answers a wrong try, `ask` for a question: the
 * action that a "yes" does.
 * @typedef {{ key: string, params?: Record<string, string | number>, isError?: boolean, ask?: 'resign' | 'draw' }} Sentence
 */
export {};
