import { Refusal, type RefusalReason } from '@sonde/actions/refusal.ts'
import { http } from '@sonde/ground/node-http.ts'
import type { ErrorBody, ValidationSource } from '@sonde/schema/validation/error.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'

/** An expected "no" that only a caller over HTTP can get. What an action refuses is a `Refusal`. */
export class HttpRefusal extends Error {
  readonly statusCode: number
  readonly extra: Pick<ErrorBody, 'attributes' | 'validation' | 'errorCode' | 'deploymentId'>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    statusCode: number,
    message: string,
    extra: HttpRefusal['extra'] = {},
    headers: HttpRefusal['headers'] = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.extra = extra
    this.headers = headers
  }
}

const statusOf: Readonly<Record<RefusalReason, number>> = {
  'invalid-input': 400,
  'limit-reached': 402,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'try-later': 429,
}

const sourceOf: Readonly<Record<Refusal['fieldsOf'], ValidationSource>> = { input: 'payload', id: 'params' }

/** The one place where the reason of an action becomes a status. */
export function httpRefusal({ reason, message, fields, fieldsOf, retryAfterSeconds }: Refusal): HttpRefusal {
  const hasAttributes = reason === 'limit-reached' || reason === 'try-later'
  return new HttpRefusal(
    statusOf[reason],
    message,
    {
      ...(hasAttributes ? { attributes: {} } : {}),
      ...(fields.length === 0 ? {} : { validation: { source: sourceOf[fieldsOf], keys: [...fields] } }),
    },
    retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) },
  )
}

/** For an action whose input is in the path and not in the body. */
export async function inputOfPath<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid-input') throw error
    const { message, fields } = error
    throw new HttpRefusal(400, message, { validation: { source: 'params', keys: [...fields] } })
  }
}

/** The one place where a failure becomes the body that the contract promises. */
export function errorBody(statusCode: number, message: string, extra: HttpRefusal['extra'] = {}): ErrorBody {
  return { statusCode, error: reasonPhrase(statusCode), message, ...extra }
}

function reasonPhrase(statusCode: number): string {
  // The contract has its own spelling of this one.
  if (statusCode === 408) return 'Request Time-out'
  return http.STATUS_CODES[statusCode] ?? 'Error'
}

export function invalid(source: ValidationSource, violations: readonly Violation[]): HttpRefusal {
  const entries = violations.map(({ path, message }) => ({
    path: path === '' ? wholeOf[source] : path,
    message,
  }))
  return new HttpRefusal(400, entries.map(({ path, message }) => `${path} ${message}`).join('; '), {
    validation: { source, keys: entries.map(({ path }) => path) },
  })
}

const wholeOf: Readonly<Record<ValidationSource, string>> = {
  payload: 'body',
  query: 'query',
  params: 'path',
  headers: 'headers',
}

export function unauthorized(message: string): HttpRefusal {
  return new HttpRefusal(401, message, { attributes: { error: message } }, { 'www-authenticate': 'Bearer' })
}

export function tooManyRequests(retryAfterSeconds: number): HttpRefusal {
  return new HttpRefusal(
    429,
    `Rate limit exceeded, retry in ${retryAfterSeconds} s`,
    { attributes: {} },
    { 'retry-after': String(retryAfterSeconds) },
  )
}
