import assert from 'node:assert/strict'
import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { updateAccountSettings } from '@sonde/store/accounts/accounts.ts'
import { insertIdentity } from '@sonde/store/accounts/identities.ts'
import type { ApiUnderTest } from '../api-under-test.ts'
import type { Sample } from './operation-sample.ts'
import { appOf, giveSecondFactor, removeSecondFactor } from '../second-factor.ts'
import { someProvider } from '../some-provider.ts'
import { givePassword, password, signIn, cookieOf } from '../sign-in.ts'

/** One good request for every operation about sessions, the own user and invites. */
export function userSamples(api: ApiUnderTest): Record<string, () => Promise<Sample>> {
  const email = 'olive@example.net'
  const inviteBody = () => ({ email: `${randomBytes(6).toString('hex')}@example.net`, role: 'READ_RUN' })
  const session = async (): Promise<Sample> => {
    await givePassword(api, api.ownerId)
    await removeSecondFactor(api, api.ownerId)
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
  const ownFactor = async (): Promise<Sample> => {
    await givePassword(api, api.ownerId)
    const app = await giveSecondFactor(api, api.ownerId)
    return { body: { currentPassword: password, code: app.codeAt(api.clock.now()) } }
  }
  const secondStep = async (): Promise<Sample> => {
    await givePassword(api, api.ownerId)
    const app = await giveSecondFactor(api, api.ownerId)
    const answer = await signIn(api, { email })
    return { body: { challenge: answer.textAt('challenge'), code: app.codeAt(api.clock.now()) } }
  }
  const identity = async (): Promise<Sample> => {
    await givePassword(api, api.ownerId)
    const id = randomUUIDv7()
    const at = api.clock.now()
    const { issuer } = someProvider
    const row = { userId: api.ownerId, issuer, subject: id, email: null, createdAt: at, lastUsedAt: at }
    await api.store.write((db) => insertIdentity(db, { id, ...row }))
    return { values: { id } }
  }
  /** Of a member who needs a second factor and has none. */
  const enrolment = async (): Promise<{ challenge: string }> => {
    const address = `${randomBytes(6).toString('hex')}@example.net`
    const { id } = await api.makeUser({ email: address })
    await givePassword(api, id)
    const account = await api.makeAccount(id)
    await api.store.write((db) =>
      updateAccountSettings(db, {
        id: account,
        settings: { requireSecondFactor: true },
        updatedAt: api.clock.now(),
      }),
    )
    return { challenge: (await signIn(api, { email: address })).textAt('challenge') }
  }
  return {
    postV1SessionSecondfactor: secondStep,
    postV1SessionSecondfactorSetup: async () => ({ body: await enrolment() }),
    postV1SessionSecondfactorConfirm: async () => {
      const body = await enrolment()
      const setUp = await api.call('POST', '/v1/session/second-factor/set-up', {
        key: null,
        account: null,
        body,
      })
      return { body: { ...body, code: appOf(setUp.textAt('secret')).codeAt(api.clock.now()) } }
    },
    getV1SessionOptions: async () => ({}),
    getV1UsersMeIdentities: async () => {
      await identity()
      return {}
    },
    postV1UsersMeIdentities: ownFactor,
    deleteV1UsersMeIdentitiesId: identity,
    getV1UsersMeSecondfactor: async () => ({}),
    postV1UsersMeSecondfactor: ownFactor,
    postV1UsersMeSecondfactorConfirm: async () => {
      await session()
      const body = { currentPassword: password }
      const setUp = await api.call('POST', '/v1/users/me/second-factor', { body })
      return { body: { code: appOf(setUp.textAt('secret')).codeAt(api.clock.now()) } }
    },
    postV1UsersMeSecondfactorRecoverycodes: ownFactor,
    postV1UsersMeSecondfactorDisable: ownFactor,
    postV1Session: async () => {
      await session()
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
