import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { findCheck, insertCheck } from '@sonde/store/checks/checks.ts'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { makeCheck } from '@sonde/store/testing/rows.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeChannel } from '../../testing/make-channel.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeHeartbeat } from '../../testing/monitors/write-heartbeat.ts'
import { smallestSsl } from '../../testing/monitors/write-ssl.ts'
import { makeMonitor, showMonitor, smallestCreate } from '../../testing/monitors/write-icmp.ts'

forOneEngine('changes to many checks', (engine) => {
  const api = apiUnderTest(engine)
  const edit = (body: object, options = {}) => api.call('POST', '/v1/checks/bulk-edit', { ...options, body })

  async function entriesOf(checkId: string) {
    const log = await api.call('GET', '/v1/audit-log?limit=100&entityType=CHECK')
    const entries = log.at('entries')
    assert.ok(Array.isArray(entries))
    return entries.filter(({ entityId }) => entityId === checkId).map(({ action }) => String(action))
  }

  test('each check is changed and recorded once, and one that is so already is left alone', async () => {
    const { id: beat } = await makeHeartbeat(api, { tags: ['a'] })
    const [loud, quiet] = [
      await makeMonitor(api, { tags: ['a', 'old'] }),
      await makeMonitor(api, { muted: true, tags: ['b'] }),
    ]
    const done = await makeMonitor(api, { muted: true, tags: ['b', 'new'] })
    const before = await showMonitor(api, done)
    const answer = await edit({
      checkIds: [beat, loud, quiet.toUpperCase(), done],
      set: { muted: true },
      addTags: ['new'],
      removeTags: ['old'],
    })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(answer.body, { changed: 3, unchanged: 1, failed: [] })
    const shown = await showMonitor(api, loud)
    assert.deepEqual([shown.at('muted'), shown.at('tags')], [true, ['a', 'new']])
    assert.deepEqual((await showMonitor(api, quiet)).at('tags'), ['b', 'new'])
    assert.deepEqual((await showMonitor(api, beat)).at('tags'), ['a', 'new'])
    assert.deepEqual((await showMonitor(api, done)).body, before.body)
    assert.deepEqual(await entriesOf(loud), ['UPDATE', 'CREATE'])
    assert.deepEqual(await entriesOf(done), ['CREATE'])
    const found = await api.call('GET', '/v1/check-tags?search=new')
    assert.equal(found.at('0.checks'), 4)
  })

  test('what cannot be changed is named with the reason, and does not keep the others', async () => {
    const stranger = await api.makeUser()
    const foreign = await api.makeAccount(stranger.id)
    const options = { key: stranger.key, account: foreign }
    const theirs = await makeMonitor(api, {}, options)
    const many = Array.from({ length: 200 }, (_, index) => `t${index}`)
    const [full, free, nobody] = [
      await makeMonitor(api, { tags: many }),
      await makeMonitor(api),
      randomUUID(),
    ]
    const answer = await edit({ checkIds: [theirs, full, free, nobody], addTags: ['one more'] })
    assert.deepEqual(answer.at('changed'), 1)
    assert.deepEqual(answer.at('failed.0'), { checkId: theirs, message: 'There is no such check' })
    assert.equal(answer.at('failed.1.checkId'), full)
    assert.match(answer.textAt('failed.1.message'), /^tags /)
    assert.equal(answer.at('failed.2.checkId'), nobody)
    assert.deepEqual((await showMonitor(api, free)).at('tags'), ['one more'])
    assert.deepEqual((await showMonitor(api, full)).at('tags'), many)
    const deleted = await edit({ checkIds: [theirs], delete: true })
    assert.deepEqual(deleted.at('changed'), 0)
    assert.equal((await api.call('GET', `/v1/checks/${theirs}`, options)).status, 200)
  })

  test('checks join a group and leave it as by a change of their own', async () => {
    const groupId = await makeGroup(api)
    const [first, second] = [await makeMonitor(api), await makeMonitor(api)]
    const checkIds = [first, second]
    assert.equal((await edit({ checkIds, set: { groupId } })).at('changed'), 2)
    assert.equal((await showMonitor(api, first)).at('groupId'), groupId)
    assert.equal((await edit({ checkIds: [first], set: { groupId: null } })).at('changed'), 1)
    assert.equal((await showMonitor(api, first)).at('activated'), false, 'it may have no locations any more')
    const kept = await edit({ checkIds: [second], set: { groupId: null, activated: true } })
    assert.equal(kept.at('changed'), 1)
    assert.equal((await showMonitor(api, second)).at('activated'), true)
    const unknown = await edit({ checkIds, set: { groupId: 999_999 } })
    assert.deepEqual(unknown.at('changed'), 0)
    assert.match(unknown.textAt('failed.1.message'), /^groupId is not a check group/)
  })

  test('the schedule hears of every check that was changed or deleted, and of no other', async () => {
    const [changed, same, gone] = [await makeMonitor(api), await makeMonitor(api), await makeMonitor(api)]
    const told: string[] = []
    const { checksWritten, checkDeleted } = api.runs
    api.runs.checksWritten = async (ids) => void told.push(...ids)
    api.runs.checkDeleted = async (id) => void told.push(id)
    try {
      await edit({ checkIds: [changed], set: { activated: false } })
      await edit({ checkIds: [same], set: { activated: true } })
      const answer = await edit({ checkIds: [gone], delete: true })
      assert.deepEqual(answer.body, { changed: 1, unchanged: 0, failed: [] })
    } finally {
      Object.assign(api.runs, { checksWritten, checkDeleted })
    }
    assert.deepEqual(told, [changed, gone])
    expectError(await api.call('GET', `/v1/checks/${gone}`), 404)
    assert.deepEqual(await entriesOf(gone), ['DELETE', 'CREATE'])
  })

  test('deletion goes with nothing else, something must be asked for, and readers may not', async () => {
    const checkIds = [await makeMonitor(api)]
    expectInvalid(await edit({ checkIds, delete: true, set: { muted: true } }), 'payload', ['set'])
    const nothing = await edit({ checkIds })
    expectInvalid(nothing, 'payload', ['set'])
    assert.match(
      nothing.text,
      /set must be set, unless there are tags or alert channels to add or remove, or delete is set/,
    )
    expectInvalid(await edit({ checkIds, set: { groupId: 2 ** 63 } }), 'payload', ['set.groupId'])
    expectInvalid(await edit({ checkIds, delete: false }), 'payload', ['delete'])
    expectInvalid(await edit({ checkIds: [], set: { muted: true } }), 'payload', ['checkIds'])
    expectInvalid(await edit({ checkIds: [...checkIds, ...checkIds], delete: true }), 'payload', ['checkIds'])
    const key = await api.makeServiceKey(api.accountId, 'READ_RUN')
    expectError(await edit({ checkIds, delete: true }, { key }), 403)
    assert.equal((await api.call('GET', `/v1/checks/${checkIds[0]}`)).status, 200)
  })

  const count = rounds(1_000, 300)
  test(`${count} checks are changed, and then deleted`, async (t) => {
    const rows = Array.from({ length: count }, () => makeCheck(api.accountId))
    await api.store.write(async (db) => {
      for (const row of rows) await insertCheck(db, row)
    })
    const checkIds = rows.map(({ id }) => id)
    const groupId = await makeGroup(api)
    const timed = async (what: string, body: object) => {
      const startedAt = performance.now()
      const answer = await edit({ checkIds, ...body })
      t.diagnostic(`${what}: ${(performance.now() - startedAt).toFixed(0)} ms`)
      assert.deepEqual(answer.body, { changed: count, unchanged: 0, failed: [] })
    }
    await timed('paused, grouped and tagged', { set: { activated: false, groupId }, addTags: ['x', 'y'] })
    await timed('deleted', { delete: true })
    assert.equal(
      await findCheck(api.store.read, { accountId: api.accountId, id: checkIds.at(-1) ?? '' }),
      null,
    )
  })

  test('alert channels are added and removed, each check recorded once, and what a check had stays', async () => {
    const makeUnassigned = async (fields: object) => {
      const path = '/v1/checks/icmp?autoAssignAlerts=false'
      return (await api.call('POST', path, { body: { ...smallestCreate, ...fields } })).textAt('id')
    }
    const [kept, added, removed] = [await makeChannel(api), await makeChannel(api), await makeChannel(api)]
    const withTwo = await makeUnassigned({
      alertChannelSubscriptions: [
        { alertChannelId: kept, activated: false },
        { alertChannelId: removed, activated: true },
      ],
    })
    const [none, done] = [
      await makeUnassigned({}),
      await makeUnassigned({ alertChannelSubscriptions: [{ alertChannelId: added, activated: true }] }),
    ]
    const body = {
      checkIds: [withTwo, none, done],
      addAlertChannelIds: [added],
      removeAlertChannelIds: [removed],
    }
    assert.deepEqual((await edit(body)).body, { changed: 2, unchanged: 1, failed: [] })
    const subscriptionsOf = async (id: string) => (await showMonitor(api, id)).at('alertChannelSubscriptions')
    assert.deepEqual(await subscriptionsOf(withTwo), [
      { alertChannelId: kept, activated: false },
      { alertChannelId: added, activated: true },
    ])
    assert.deepEqual(await subscriptionsOf(none), [{ alertChannelId: added, activated: true }])
    assert.deepEqual(await entriesOf(none), ['UPDATE', 'CREATE'])
    assert.deepEqual(await entriesOf(done), ['CREATE'])
    assert.deepEqual((await edit(body)).body, { changed: 0, unchanged: 3, failed: [] })
    const unknown = await edit({ checkIds: [none], addAlertChannelIds: [1_000_000] })
    assert.equal(unknown.at('failed.0.checkId'), none)
    assert.match(unknown.textAt('failed.0.message'), /is not an alert channel of this account/)
    const both = await edit({ checkIds: [none], addAlertChannelIds: [added], delete: true })
    expectInvalid(both, 'payload', ['addAlertChannelIds'])
  })

  test('interval and locations are set as each type allows, and what is refused stays whole', async () => {
    const inSeconds = { frequency: 0, frequencyOffset: 10 }
    const ping = await makeMonitor(api, { frequency: 10, locations: ['eu-west-1'] })
    const done = await makeMonitor(api, { ...inSeconds, locations: ['us-east-1', 'eu-west-1'] })
    const certificate = await api.call('POST', '/v1/checks/ssl', {
      body: { ...smallestSsl, frequency: 60, locations: ['eu-west-1'] },
    })
    assert.equal(certificate.status, 201, certificate.text)
    const ssl = certificate.textAt('id')
    const { id: beat } = await makeHeartbeat(api)
    const shownBefore = await Promise.all([ssl, beat].map(async (id) => (await showMonitor(api, id)).body))
    const body = {
      checkIds: [ping, done, ssl, beat],
      set: { ...inSeconds, locations: ['us-east-1', 'eu-west-1'], muted: true },
    }
    const answer = await edit(body)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.at('changed'), answer.at('unchanged')], [2, 0])
    assert.deepEqual(
      [answer.at('failed.0.checkId'), answer.at('failed.0.message')],
      [ssl, 'frequency must be at least 1 minute for this check type'],
    )
    assert.equal(answer.at('failed.1.checkId'), beat)
    assert.match(answer.textAt('failed.1.message'), /frequency does not apply to a heartbeat monitor/)
    const shown = await showMonitor(api, ping)
    assert.deepEqual(
      [shown.at('frequency'), shown.at('frequencyOffset'), shown.at('locations'), shown.at('muted')],
      [0, 10, ['us-east-1', 'eu-west-1'], true],
    )
    const shownAfter = await Promise.all([ssl, beat].map(async (id) => (await showMonitor(api, id)).body))
    assert.deepEqual(shownAfter, shownBefore, 'nothing of a check that was refused has changed')
    assert.deepEqual(await entriesOf(ssl), ['CREATE'])
    assert.equal((await edit({ ...body, checkIds: [ping, done] })).at('unchanged'), 2)

    const hourly = await edit({ checkIds: [ping, ssl], set: { frequency: 120 } })
    assert.deepEqual(hourly.body, { changed: 2, unchanged: 0, failed: [] })
    const offset = (await showMonitor(api, ping)).at('frequencyOffset')
    assert.ok(offset === 1 || offset === 2, `a phase of the new interval, not ${String(offset)}`)
    const nowhere = await edit({ checkIds: [ping], set: { privateLocations: ['no-such-place'] } })
    assert.match(nowhere.textAt('failed.0.message'), /^privateLocations/)
    const wrong: [object, string][] = [
      [{ frequency: 0 }, 'set.frequencyOffset'],
      [{ frequencyOffset: 10 }, 'set.frequency'],
      [{ frequency: 7 }, 'set.frequency'],
      [{ locations: ['atlantis-1'] }, 'set.locations.0'],
    ]
    for (const [set, path] of wrong) expectInvalid(await edit({ checkIds: [ping], set }), 'payload', [path])
  })
})
