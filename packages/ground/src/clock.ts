/** Milliseconds since the Unix epoch. Everything that needs the time takes one of these. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }
