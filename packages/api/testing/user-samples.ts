import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ApiUnderTest } from './api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { givePassword, password, signIn, cookieOf } from './sign-in.ts'

/** One good request for every operation about sessions, the own user and invites. */
export function userSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const email = 'olive@example.net'
  const inviteBody = () => ({ email: `${randomBytes(6).toString('hex')}@example.net`, role: 'READ_RUN' })
  const session = async (): Promise<Sample> => {
    await givePassword(api, api.ownerId)
    const answer = await signIn(api, { email })
    return { headers: { cookie: cookieOf(answer) } }
  }
  const ownSession = async (): Promise<Sample> => {
    await session()
    const listed = await api.call('GET', '/v1/users/me/sessions')
    return { values: { id: listed.textAt('0.id') } }
  }
  const invite = async (): Promise<Sample> => {
    // Below 30 calls in a minute.
    const made = await api.call('POST', '/v1/accounts/me/invites', { body: inviteBody(), afterMs: 2_001 })
    assert.equal(made.status, 201, made.text)
    return { values: { id: made.textAt('id') }, hasOwnLimit: true }
  }
  return {
    postV1Session: async () => {
      await givePassword(api, api.ownerId)
      return { body: { email, password } }
    },
    getV1Session: session,
    deleteV1Session: session,
    patchV1UsersMe: async () => ({ body: { name: 'Olive Owner' } }),
    putV1UsersMePassword: async () => {
      await givePassword(api, api.ownerId)
      return { body: { currentPassword: password, newPassword: password } }
    },
    getV1UsersMeSessions: async () => {
      await session()
      return {}
    },
    deleteV1UsersMeSessions: async () => ({}),
    deleteV1UsersMeSessionsId: ownSession,
    postV1AccountsMeInvites: async () => ({ body: inviteBody(), hasOwnLimit: true }),
    postV1AccountsMeInvitesIdRenew: invite,
    deleteV1AccountsMeInvitesId: invite,
  }
}
