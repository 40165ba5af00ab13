import type { Session } from '@sonde/schema/accounts/session.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { callService } from './call-service.ts'

/** Who has signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      const response = await callService({ method: 'GET', path: '/v1/session', signal })
      return (await response.json()) as Session
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/** The session that the screens were last shown for, also when it is over. */
export const shownSessionKey = ['shown-session']

export async function signIn(credentials: { email: string; password: string }): Promise<Session> {
  const response = await callService({ method: 'POST', path: '/v1/session', body: credentials })
  return (await response.json()) as Session
}

export async function signOut(csrfToken: string): Promise<void> {
  await callService({ method: 'DELETE', path: '/v1/session', csrfToken })
}
