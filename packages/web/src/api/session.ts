import { queryOptions } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { callService, nobody, readAnswer } from './call-service.ts'
import type { Answer, Body } from './operation.ts'

export type Session = Answer<'GET /v1/session'>

/** Who has signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session | null> => {
    try {
      return await readAnswer<'GET /v1/session'>(await callService(nobody, 'GET /v1/session', { signal }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/** The session that the screens were last shown for, also when it is over. */
export const shownSessionKey = ['shown-session']

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: async ({ signal }) =>
    readAnswer<'GET /v1/session/options'>(await callService(nobody, 'GET /v1/session/options', { signal })),
  staleTime: 5 * 60_000,
})

/** What signing in still needs after the password was right. */
export type SignInChallenge = Exclude<Answer<'POST /v1/session'>, Session>

export async function signIn(credentials: Body<'POST /v1/session'>): Promise<Session | SignInChallenge> {
  return readAnswer<'POST /v1/session'>(await callService(nobody, 'POST /v1/session', { body: credentials }))
}

export async function signInWithCode(body: Body<'POST /v1/session/second-factor'>): Promise<Session> {
  const answer = await callService(nobody, 'POST /v1/session/second-factor', { body })
  return readAnswer<'POST /v1/session/second-factor'>(answer)
}

export async function beginSetUp(
  body: Body<'POST /v1/session/second-factor/set-up'>,
): Promise<Answer<'POST /v1/session/second-factor/set-up'>> {
  const answer = await callService(nobody, 'POST /v1/session/second-factor/set-up', { body })
  return readAnswer<'POST /v1/session/second-factor/set-up'>(answer)
}

export async function confirmSetUp(
  body: Body<'POST /v1/session/second-factor/confirm'>,
): Promise<Answer<'POST /v1/session/second-factor/confirm'>> {
  const answer = await callService(nobody, 'POST /v1/session/second-factor/confirm', { body })
  return readAnswer<'POST /v1/session/second-factor/confirm'>(answer)
}

export async function signOut(csrfToken: string): Promise<void> {
  await callService({ csrfToken }, 'DELETE /v1/session')
}
