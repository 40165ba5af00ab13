import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { removeMember } from '@sonde/store/accounts/members.ts'
import {
  type CheckNews,
  forgetLiveChangesBefore,
  type LiveChange,
  noteCheckNews,
  noteLiveChanges,
} from '@sonde/store/live/live-changes.ts'
import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { openEventStream, type EventStream } from '../../testing/event-stream.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { signedIn } from '../../testing/sign-in.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('the stream of events', (engine) => {
  const api = apiUnderTest(engine)

  type Opened = {
    accountId?: string
    key?: string | null
    query?: string
    lastEventId?: string
    cookie?: string
  }

  async function open(t: TestContext, options: Opened = {}): Promise<EventStream> {
    const { accountId = api.accountId, key = api.ownerKey, query = '', lastEventId, cookie } = options
    const stream = await openEventStream(api.port, {
      path: `/v1/accounts/${accountId}/events${query}`,
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(cookie === undefined ? {} : { cookie }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      },
    })
    t.after(() => stream.close())
    return stream
  }

  /** With its first id: whatever is written from then on comes. */
  async function opened(t: TestContext, options: Opened = {}): Promise<EventStream> {
    const stream = await open(t, options)
    assert.equal(stream.status, 200)
    await stream.until(() => stream.lastEventId() !== '')
    return stream
  }

  async function note(...changes: LiveChange[]): Promise<void> {
    await api.store.write((db) => noteLiveChanges(db, changes, api.clock.now()))
  }

  async function noteNews(checkId: string, news: Partial<CheckNews> = {}): Promise<void> {
    const checkNo = await findCheckNumber(api.store.read, { accountId: api.accountId, checkId })
    assert.ok(checkNo !== null)
    const quiet = { checkNo, status: 'passed', statusSince: undefined, lastResult: null } as const
    await api.store.write((db) => noteCheckNews(db, [{ ...quiet, ...news }], api.clock.now()))
  }

  const changed = (checkId: string): LiveChange => ({
    type: 'check-changed',
    accountId: api.accountId,
    checkId,
    change: 'updated',
  })

  const isOf = (id: string) => (data: unknown) => isRecord(data) && data['id'] === id

  test('is told as such, and nothing on the way may keep it', async (t) => {
    const stream = await opened(t)
    assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8')
    assert.equal(stream.headers['cache-control'], 'no-store')
    assert.equal(stream.headers['x-accel-buffering'], 'no')
    assert.equal(stream.retryMs(), 3_000)
  })

  test('tells of a result in the words of the overview', async (t) => {
    const checkId = await makeMonitor(api)
    const stream = await opened(t)
    const at = api.clock.now()
    const lastResult = { at, location: 'eu-west-1', responseTime: 12.5, verdict: 'failed' } as const
    await noteNews(checkId, { status: 'failed', statusSince: at + 900, lastResult })
    const { data } = await stream.heard('check')
    assert.deepEqual(data, {
      id: checkId,
      status: 'FAILING',
      statusSince: new Date(at + 900).toISOString(),
      lastResult: {
        at: new Date(at).toISOString(),
        location: 'eu-west-1',
        responseTime: 12.5,
        verdict: 'FAILED',
      },
    })
    const withheld = { at: at + 1, location: null, responseTime: null, verdict: null }
    await noteNews(checkId, { status: null, lastResult: withheld })
    const second = await stream.heard(
      'check',
      (told) => isRecord(told) && told['status'] === 'NO_DATA' && !('statusSince' in told),
    )
    assert.deepEqual(isRecord(second.data) && second.data['lastResult'], {
      ...withheld,
      at: new Date(at + 1).toISOString(),
      verdict: 'WITHHELD',
    })
  })

  test('tells who has written, changed and deleted a check, and of sessions and alerts', async (t) => {
    const stream = await opened(t)
    const checkId = await makeMonitor(api)
    const isChange = (change: string) => (data: unknown) => isOf(checkId)(data) && changeIn(data) === change
    await api.call('PUT', `/v1/checks/icmp/${checkId}`, {
      body: { name: 'Other' },
      headers: { 'x-checkly-source': 'go-sdk' },
    })
    const body = { target: { checkId } }
    await makeMonitor(api, { locations: ['eu-west-1'] })
    const session = await api.call('POST', '/v2/check-sessions/trigger', { body })
    const alertId = randomUUIDv7()
    await note({
      type: 'alert',
      accountId: api.accountId,
      checkId,
      alertId,
      alertType: 'ALERT_FAILURE',
      at: api.clock.now(),
    })
    await note({ type: 'agent', accountId: null, location: 'eu-west-1', change: 'left', at: api.clock.now() })
    await api.call('DELETE', `/v1/checks/${checkId}`)
    await stream.heard('check-changed', isChange('created'))
    await stream.heard('check-changed', isChange('updated'))
    await stream.heard('check-changed', isChange('deleted'))
    const told = await stream.heard('alert')
    assert.deepEqual([changeIn(told.data), isOf(alertId)(told.data)], [undefined, true])
    assert.deepEqual((await stream.heard('agent')).data, {
      location: 'eu-west-1',
      change: 'left',
      at: isRecord(told.data) ? told.data['at'] : null,
    })
    if (session.status === 201) {
      const id = session.textAt('sessions.0.checkSessionId')
      assert.deepEqual((await stream.heard('session', isOf(id))).data, { id, checkId, status: 'STARTED' })
    }
  })

  test('tells who has written, changed and deleted a group, with one event each', async (t) => {
    const stream = await opened(t)
    const id = await makeGroup(api)
    const isChange = (change: string) => (data: unknown) =>
      isRecord(data) && data['id'] === id && data['change'] === change
    await makeMonitor(api, { groupId: id })
    const body = { name: 'Other', activated: false, muted: true }
    assert.equal((await api.call('PUT', `/v2/check-groups/${id}`, { body })).status, 200)
    await stream.heard('group-changed', isChange('created'))
    await stream.heard('group-changed', isChange('updated'))
    const other = await makeGroup(api)
    await api.call('DELETE', `/v1/check-groups/${other}`)
    await stream.heard('group-changed', (data) => isRecord(data) && data['id'] === other)
    await stream.heard('group-changed', (data) => changeIn(data) === 'deleted')
    assert.deepEqual(
      stream.events.filter(({ type }) => type === 'group-changed').map(({ data }) => changeIn(data)),
      ['created', 'updated', 'created', 'deleted'],
    )
  })

  test('is open to a browser in which somebody is signed in, and ends when they sign out', async (t) => {
    const browser = await signedIn(api)
    await api.join(api.accountId, browser.userId, 'READ_ONLY')
    const stream = await opened(t, { key: null, cookie: browser.cookie })
    const id = randomUUIDv7()
    await note(changed(id))
    await stream.heard('check-changed', isOf(id))
    const out = await browser.call('DELETE', '/v1/session', { account: null })
    assert.ok(out.status < 300, out.text)
    api.clock.advance(60_000)
    await stream.ended
    assert.equal((await open(t, { key: null, cookie: browser.cookie })).status, 401)
  })

  test('never tells of another account', async (t) => {
    const stranger = await api.makeUser()
    const theirs = await api.makeAccount(stranger.id)
    const [own, other] = [await opened(t), await opened(t, { accountId: theirs, key: stranger.key })]
    const [mine, last] = [await makeMonitor(api), randomUUIDv7()]
    await noteNews(mine)
    await note({ ...changed(last), accountId: theirs } as LiveChange)
    await own.heard('check', isOf(mine))
    await other.heard('check-changed', isOf(last))
    assert.deepEqual(
      other.events.filter(({ data }) => !isOf(last)(data)),
      [],
    )
    const refused = await open(t, { accountId: theirs })
    assert.equal(refused.status, 404)
    assert.equal((await open(t, { key: null })).status, 401)
  })

  test('tells only what was asked for', async (t) => {
    const [one, two] = [randomUUIDv7(), randomUUIDv7()]
    const ofOne = await opened(t, { query: `?checkId=${one.toUpperCase()}` })
    const alerts = await opened(t, { query: '?types=alert' })
    await note(changed(two), changed(one))
    await note({
      type: 'alert',
      accountId: api.accountId,
      checkId: one,
      alertId: one,
      alertType: 'ALERT_RECOVERY',
      at: 1,
    })
    await ofOne.heard('alert')
    await alerts.heard('alert')
    assert.deepEqual(
      ofOne.events.map(({ type }) => type),
      ['check-changed', 'alert'],
    )
    assert.deepEqual(
      alerts.events.map(({ type }) => type),
      ['alert'],
    )
    assert.equal((await open(t, { query: '?types=nothing' })).status, 400)
  })

  test('whoever comes back is told what was missed, once, and then goes on', async (t) => {
    const ids = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
    const [first = '', second = '', third = '', fourth = ''] = ids
    const stream = await opened(t)
    await note(changed(first))
    await stream.heard('check-changed', isOf(first))
    await stream.until(() => stream.lastEventId() !== '')
    stream.close()
    await note(changed(second))
    await note(changed(third))
    const again = await opened(t, { lastEventId: stream.lastEventId() })
    await note(changed(fourth))
    await again.heard('check-changed', isOf(fourth))
    assert.deepEqual(
      again.events.map(({ data }) => (isRecord(data) ? data['id'] : null)).filter((id) => id !== first),
      [second, third, fourth],
    )
    assert.ok(again.events.every(({ type }) => type === 'check-changed'))
  })

  test('whoever has read the session and opens a stream later misses nothing of what came between', async (t) => {
    const [before, between] = [randomUUIDv7(), randomUUIDv7()]
    await note(changed(before))
    const somebody = await signedIn(api)
    const session = await somebody.call('GET', '/v1/session', { account: null })
    await note(changed(between))
    const query = `?after=${session.textAt('liveEventId')}`
    const stream = await opened(t, { query })
    assert.deepEqual(
      stream.events.map(({ data }) => data),
      [{ id: between, change: 'updated' }],
    )
    const back = await opened(t, { query, lastEventId: stream.lastEventId() })
    assert.deepEqual(back.events, [])
  })

  test('whoever was away for too long is told to read anew, and goes on', async (t) => {
    const stream = await opened(t)
    const [missed, last] = [randomUUIDv7(), randomUUIDv7()]
    stream.close()
    await note(changed(missed))
    await note(changed(randomUUIDv7()))
    await api.store.write((db) => forgetLiveChangesBefore(db, api.clock.now() + 1))
    for (const lastEventId of [stream.lastEventId(), 'nonsense', '999999999']) {
      const again = await opened(t, { lastEventId, query: '?types=check-changed' })
      await again.heard('reset')
      assert.deepEqual(again.events, [{ type: 'reset', data: {} }])
      again.close()
    }
    const again = await opened(t, { lastEventId: stream.lastEventId() })
    await note(changed(last))
    await again.heard('check-changed', isOf(last))
    assert.ok(!again.events.some(({ data }) => isOf(missed)(data)))
  })

  test('gives a sign of life while nothing happens', async (t) => {
    const stream = await opened(t)
    await stream.until(() => stream.signs() > 0)
    assert.equal(stream.signs(), 1, 'one at the beginning')
    api.clock.advance(15_000)
    await stream.until(() => stream.signs() === 2)
  })

  test('ends for a member who was removed, and for a key that was deleted', async (t) => {
    const member = await api.makeUser()
    await api.join(api.accountId, member.id, 'READ_ONLY')
    const key = await api.call('POST', '/v1/accounts/me/api-keys', { body: { name: 'k', role: 'READ_ONLY' } })
    const [byMember, byKey, byOwner] = [
      await opened(t, { key: member.key }),
      await opened(t, { key: key.textAt('key') }),
      await opened(t),
    ]
    await api.store.write((db) => removeMember(db, api.accountId, member.id))
    await api.call('DELETE', `/v1/accounts/me/api-keys/${key.textAt('id')}`)
    api.clock.advance(60_000)
    await byMember.ended
    await byKey.ended
    const id = randomUUIDv7()
    await note(changed(id))
    await byOwner.heard('check-changed', isOf(id))
  })

  test('a caller has ten at a time, and gets a place back with each that ends', async (t) => {
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const streams = await Promise.all(Array.from({ length: 10 }, () => opened(t, { key })))
    const refused = await open(t, { key })
    assert.equal(refused.status, 429)
    assert.match(await refused.body(), /10 streams are open for this caller/)
    streams[0]?.close()
    const places = await (async () => {
      for (;;) {
        const tried = await open(t, { key })
        if (tried.status === 200) return tried
        await tried.body()
      }
    })()
    assert.equal(places.status, 200)
    assert.equal((await opened(t)).status, 200)
  })

  test('a user has twenty at a time, with however many keys', async (t) => {
    const user = await api.makeUser()
    await api.join(api.accountId, user.id, 'READ_ONLY')
    const [first, second, third] = [user.key, await api.makeUserKey(user.id), await api.makeUserKey(user.id)]
    await Promise.all([first, second].flatMap((key) => Array.from({ length: 10 }, () => opened(t, { key }))))
    const refused = await open(t, { key: third })
    assert.equal(refused.status, 429)
    assert.match(await refused.body(), /20 streams are open for this user/)
    const elsewhere = await api.makeAccount(user.id)
    const inOther = await open(t, { key: third, accountId: elsewhere })
    assert.equal(inOther.status, 429, 'in whatever account')
    await inOther.body()
  })

  test('an account has a hundred at a time, whoever opens them, and leaves places for others', async (t) => {
    const account = await api.makeAccount(api.ownerId)
    const keys = await Promise.all(Array.from({ length: 11 }, () => api.makeServiceKey(account, 'READ_ONLY')))
    const openAs = (key: string) => open(t, { key, accountId: account })
    const streams = await Promise.all(
      keys.slice(0, 10).flatMap((key) => Array.from({ length: 10 }, () => openAs(key))),
    )
    assert.ok(streams.every(({ status }) => status === 200))
    const refused = await openAs(keys[10] ?? '')
    assert.equal(refused.status, 429)
    assert.match(await refused.body(), /100 streams are open for this account/)
    assert.equal((await opened(t)).status, 200)
  })

  test(
    'a reader that does not read is cut off, and one that does hears any number',
    { timeout: 60_000 },
    async (t) => {
      const stream = await opened(t)
      stream.pause()
      const many = Array.from({ length: 20_000 }, () => changed(randomUUIDv7()))
      const steady = await opened(t)
      for (let round = 0; round < 8; round += 1) {
        await note(...many)
        // What is told in one piece makes nobody slow: there must be a second one behind it.
        if (round % 4 === 3) await steady.until(() => steady.events.length === (round + 1) * many.length)
      }
      for (const id of [randomUUIDv7(), randomUUIDv7()]) {
        await note(changed(id))
        await steady.until(() => isOf(id)(steady.events.at(-1)?.data))
      }
      stream.resume()
      await stream.ended
      assert.equal(steady.events.length, 8 * many.length + 2)
      assert.ok(stream.events.length < 8 * many.length, `${stream.events.length} events`)
    },
  )
})

function changeIn(data: unknown): unknown {
  return isRecord(data) ? data['change'] : undefined
}
