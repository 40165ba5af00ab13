import assert from 'node:assert/strict'
import { updateUser } from '@sonde/store/accounts/users.ts'
import { hashPassword } from '@sonde/actions/users/password.ts'
import type { ApiUnderTest, CallOptions } from './api-under-test.ts'
import type { Answer } from './http-client.ts'

export const password = 'correct horse battery'

/** Hashing takes as long as it is meant to: once is enough for all users of all tests. */
const passwordHash = hashPassword(password)

export async function givePassword(api: ApiUnderTest, userId: string): Promise<void> {
  const row = { id: userId, passwordHash: await passwordHash, updatedAt: api.clock.now() }
  await api.store.write((db) => updateUser(db, row))
}

export function signIn(
  api: ApiUnderTest,
  body: { email: string; password?: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return api.call('POST', '/v1/session', { key: null, account: null, body: { password, ...body }, headers })
}

/** A browser in which somebody is signed in. */
export type SignedIn = {
  readonly userId: string
  readonly cookie: string
  readonly csrfToken: string
  /** As `api.call`, with the cookie and the token instead of a key. */
  call(method: string, path: string, options?: Omit<CallOptions, 'key'>): Promise<Answer>
}

export function cookieOf({ headers }: Answer): string {
  return (headers['set-cookie'] ?? []).map((text) => text.split(';')[0]).join('; ')
}

/** Somebody new without any account, or the user with that address, signs in. */
export async function signedIn(
  api: ApiUnderTest,
  { email, headers = {} }: { email?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<SignedIn> {
  const address = email ?? `${crypto.randomUUID()}@example.net`
  if (email === undefined) await givePassword(api, (await api.makeUser({ email: address })).id)
  const answer = await signIn(api, { email: address }, headers)
  assert.equal(answer.status, 200, answer.text)
  const [cookie, csrfToken] = [cookieOf(answer), answer.textAt('csrfToken')]
  return {
    userId: answer.textAt('user.id'),
    cookie,
    csrfToken,
    call: (method, path, options = {}) =>
      api.call(method, path, {
        ...options,
        key: null,
        headers: { cookie, 'x-csrf-token': csrfToken, ...options.headers },
      }),
  }
}
