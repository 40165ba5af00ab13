import { ApiError, ServerAway } from './api-error.ts'
import { noteAnswer, noteSilence } from './connection.ts'

export type Query = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
>

export type ServiceRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Query | undefined
  body?: unknown
  accountId?: string | undefined
  csrfToken?: string | undefined
  signal?: AbortSignal | undefined
}

/** One request of the public API, with the cookie of the session. Throws `ApiError` or `ServerAway`. */
export async function callService(request: ServiceRequest): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (request.body !== undefined) headers.set('content-type', 'application/json')
  if (request.accountId !== undefined) headers.set('x-service-account', request.accountId)
  if (request.csrfToken !== undefined) headers.set('x-csrf-token', request.csrfToken)
  let response: Response
  try {
    response = await fetch(addressOf(request.path, request.query), {
      method: request.method,
      headers,
      credentials: 'same-origin',
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    })
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    noteSilence()
    throw new ServerAway()
  }
  // What stands in front of a server that is away says so in its stead.
  if (response.status === 502 || response.status === 503 || response.status === 504) {
    noteSilence()
    throw new ServerAway()
  }
  noteAnswer(Date.now())
  if (!response.ok) throw await toApiError(response)
  return response
}

export function addressOf(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== '') parameters.append(name, String(one))
    }
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  const { message, validation } = (body ?? {}) as { message?: unknown; validation?: { keys?: unknown } }
  const keys = validation?.keys
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    message: typeof message === 'string' ? message : `The server answered ${response.status}`,
    keys: Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}
