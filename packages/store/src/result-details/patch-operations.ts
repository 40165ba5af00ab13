/**
 * The difference between two JSON values, of which the reader has the first. Writer and reader walk along it: at each
 * point (a value, a member of an object, the end of an object, the length of a list) the next operation may apply.
 * Numbers of operations are stored: they never change their meaning.
 */
export const operation = {
  /** How many, and for each by how many thousandths it differs. They follow each other without another value. */
  numbers: 0,
  number: 1,
  /** By how much a whole number differs. */
  whole: 2,
  /** From where on, and how many: metrics of the row by their numbers, then what `numbers` and `number` have said. */
  repeats: 3,
  /** A string: how many bytes, and its tokens. */
  text: 4,
  /** A string: how many characters of the old one stay at its begin and at its end, and what is in between. */
  splice: 5,
  /** Anything, in the place of anything. */
  json: 6,
  /** Followed by one of `structure`. */
  structure: 7,
} as const

export const structure = {
  /** How many of the next members of the old object are not there. */
  drop: 0,
  /** The name of a member that the old object does not have. It is told like the last member of that name. */
  insert: 1,
  /** Of a list. What it has more is told like the last element of the old one. */
  length: 2,
} as const

/** The five lower bits of an operation tell how many points come before; with as many as this, a number follows. */
export const longGap = 31
/** Metrics have numbers below this. */
export const firstRepeated = 16
