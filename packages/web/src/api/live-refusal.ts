import { queryOptions } from '@tanstack/react-query'
import { callService, nobody } from './call-service.ts'

/** Asks for the stream as a plain request, for its refusal: a browser hides why a stream did not open. */
export function liveRefusal(accountId: string) {
  return queryOptions({
    queryKey: [accountId, 'live-refusal'],
    queryFn: async () => {
      const asking = new AbortController()
      await callService(nobody, 'GET /v1/accounts/{accountId}/events', {
        params: { accountId },
        signal: asking.signal,
      })
      // It opens now: the place is needed for the stream itself.
      asking.abort()
      return null
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
}
