import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { CannotRun } from '@sonde/runs/runs.ts'
import { insertCheck } from '@sonde/store/checks/checks.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { randomUUIDv7 } from 'node:crypto'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeHeartbeat } from '../../testing/monitors/write-heartbeat.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'
const twoLocations = { locations: ['eu-west-1', 'us-east-1'] }
const versions = ['v1', 'v2'] as const

forOneEngine('check sessions', (engine) => {
  const api = apiUnderTest(engine)

  const trigger = (body: unknown, options = {}) =>
    api.call('POST', '/v2/check-sessions/trigger', { body, ...options })
  const show = (id: string, version = 'v2') => api.call('GET', `/${version}/check-sessions/${id}`)
  const complete = (id: string, version = 'v2', query = '') =>
    api.call('GET', `/${version}/check-sessions/${id}/completion${query}`)

  async function startOne(fields: object = twoLocations): Promise<{ checkId: string; sessionId: string }> {
    const checkId = await makeMonitor(api, { ...fields })
    const answer = await trigger({ target: { checkId } })
    assert.equal(answer.status, 201, answer.text)
    return { checkId, sessionId: answer.textAt('sessions.0.checkSessionId') }
  }

  function checksOf(answer: Answer): unknown[] {
    assert.equal(answer.status, 201, answer.text)
    const sessions = answer.at('sessions')
    assert.ok(Array.isArray(sessions))
    return sessions.map((session: { checkId: string }) => session.checkId)
  }

  for (const version of versions) {
    test(`${version}: a session is shown from its start`, async () => {
      const checkId = await makeMonitor(api, { name: 'Both', ...twoLocations })
      const answer = await api.call('POST', `/${version}/check-sessions/trigger`, {
        body: { target: { checkId: [checkId] } },
      })
      assert.equal(answer.status, 201, answer.text)
      assert.equal(answer.headers.deprecation, version === 'v1' ? 'true' : undefined)
      const id = answer.textAt('sessions.0.checkSessionId')
      const session = {
        checkSessionId: id,
        checkSessionLink: `${publicUrl}/accounts/${api.accountId}/check-sessions/${id}`,
        checkId,
        checkType: 'ICMP',
        name: 'Both',
        status: 'STARTED',
        startedAt: new Date(api.clock.now()).toISOString(),
        stoppedAt: null,
        timeElapsed: 0,
        runLocations: ['eu-west-1', 'us-east-1'],
        runSource: 'TRIGGER_API',
      }
      assert.deepEqual(answer.body, { sessions: [session], notStarted: [] })
      assert.deepEqual((await show(id, version)).body, { ...session, timeElapsed: 150, results: [] })
      const { started } = api.runs
      assert.deepEqual(started.at(-1), {
        accountId: api.accountId,
        checkId,
        source: 'TRIGGER_API',
        refreshesCache: false,
      })
    })
  }

  test('SA 54: one location failed, one runs; then both have ended', async () => {
    const { checkId, sessionId } = await startOne()
    const first = await api.runs.endRun({ sessionId, origin: 'eu-west-1', state: 'failed' })
    const at = { scheduledAt: first.scheduledAt, origin: 'eu-west-1' }
    await storeResult(api, checkId, { ...at, verdict: 'failed', isFinal: false })
    const final = { attempt: 2, location: 'eu-west-2', startedAt: first.scheduledAt + 500 }
    const stored = await storeResult(api, checkId, { ...at, ...final, verdict: 'failed' })
    const early = await complete(sessionId)
    assert.deepEqual([early.status, early.at('error')], [408, 'Request Time-out'])
    const running = await show(sessionId)
    assert.equal(running.at('status'), 'PROGRESS_FAILED')
    // Only the final result of a run is listed, with the number of its attempts.
    assert.deepEqual(running.at('results'), [
      {
        checkResultId: stored.id,
        checkResultLink: `${publicUrl}/accounts/${api.accountId}/checks/${checkId}/results/${stored.id}`,
        checkId,
        checkType: 'ICMP',
        name: 'Edge router',
        runLocation: 'eu-west-2',
        resultType: 'FINAL',
        hasErrors: false,
        hasFailures: true,
        isDegraded: false,
        aborted: false,
        isCancelled: false,
        responseTime: 15,
        startedAt: new Date(stored.row.startedAt).toISOString(),
        stoppedAt: new Date(stored.row.startedAt + 1_015).toISOString(),
        attempts: 2,
        sequenceId: first.runId,
        scheduleError: null,
        secretsWithheldFrom: null,
      },
    ])
    await api.runs.endRun({ sessionId, origin: 'us-east-1', state: 'passed' })
    const endedAt = api.clock.now()
    const ended = await complete(sessionId)
    assert.equal(ended.status, 200, ended.text)
    assert.equal(ended.at('status'), 'FAILED')
    assert.equal(ended.at('stoppedAt'), new Date(endedAt).toISOString())
    assert.equal(ended.at('timeElapsed'), endedAt - Date.parse(ended.textAt('startedAt')))
  })

  test('SA 54: a cancelled session is CANCELLED in version 2 and TIMED_OUT in version 1', async () => {
    const { sessionId } = await startOne({ locations: ['eu-west-1'] })
    await api.runs.endRun({ sessionId, origin: 'eu-west-1', state: 'cancelled' })
    for (const [version, status] of [
      ['v1', 'TIMED_OUT'],
      ['v2', 'CANCELLED'],
    ] as const) {
      assert.equal((await show(sessionId, version)).at('status'), status)
      assert.equal((await complete(sessionId, version)).at('status'), status)
    }
    assert.equal((await show(sessionId)).at('results.0.isCancelled'), true)
  })

  test('a run that no agent took is listed as an error, with the reason and without a result', async () => {
    const { sessionId } = await startOne({ locations: ['eu-west-1'] })
    const reason = 'no agent took it within 6 minutes'
    const { runId } = await api.runs.endRun({ sessionId, origin: 'eu-west-1', state: 'dropped', reason })
    const answer = await complete(sessionId)
    assert.equal(answer.at('status'), 'TIMED_OUT')
    const fields = ['hasErrors', 'hasFailures', 'aborted', 'resultType', 'responseTime', 'attempts']
    assert.deepEqual(
      fields.map((field) => answer.at(`results.0.${field}`)),
      [true, false, true, null, null, 0],
    )
    assert.equal(answer.at('results.0.scheduleError'), reason)
    assert.equal(answer.at('results.0.sequenceId'), runId)
  })

  test('case 22, SC 63: a long poll asks for the given time, and 408 says to ask again', async () => {
    const { sessionId } = await startOne()
    for (const [version, query, waitMs] of [
      ['v2', '?maxWaitSeconds=1', 1_000],
      ['v1', '?maxWaitSeconds=2.5', 2_500],
      ['v2', '', 30_000],
      ['v1', '', 30_000],
    ] as const) {
      const answer = await complete(sessionId, version, query)
      assert.equal(answer.status, 408, answer.text)
      assert.equal(answer.headers['retry-after'], '1')
      assert.equal(answer.at('statusCode'), 408)
      assert.deepEqual(api.runs.waits.at(-1), { sessionId, waitMs })
    }
    for (const seconds of ['31', '0', 'x']) {
      const answer = await complete(sessionId, 'v2', `?maxWaitSeconds=${seconds}`)
      expectInvalid(answer, 'query', ['maxWaitSeconds'])
    }
  })

  test('a session that ends during the long poll is answered with its end', async () => {
    const { sessionId } = await startOne({ locations: ['eu-west-1'] })
    api.runs.whileWaiting = async (id) => {
      await api.runs.endRun({ sessionId: id, origin: 'eu-west-1', state: 'degraded' })
    }
    const answer = await complete(sessionId)
    api.runs.whileWaiting = async () => {}
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.at('status'), 'DEGRADED')
    // What has ended is not waited for.
    const waits = api.runs.waits.length
    assert.equal((await complete(sessionId)).status, 200)
    assert.equal(api.runs.waits.length, waits)
  })

  test('the wait ends with the connection of the client', async () => {
    const { sessionId } = await startOne()
    const waiting = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    api.runs.whileWaiting = async (_id, signal) => {
      signal.addEventListener('abort', () => gone.resolve())
      waiting.resolve()
      await gone.promise
    }
    const outgoing = request({
      port: api.port,
      host: '127.0.0.1',
      path: `/v2/check-sessions/${sessionId}/completion`,
      headers: { authorization: `Bearer ${api.ownerKey}`, 'x-service-account': api.accountId },
    })
    outgoing.on('error', () => outgoing.destroy())
    outgoing.end()
    await waiting.promise
    outgoing.destroy()
    await gone.promise
    api.runs.whileWaiting = async () => {}
  })

  test('a wait that ends because the server stops is answered 408: ask again', async () => {
    const { sessionId } = await startOne()
    for (const version of versions) {
      const waiting = Promise.withResolvers<void>()
      const stopped = Promise.withResolvers<void>()
      api.runs.whileWaiting = async () => {
        waiting.resolve()
        await stopped.promise
      }
      const answered = complete(sessionId, version)
      await waiting.promise
      stopped.resolve()
      const answer = await answered
      assert.deepEqual([answer.status, answer.headers['retry-after']], [408, '1'], answer.text)
      assert.equal(answer.at('error'), 'Request Time-out')
    }
    api.runs.whileWaiting = async () => {}
  })

  test('a hundred tags can be asked for in one call, and no more', async () => {
    const list = (length: number, from = 0) => Array.from({ length }, (_, index) => `!nobody${from + index}`)
    const most = Array.from({ length: 5 }, (_, row) => list(20, row * 20))
    const account = await api.makeAccount(api.ownerId)
    const checkId = await makeMonitor(api, { locations: ['eu-west-1'] }, { account })
    const started = await trigger({ target: { matchTags: most } }, { account })
    assert.deepEqual(checksOf(started), [checkId])
    const tooMany = { target: { matchTags: [...most, ['a']] } }
    expectInvalid(await trigger(tooMany, { account }), 'payload', ['target.matchTags'])
  })

  test('SA 53, SC 64: tags are matched by lists of which one must hold', async () => {
    const account = await api.makeAccount(api.ownerId)
    const make = (tags: string[], fields = {}) =>
      makeMonitor(api, { tags, locations: ['eu-west-1'], ...fields }, { account })
    const a = await make(['a'])
    const ad = await make(['a', 'd'])
    const abd = await make(['a', 'b', 'd'])
    const b = await make(['b'])
    await make(['a', 'b'], { activated: false })
    const match = async (target: unknown) => checksOf(await trigger({ target }, { account })).toSorted()
    const matchTags = [
      ['a', 'b'],
      ['a', '!d'],
    ]
    assert.deepEqual(await match({ matchTags }), [a, abd].toSorted())
    assert.deepEqual(await match({ matchTags: [['!a']] }), [b])
    assert.deepEqual(await match({ matchTags: [['a'], ['b']] }), [a, ad, abd, b].toSorted())
    assert.deepEqual(await match({ matchTags, checkId: [abd, b] }), [abd])
    assert.deepEqual(await match({ checkId: ad.toUpperCase() }), [ad])
    expectError(await trigger({ target: { matchTags: [['nobody']] } }, { account }), 404)
    expectError(await trigger({ target: { matchTags: [['A']] } }, { account }), 404)
    expectError(await trigger({ target: { checkId: a } }), 404)
  })

  test('without a target every activated check runs, heartbeats apart', async () => {
    const account = await api.makeAccount(api.ownerId)
    expectError(await trigger({}, { account }), 404)
    await makeHeartbeat(api, {}, { account })
    expectError(await trigger({}, { account }), 404)
    const first = await makeMonitor(api, { locations: ['eu-west-1'] }, { account })
    const second = await makeMonitor(api, { locations: ['eu-west-1'] }, { account })
    await makeMonitor(api, { locations: ['eu-west-1'], activated: false }, { account })
    for (const options of [{ body: {} }, { body: { target: {} } }, {}]) {
      const answer = await api.call('POST', '/v2/check-sessions/trigger', { account, ...options })
      assert.deepEqual(checksOf(answer), [second, first])
    }
  })

  async function insertStored(accountId: string, checkType: 'ICMP'): Promise<string> {
    const id = randomUUIDv7()
    await api.store.write((db) =>
      insertCheck(db, {
        id,
        accountId,
        checkType,
        name: 'Stored',
        activated: true,
        muted: false,
        status: null,
        groupId: null,
        frequency: null,
        frequencyOffset: null,
        config: { locations: ['eu-west-1'] },
        sealedConfig: null,
        sealedSecrets: null,
        createdAt: api.clock.now(),
        updatedAt: null,
      }),
    )
    return id
  }

  test('one call starts at most 1000 sessions, and none when there are more to start', async () => {
    const account = await api.makeAccount(api.ownerId)
    // A few at a time: a thousand writes at once wait for a connection longer than a busy machine grants.
    for (let batch = 0; batch < 50; batch += 1) {
      await Promise.all(Array.from({ length: 20 }, () => insertStored(account, 'ICMP')))
    }
    assert.equal(checksOf(await trigger({}, { account })).length, 1_000)
    await insertStored(account, 'ICMP')
    const before = api.runs.started.length
    expectInvalid(await trigger({}, { account }), 'payload', ['target'])
    assert.equal(api.runs.started.length, before)
  })

  test('a check with nowhere to run is told at once', async () => {
    const account = await api.makeAccount(api.ownerId)
    const nowhere = await makeMonitor(api, { name: 'Nowhere' }, { account })
    const refused = await trigger({}, { account })
    expectError(refused, 409)
    assert.match(refused.textAt('message'), /Nowhere: it has no location/)
    const somewhere = await makeMonitor(api, { locations: ['eu-west-1'] }, { account })
    const partly = await trigger({}, { account })
    assert.deepEqual(checksOf(partly), [somewhere])
    const reason = new CannotRun('it has no location').message
    assert.deepEqual(partly.at('notStarted'), [{ checkId: nowhere, name: 'Nowhere', reason }])
  })

  test('a target that says nothing is refused rather than taken for everything', async () => {
    for (const [target, key] of [
      [{ matchTags: [] }, 'target.matchTags'],
      [{ matchTags: [[]] }, 'target.matchTags.0'],
      [{ matchTags: [['!']] }, 'target.matchTags.0.0'],
      [{ matchTags: ['a'] }, 'target.matchTags.0'],
      [{ checkId: [] }, 'target.checkId'],
      [{ checkId: ['abc'] }, 'target.checkId.0'],
    ] as const) {
      expectInvalid(await trigger({ target }), 'payload', [key])
    }
  })

  test('cancelling passes the runs on, and refuses those of others', async () => {
    const { sessionId } = await startOne()
    const cancel = (body: unknown, id = sessionId, options = {}) =>
      api.call('POST', `/v1/check-sessions/${id}/cancel`, { body, ...options })
    const { accountId } = api
    assert.equal((await cancel({})).status, 204)
    assert.deepEqual(api.runs.cancelled.at(-1), { accountId, sessionId, runIds: null })
    const { runId } = await api.runs.endRun({ sessionId, origin: 'eu-west-1', state: 'passed' })
    assert.equal((await cancel({ sequenceId: [runId.toUpperCase()] })).status, 204)
    assert.deepEqual(api.runs.cancelled.at(-1), { accountId, sessionId, runIds: [runId] })
    expectInvalid(await cancel({ sequenceId: [unknownId] }), 'payload', ['sequenceId.0'])
    expectInvalid(await cancel({ sequenceId: [] }), 'payload', ['sequenceId'])
    expectInvalid(await cancel({ all: true }), 'payload', ['all'])
    expectError(await cancel({}, unknownId), 404)
    await api.runs.endRun({ sessionId, origin: 'us-east-1', state: 'passed' })
    const asked = api.runs.cancelled.length
    assert.equal((await cancel({})).status, 204)
    assert.equal(api.runs.cancelled.length, asked)
  })

  test('case 5: reading is for everybody, running needs READ_RUN', async () => {
    const { checkId, sessionId } = await startOne()
    const reader = { key: await api.makeServiceKey(api.accountId, 'READ_ONLY') }
    const runner = { key: await api.makeServiceKey(api.accountId, 'READ_RUN') }
    const body = { target: { checkId } }
    for (const version of versions) {
      const path = `/${version}/check-sessions`
      expectError(await api.call('POST', `${path}/trigger`, { body, ...reader }), 403)
      assert.equal((await api.call('POST', `${path}/trigger`, { body, ...runner })).status, 201)
      assert.equal((await api.call('GET', `${path}/${sessionId}`, reader)).status, 200)
      assert.equal((await api.call('GET', `${path}/${sessionId}/completion`, reader)).status, 408)
    }
    const cancel = `/v1/check-sessions/${sessionId}/cancel`
    expectError(await api.call('POST', cancel, { body: {}, ...reader }), 403)
    assert.equal((await api.call('POST', cancel, { body: {}, ...runner })).status, 204)
  })

  test('SC 63: a session of somebody else, and an unknown one, is not found', async () => {
    const { sessionId } = await startOne()
    const stranger = await api.makeUser()
    const account = await api.makeAccount(stranger.id)
    for (const version of versions) {
      for (const end of ['', '/completion']) {
        const path = `/${version}/check-sessions/${sessionId}${end}`
        expectError(await api.call('GET', path, { key: stranger.key, account }), 404)
        expectError(await api.call('GET', path.replace(sessionId, unknownId)), 404)
        expectInvalid(await api.call('GET', path.replace(sessionId, 'abc')), 'params', ['checkSessionId'])
      }
    }
    const cancel = `/v1/check-sessions/${sessionId}/cancel`
    expectError(await api.call('POST', cancel, { body: {}, key: stranger.key, account }), 404)
  })
})
