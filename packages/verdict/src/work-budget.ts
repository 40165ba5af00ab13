/**
 * The assertions of one verdict share what they may cost: steps of patterns, values of paths, characters of
 * comparisons. A check and its target decide how much that is, and nothing else runs on the thread meanwhile.
 * A unit is one step of a pattern for one character, some 20 to 40 ns; all of them take a second or two.
 */
const mostWork = 50_000_000

/** On a thread that others wait for. What needs more is evaluated again elsewhere. */
const mostInlineWork = 2_000_000

export type WorkBudget = {
  /** Counts work before it is done; throws when it is too much. */
  spend(units: number): void
}

/** The configuration of the check asks for too much of this response: its assertion cannot be evaluated. */
export class TooMuchWork extends RangeError {
  override readonly name = 'TooMuchWork'
  constructor() {
    super('the assertions of this check are too much work for this response; use simpler paths or patterns')
  }
}

/** Too much for the thread that was asked, and perhaps not for one that nobody waits for. */
export class NeedsOwnThread extends Error {
  override readonly name = 'NeedsOwnThread'
}

/** Whoever is over it once stays over it. */
export function createWorkBudget({ isInline = false, times = 1 } = {}): WorkBudget {
  let left = times * (isInline ? mostInlineWork : mostWork)
  return {
    spend(units) {
      left -= units
      if (left < 0) throw isInline ? new NeedsOwnThread() : new TooMuchWork()
    },
  }
}
