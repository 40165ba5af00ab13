import type { Violation } from '@sonde/schema/validation/violation.ts'

/** Why something is not done. Whoever calls an action says it in its own way: `api` with a status. */
export type RefusalReason =
  /** What was sent is wrong, whatever is stored. */
  | 'invalid-input'
  | 'forbidden'
  | 'not-found'
  /** What was sent does not go together with what is stored. */
  | 'conflict'
  /** The account has as many as it may have. */
  | 'limit-reached'
  /** The same would be done later. */
  | 'try-later'

/** An expected "no" to an action. It is thrown, because a throw is also what rolls a transaction back. */
export class Refusal extends Error {
  readonly reason: RefusalReason
  /** The paths of the fields that are at fault. */
  readonly fields: readonly string[]
  /** Whether the fields are of what was sent, or of what names the thing. */
  readonly fieldsOf: 'input' | 'id'
  readonly retryAfterSeconds: number | null

  constructor(
    reason: RefusalReason,
    message: string,
    {
      fields = [],
      fieldsOf = 'input',
      retryAfterSeconds = null,
    }: Partial<Pick<Refusal, 'fields' | 'fieldsOf' | 'retryAfterSeconds'>> = {},
  ) {
    super(message)
    this.reason = reason
    this.fields = fields
    this.fieldsOf = fieldsOf
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** One refusal names every mistake. */
export function invalidInput(violations: readonly Violation[]): Refusal {
  const entries = violations.map(({ path, message }) => ({ path: path === '' ? 'body' : path, message }))
  const message = entries.map((violation) => `${violation.path} ${violation.message}`).join('; ')
  return new Refusal('invalid-input', message, { fields: entries.map(({ path }) => path) })
}

export function forbidden(message: string): Refusal {
  return new Refusal('forbidden', message)
}

export function notFound(what: string): Refusal {
  return new Refusal('not-found', `There is no such ${what}`)
}

export function conflict(message: string): Refusal {
  return new Refusal('conflict', message)
}

export function limitReached(message: string): Refusal {
  return new Refusal('limit-reached', message)
}
