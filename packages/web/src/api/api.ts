import { ApiError } from './api-error.ts'
import { callService, readAnswer, type RequestArguments } from './call-service.ts'
import type { Answer, Operation } from './operation.ts'

/** The API for one account, with the session of this browser. Every method throws `ApiError` or `ServerAway`. */
export type Api = {
  accountId: string
  call<Name extends Operation>(operation: Name, ...request: RequestArguments<Name>): Promise<Answer<Name>>
  /** For lists that tell their total in `Content-Range`. */
  callCounted<Name extends Operation>(
    operation: Name,
    ...request: RequestArguments<Name>
  ): Promise<{ items: Answer<Name>; total: number | null }>
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
  async function send<Name extends Operation>(
    operation: Name,
    ...request: RequestArguments<Name>
  ): Promise<Response> {
    const tokenInUse = token
    try {
      return await callService({ accountId, csrfToken: tokenInUse }, operation, ...request)
    } catch (refusal) {
      const isRead = operation.startsWith('GET ')
      const mayBeOld = refusal instanceof ApiError && refusal.status === 403 && !isRead
      const newest = mayBeOld ? await readToken() : null
      if (newest === null || newest === tokenInUse) throw refusal
      token = newest
      return await callService({ accountId, csrfToken: newest }, operation, ...request)
    }
  }

  return {
    accountId,
    call: async (operation, ...request) => readAnswer(await send(operation, ...request)),
    async callCounted(operation, ...request) {
      const response = await send(operation, ...request)
      const total = Number(/\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
      return { items: await readAnswer(response), total: Number.isFinite(total) ? total : null }
    },
  }
}
