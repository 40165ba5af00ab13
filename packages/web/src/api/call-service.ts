import { ApiError, ServerAway } from './api-error.ts'
import { noteAnswer, noteSilence } from './connection.ts'
import type { Answer, Operation, Request } from './operation.ts'

/** On whose behalf it is called. */
type Caller = { accountId?: string; csrfToken?: string }

/** What anybody may call. */
export const nobody: Caller = {}

/** The same of every operation, as far as sending it goes. */
type PlainRequest = {
  params?: Readonly<Record<string, string | number>>
  query?: PlainQuery
  body?: unknown
  signal?: AbortSignal
}

type PlainQuery = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
>

/** The request may be left out where nothing of it is required. */
export type RequestArguments<Name extends Operation> =
  Record<never, never> extends Request<Name> ? [request?: Request<Name>] : [request: Request<Name>]

/** One request of the public API, with the cookie of the session. Throws `ApiError` or `ServerAway`. */
export async function callService<Name extends Operation>(
  { accountId, csrfToken }: Caller,
  operation: Name,
  ...request: RequestArguments<Name>
): Promise<Response> {
  const [method = ''] = operation.split(' ')
  const { body, signal } = plain(request)
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (accountId !== undefined) headers.set('x-service-account', accountId)
  if (csrfToken !== undefined) headers.set('x-csrf-token', csrfToken)
  let response: Response
  try {
    response = await fetch(addressOf(operation, ...request), {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
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

// The guarantee behind this cast: answers are serialised by the schema that the document shows.
export async function readAnswer<Name extends Operation>(response: Response): Promise<Answer<Name>> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer<Name>
}

/** The path and the query of a request, for whoever reads it by other means than `fetch`. */
export function addressOf<Name extends Operation>(
  operation: Name,
  ...request: RequestArguments<Name>
): string {
  const [, template = ''] = operation.split(' ')
  const { params = {}, query = {} } = plain(request)
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== '') parameters.append(name, String(one))
    }
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

// Safe because the document has no other parts in any request.
function plain([request = {}]: readonly unknown[]): PlainRequest {
  return request as PlainRequest
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
