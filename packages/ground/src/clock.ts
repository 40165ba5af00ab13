/** Milliseconds since the Unix epoch. Everything that needs the time takes one of these. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

/** Milliseconds of a clock that nobody can set, for ages: what it begins with says nothing. */
export const steadyClock: Clock = { now: () => performance.now() }
