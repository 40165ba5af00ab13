import { STATUS_CODES } from 'node:http'
import type { ErrorBody, ValidationSource } from '@sonde/schema/validation/error.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'

/**
 * An expected "no" to a request. It is thrown, because a throw is also what rolls a transaction back; one
 * error handler turns it into the answer.
 */
export class Refusal extends Error {
  readonly statusCode: number
  readonly extra: Pick<ErrorBody, 'attributes' | 'validation' | 'errorCode'>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    statusCode: number,
    message: string,
    extra: Refusal['extra'] = {},
    headers: Refusal['headers'] = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.extra = extra
    this.headers = headers
  }
}

/** The one place where a failure becomes the body that the contract promises. */
export function errorBody(statusCode: number, message: string, extra: Refusal['extra'] = {}): ErrorBody {
  return { statusCode, error: reasonPhrase(statusCode), message, ...extra }
}

function reasonPhrase(statusCode: number): string {
  // The contract has its own spelling of this one.
  if (statusCode === 408) return 'Request Time-out'
  return STATUS_CODES[statusCode] ?? 'Error'
}

export function invalid(source: ValidationSource, violations: readonly Violation[]): Refusal {
  const named = violations.map(({ path, message }) => ({
    path: path === '' ? wholeOf[source] : path,
    message,
  }))
  return new Refusal(400, named.map(({ path, message }) => `${path} ${message}`).join('; '), {
    validation: { source, keys: named.map(({ path }) => path) },
  })
}

const wholeOf: Readonly<Record<ValidationSource, string>> = {
  payload: 'body',
  query: 'query',
  params: 'path',
  headers: 'headers',
}

export function unauthorized(message: string): Refusal {
  return new Refusal(401, message, { attributes: { error: message } }, { 'www-authenticate': 'Bearer' })
}

export function forbidden(message: string): Refusal {
  return new Refusal(403, message)
}

export function notFound(what: string): Refusal {
  return new Refusal(404, `There is no such ${what}`)
}

export function tooManyRequests(retryAfterSeconds: number): Refusal {
  return new Refusal(
    429,
    `Rate limit exceeded, retry in ${retryAfterSeconds} s`,
    { attributes: {} },
    { 'retry-after': String(retryAfterSeconds) },
  )
}
