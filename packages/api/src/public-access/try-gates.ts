/**
 * What is guessed at, wherever it is asked for: the password of a user, by the e-mail address, or of a private page, or a
 * code of the second factor of a user, by the id.
 */
export type SignInTarget = { kind: 'user' | 'page' | 'code'; name: string }

/**
 * Where tries are counted: by whoever makes them, and by what is guessed at. `wrongBefore`: how often whoever comes to a target was wrong
 * lately, at whatever target.
 */
export type TryPlace = (SignInTarget & { wrongBefore: number }) | { kind: 'visitor'; name: string }

/** `none`: it could not be judged, and counts as none. */
export type TryOutcome = 'right' | 'wrong' | 'none'

/** The right to have one try judged; what became of it counts from then on. `wrongBefore`: as a visitor, lately. */
export type TryPass = { wrongBefore: number; leave(outcome: TryOutcome): void | Promise<void> }

export type TryRefusal = { retryAfterSeconds: number }

export type TryGates = {
  /** Waits for those before it where it has to. */
  enter(place: TryPlace): TryPass | TryRefusal | Promise<TryPass | TryRefusal>
}
