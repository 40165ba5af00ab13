import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '@sonde/ground/durations.ts'
import { notificationSealContext } from '@sonde/store/notifications/notifications.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { findUserByEmail } from '@sonde/store/accounts/users.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'
import { defaultAlertingSettings } from '@sonde/alerting/alerting-settings.ts'

const invites = '/v1/accounts/me/invites'
const members = '/v1/accounts/me/members'
const unknownId = '0198c0de-0000-7000-8000-000000000000'
/** Below 30 invites in a minute. */
const afterMs = 2_001

let count = 0
function newAddress(): string {
  count += 1
  return `invited-${count}@example.net`
}

forEachEngine('an invite', (engine) => {
  const api = apiUnderTest(engine)

  const invite = (email: string, options: { role?: string; key?: string; account?: string } = {}) => {
    const { role = 'READ_WRITE', ...caller } = options
    return api.call('POST', invites, { ...caller, afterMs, body: { email, role } })
  }
  async function shownFor(email: string): Promise<Answer> {
    return await api.call('GET', `${members}?search=${encodeURIComponent(email)}`)
  }

  test('shows its address once, and stands among the members as reference clients expect', async () => {
    const email = newAddress()
    const made = await invite(email.toUpperCase())
    assert.equal(made.status, 201, made.text)
    assert.match(made.textAt('url'), /^https:\/\/sonde\.example\.net\/invitations\/[A-Za-z0-9_-]{43}$/)
    assert.equal(made.at('isMailed'), true)
    const now = new Date(api.clock.now()).toISOString()
    const listed = await shownFor(email)
    assert.deepEqual(listed.at('members.0'), {
      type: 'invite',
      id: made.textAt('id'),
      accountId: api.accountId,
      email,
      role: 'READ_WRITE',
      status: 'PENDING',
      inviterEmail: 'olive@example.net',
      createdAt: made.textAt('createdAt'),
      updatedAt: made.textAt('createdAt'),
      expiresAt: new Date(Date.parse(made.textAt('createdAt')) + 7 * dayMs).toISOString(),
    })
    assert.ok(made.textAt('createdAt') <= now)
    assert.doesNotMatch(listed.text, /invitations/)
    const log = await api.call('GET', `/v1/audit-log?entityType=INVITE&entityId=${made.textAt('id')}`)
    assert.equal(log.at('entries.0.action'), 'CREATE')
    assert.ok(!log.text.includes(made.textAt('url').slice(-43)), 'the token is not in the audit log')
  })

  test('is mailed to whom it is for, with its address', async () => {
    const email = newAddress()
    const made = await invite(email)
    const rows = await api.store.read
      .selectFrom('notifications')
      .selectAll()
      .where('target', '=', email)
      .execute()
    assert.equal(rows.length, 1)
    const [row] = rows
    assert.ok(row)
    assert.equal(row.channel_id, null)
    const opened = api.store.sealer.open(row.sealed_event ?? '', notificationSealContext(row.id))
    assert.ok(opened.includes(made.textAt('url')))
    const renewed = await api.call('POST', `/v1/accounts/me/invites/${made.textAt('id')}/renew`)
    const all = await api.store.read.selectFrom('notifications').selectAll().execute()
    for (const answer of [made, renewed]) {
      assert.ok(
        !JSON.stringify(all).includes(answer.textAt('url').slice(-43)),
        'no token is to be read there',
      )
    }
    const log = await api.call('GET', '/v1/alert-notifications')
    assert.match(log.text, /Invitation to /)
  })

  test('is found by type, status, role and page, together with the members', async () => {
    const owner = await api.makeUser()
    const account = await api.makeAccount(owner.id)
    const caller = { key: owner.key, account }
    const emails = [newAddress(), newAddress(), newAddress()]
    for (const email of emails) await invite(email, { ...caller, role: 'READ_RUN' })
    const member = await api.makeUser()
    api.clock.advance(10)
    await api.join(account, member.id, 'READ_RUN')
    const shown = async (query: string) => {
      const answer = await api.call('GET', `${members}?${query}`, caller)
      assert.equal(answer.status, 200, answer.text)
      const length = Number(answer.at('length'))
      return Array.from({ length }, (_, n) => answer.textAt(`members.${n}.type`))
    }
    assert.deepEqual(await shown(''), ['member', 'invite', 'invite', 'invite', 'member'])
    assert.deepEqual(await shown('type=member'), ['member', 'member'])
    assert.deepEqual(await shown('type=invite'), ['invite', 'invite', 'invite'])
    assert.deepEqual(await shown('status=ACTIVE'), ['member', 'member'])
    assert.deepEqual(await shown('status=PENDING'), ['invite', 'invite', 'invite'])
    assert.deepEqual(await shown('status=EXPIRED'), [])
    assert.deepEqual(await shown('role=READ_RUN&limit=2'), ['member', 'invite'])
    assert.deepEqual(await shown('role=OWNER'), ['member'])

    const seen: string[] = []
    let nextId: unknown = null
    do {
      const cursor = typeof nextId === 'string' ? `&nextId=${nextId}` : ''
      const page = await api.call('GET', `${members}?limit=2${cursor}`, caller)
      for (let n = 0; n < Number(page.at('length')); n += 1) seen.push(page.textAt(`members.${n}.email`))
      nextId = page.at('nextId')
    } while (nextId !== null)
    assert.equal(seen.length, 5)
    assert.deepEqual(seen.slice(1, 4), emails.toReversed())

    api.clock.advance(7 * dayMs)
    assert.deepEqual(await shown('status=EXPIRED'), ['invite', 'invite', 'invite'])
    assert.deepEqual(await shown('status=PENDING'), [])
  })

  test('is made by administrators with a user, for roles that can be given', async () => {
    const admin = await api.makeUser()
    await api.join(api.accountId, admin.id, 'ADMIN')
    const writer = await api.makeUser()
    await api.join(api.accountId, writer.id, 'READ_WRITE')
    assert.equal((await invite(newAddress(), { key: admin.key, role: 'ADMIN' })).status, 201)
    expectError(await invite(newAddress(), { key: writer.key }), 403)
    const serviceKey = await api.makeServiceKey(api.accountId, 'ADMIN')
    expectError(await invite(newAddress(), { key: serviceKey }), 403)
    expectInvalid(await invite(newAddress(), { role: 'OWNER' }), 'payload', ['role'])
    expectInvalid(await invite('nobody'), 'payload', ['email'])
    expectError(await api.call('DELETE', `${invites}/${unknownId}`, { key: writer.key }), 403)
  })

  test('is refused for a member, and for somebody who is invited already', async () => {
    const email = newAddress()
    const member = await api.makeUser({ email })
    await api.join(api.accountId, member.id, 'READ_ONLY')
    expectError(await invite(email), 409)
    const other = newAddress()
    const made = await invite(other)
    const again = await invite(other.toUpperCase())
    expectError(again, 409)
    assert.ok(again.textAt('message').includes(made.textAt('id')))
    api.clock.advance(7 * dayMs)
    const anew = await invite(other)
    assert.equal(anew.status, 201, 'one that has expired is in nobody’s way')
    assert.equal((await shownFor(other)).at('length'), 1)
  })

  test('is made once when many ask at once', async () => {
    const email = newAddress()
    const answers = await Promise.all(Array.from({ length: 5 }, () => invite(email)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409])
  })

  test('is made or renewed thirty times a minute, by a user with however many keys, and in an account', async () => {
    api.clock.advance(60_000)
    const keys = [api.ownerKey, await api.makeUserKey(api.ownerId), await api.makeUserKey(api.ownerId)]
    const inviteWith = (key: string | undefined, account = api.accountId) =>
      api.call('POST', invites, {
        ...(key === undefined ? {} : { key }),
        account,
        afterMs: 0,
        body: { email: newAddress(), role: 'READ_ONLY' },
      })
    let id = ''
    for (let n = 0; n < 29; n += 1) {
      const made = await inviteWith(keys[n % 3])
      assert.equal(made.status, 201, made.text)
      id = made.textAt('id')
    }
    const renew = (key: string | undefined) =>
      api.call('POST', `${invites}/${id}/renew`, { ...(key === undefined ? {} : { key }), afterMs: 0 })
    assert.equal((await renew(keys[1])).status, 200)
    for (const key of keys) {
      expectError(await inviteWith(key), 429)
      expectError(await renew(key), 429)
    }
    const second = await api.makeUser()
    await api.join(api.accountId, second.id, 'ADMIN')
    expectError(await inviteWith(second.key), 429)
    assert.equal((await inviteWith(second.key, await api.makeAccount(second.id))).status, 201)
    expectError(await inviteWith(keys[0], await api.makeAccount(api.ownerId)), 429)
    api.clock.advance(60_000)
    assert.equal((await inviteWith(keys[0])).status, 201)
  })

  test('gets a new address and new days, in the name of whoever renews it', async () => {
    const email = newAddress()
    const made = await invite(email)
    const admin = await api.makeUser()
    await api.join(api.accountId, admin.id, 'ADMIN')
    api.clock.advance(8 * dayMs)
    const path = `${invites}/${made.textAt('id')}`
    const renewed = await api.call('POST', `${path}/renew`, { key: admin.key })
    assert.equal(renewed.status, 200, renewed.text)
    assert.notEqual(renewed.at('url'), made.at('url'))
    assert.equal(renewed.at('status'), 'PENDING')
    assert.equal(Date.parse(renewed.textAt('expiresAt')), api.clock.now() + 7 * dayMs)
    assert.notEqual(renewed.at('inviterEmail'), 'olive@example.net')
    expectError(await api.call('POST', `${invites}/${unknownId}/renew`), 404)
  })

  test('can be taken back, once, by its own account only', async () => {
    const made = await invite(newAddress())
    const path = `${invites}/${made.textAt('id')}`
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    expectError(await api.call('DELETE', path, { key: stranger.key, account }), 404)
    expectError(await api.call('POST', `${path}/renew`, { key: stranger.key, account }), 404)
    assert.equal((await api.call('DELETE', path)).status, 204)
    expectError(await api.call('DELETE', path), 404)
  })

  test('opens nothing once whoever made it may invite nobody any more', async () => {
    const email = newAddress()
    const admin = await api.makeUser()
    await api.join(api.accountId, admin.id, 'ADMIN')
    const made = await invite(email, { key: admin.key })
    await api.call('PATCH', `${members}/${admin.id}`, { body: { role: 'READ_ONLY' } })
    assert.equal((await shownFor(email)).at('members.0.status'), 'EXPIRED')
    const path = new URL(made.textAt('url')).pathname
    assert.equal((await api.call('GET', path, { key: null, account: null })).status, 404)
    assert.equal((await api.call('GET', `${members}?status=EXPIRED&search=${email}`)).at('length'), 1)
    assert.equal(await findUserByEmail(api.store.read, email), null)
  })
})

forEachEngine('an invite where no mail can be sent', (engine) => {
  const api = apiUnderTest(engine, { alerting: defaultAlertingSettings })

  test('says so', async () => {
    const body = { email: newAddress(), role: 'READ_ONLY' }
    const made = await api.call('POST', invites, { body })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.at('isMailed'), false)
    const rows = await api.store.read.selectFrom('notifications').select('id').execute()
    assert.deepEqual(rows, [])
  })
})
