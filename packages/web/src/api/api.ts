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

export function createApi({ accountId, csrfToken }: { accountId: string; csrfToken: string }): Api {
  const send = (request: ServiceRequest) => callService({ accountId, csrfToken, ...request })

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
