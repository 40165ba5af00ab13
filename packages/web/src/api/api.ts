import { ApiError } from './api-error.ts'
import { callService, type Query, type ServiceRequest } from './call-service.ts'

/** The API for one account, with the session of this browser. Every method throws `ApiError` or `ServerAway`. */
export type Api = {
  accountId: string
  get<Answer>(path: string, query?: Query, signal?: AbortSignal): Promise<Answer>
  /** For lists that tell their total in `Content-Range`. */
  getCounted<Answer>(
    path: string,
    query?: Query,
    signal?: AbortSignal,
  ): Promise<{ items: Answer; total: number | null }>
  post<Answer>(path: string, body?: unknown, query?: Query): Promise<Answer>
  put<Answer>(path: string, body: unknown): Promise<Answer>
  patch<Answer>(path: string, body: unknown): Promise<Answer>
  delete(path: string, query?: Query): Promise<void>
}

export function createApi({
  accountId,
  csrfToken,
  readToken = async () => null,
}: {
  accountId: string
  csrfToken: string
  /** The token of the session as it is now; null where the same person has none any more. */
  readToken?: () => Promise<string | null>
}): Api {
  let token = csrfToken

  /** Whoever signed out and in again in another tab has another token: what was refused for the old one is sent anew. */
  async function send(request: ServiceRequest): Promise<Response> {
    const sent = token
    try {
      return await callService({ accountId, csrfToken: sent, ...request })
    } catch (refusal) {
      const mayBeOld = refusal instanceof ApiError && refusal.status === 403 && request.method !== 'GET'
      const newest = mayBeOld ? await readToken() : null
      if (newest === null || newest === sent) throw refusal
      token = newest
      return await callService({ accountId, csrfToken: newest, ...request })
    }
  }

  return {
    accountId,
    get: async (path, query, signal) => readBody(await send({ method: 'GET', path, query, signal })),
    async getCounted(path, query, signal) {
      const response = await send({ method: 'GET', path, query, signal })
      const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
      return { items: await readBody(response), total: Number.isFinite(total) ? total : null }
    },
    post: async (path, body, query) => readBody(await send({ method: 'POST', path, body, query })),
    put: async (path, body) => readBody(await send({ method: 'PUT', path, body })),
    patch: async (path, body) => readBody(await send({ method: 'PATCH', path, body })),
    async delete(path, query) {
      await send({ method: 'DELETE', path, query })
    },
  }
}

// The guarantee behind this cast: answers are serialised by the schema whose type the caller names.
async function readBody<Answer>(response: Response): Promise<Answer> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}
