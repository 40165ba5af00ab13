import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRecord } from '@sonde/ground/is-record.ts'
import { groupTriggers } from '@sonde/store/checks/triggers.ts'
import type { SessionRunState } from '@sonde/store/runs/session-run-state.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeGroup } from '../../testing/make-group.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

forOneEngine('triggers of groups', (engine) => {
  const api = apiUnderTest(engine)
  const nobody = { key: null, account: null }
  const manage = (method: string, groupId: number | string, options = {}) =>
    api.call(method, `/v1/triggers/check-groups/${groupId}`, options)

  /** A group with these checks and a trigger, and the path that runs them. */
  async function makeTrigger(checks: readonly object[], group: object = {}) {
    const groupId = await makeGroup(api, group)
    const checkIds: string[] = []
    for (const fields of checks) {
      checkIds.push(await makeMonitor(api, { groupId, locations: ['eu-west-1'], ...fields }))
    }
    const made = await manage('POST', groupId)
    assert.equal(made.status, 201, made.text)
    return { groupId, checkIds, path: new URL(made.textAt('url')).pathname }
  }

  async function originOf(sessionId: string): Promise<string> {
    const run = await api.store.read
      .selectFrom('session_runs')
      .select('origin')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow()
    return run.origin
  }

  /** Every session ends like this while somebody waits for it. */
  function endWith(state: SessionRunState): void {
    api.runs.whileWaiting = async (sessionId) => {
      await api.runs.endRun({ sessionId, origin: await originOf(sessionId), state })
    }
  }

  const startedSince = (from: number) => api.runs.started.slice(from).map(({ checkId }) => checkId)

  test('a group has one trigger, which is shown and revoked', async () => {
    const groupId = await makeGroup(api)
    expectError(await manage('GET', groupId), 404)
    const listed = async (options = {}) =>
      await api.call('GET', `/v1/triggers/check-groups?groupId=${groupId}`, options)
    // A screen asks without knowing whether there is one: that is no error.
    assert.deepEqual([(await listed()).status, (await listed()).body], [200, []])
    const made = await manage('POST', groupId)
    assert.equal(made.status, 201, made.text)
    assert.equal(made.headers.deprecation, 'true')
    const token = made.textAt('token')
    assert.match(token, /^[0-9a-f]{64}$/)
    assert.deepEqual(made.body, {
      id: made.at('id'),
      token,
      created_at: new Date(api.clock.now()).toISOString(),
      called_at: null,
      updated_at: null,
      allowedHosts: [],
      groupId,
      url: `${publicUrl}/check-groups/${groupId}/trigger/${token}`,
    })
    assert.deepEqual((await listed()).body, [made.body])
    assert.deepEqual((await manage('POST', groupId)).body, made.body)
    assert.deepEqual((await manage('GET', groupId)).body, made.body)
    const row = await groupTriggers.find(api.store.read, groupId)
    assert.ok(row && !JSON.stringify(row).includes(token))
    assert.equal((await manage('DELETE', groupId)).status, 204)
    assert.deepEqual((await listed()).body, [])
    expectError(await manage('DELETE', groupId), 404)
    expectError(await api.call('GET', `/check-groups/${groupId}/trigger/${token}`, nobody), 404)
  })

  test('unknown groups and those of others are not found, and ids are judged', async () => {
    const { groupId, path } = await makeTrigger([{}])
    const stranger = await api.makeUser()
    const theirs = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    for (const method of ['POST', 'GET', 'DELETE']) {
      expectError(await manage(method, groupId, theirs), 404)
      expectError(await manage(method, 999_999), 404)
      for (const wrong of ['0', '-1', 'abc', '1.5']) {
        expectInvalid(await manage(method, wrong), 'params', ['groupId'])
      }
    }
    expectError(await api.call('GET', `/check-groups/${groupId}/trigger/${'a'.repeat(64)}`, nobody), 404)
    expectError(await api.call('GET', path.replace(`/${groupId}/`, '/999999/'), nobody), 404)
    const [reader, runner] = [
      { key: await api.makeServiceKey(api.accountId, 'READ_ONLY') },
      { key: await api.makeServiceKey(api.accountId, 'READ_RUN') },
    ]
    expectError(await manage('GET', groupId, reader), 403)
    expectError(await manage('GET', groupId, runner), 403)
    expectError(await manage('POST', groupId, runner), 403)
  })

  test('checks run in their order, those without a place last, and the answer has them in it', async () => {
    endWith('passed')
    const { groupId, checkIds, path } = await makeTrigger(
      [
        { name: 'd' },
        { name: 'c', groupOrder: 9 },
        { name: 'a', groupOrder: 0 },
        { name: 'e' },
        { name: 'b', groupOrder: 3 },
      ],
      { concurrency: 1 },
    )
    const from = api.runs.started.length
    const answer = await api.call('POST', path, nobody)
    assert.equal(answer.status, 200, answer.text)
    const order = [2, 4, 1, 0, 3].map((index) => checkIds[index])
    assert.deepEqual(startedSince(from), order)
    assert.ok(Array.isArray(answer.body))
    assert.deepEqual(
      answer.body.map((one: unknown) => (isRecord(one) ? `${one['name']} ${one['hasFailures']}` : null)),
      ['a false', 'b false', 'c false', 'd false', 'e false'],
    )
    const [first] = answer.body
    assert.ok(isRecord(first))
    assert.deepEqual(Object.keys(first).toSorted(), [
      'checkId',
      'checkSessionId',
      'error',
      'hasErrors',
      'hasFailures',
      'name',
      'secretsWithheldFrom',
    ])
    assert.ok(api.runs.started.slice(from).every(({ source }) => source === 'LEGACY_TRIGGER'))
    assert.notEqual((await manage('GET', groupId)).at('called_at'), null)
  })

  test('no more run at the same time than the group allows', async () => {
    const { path } = await makeTrigger(
      Array.from({ length: 7 }, () => ({})),
      { concurrency: 3 },
    )
    let running = 0
    let most = 0
    const three = Promise.withResolvers<void>()
    api.runs.whileWaiting = async (sessionId) => {
      running += 1
      most = Math.max(most, running)
      // Nobody ends before three are running.
      if (running === 3) three.resolve()
      await three.promise
      const origin = await originOf(sessionId)
      await api.runs.endRun({ sessionId, origin, state: 'passed' })
      running -= 1
    }
    assert.equal((await api.call('GET', path, nobody)).status, 200)
    assert.equal(most, 3)
  })

  for (const [state, status, hasFailures, hasErrors] of [
    ['degraded', 200, false, false],
    ['failed', 503, true, false],
    ['withheld', 503, false, true],
    ['dropped', 503, false, true],
  ] as const) {
    test(`one check that ends ${state} among others that pass answers ${status}`, async () => {
      const { path, checkIds } = await makeTrigger([{}, {}, {}])
      api.runs.whileWaiting = async (sessionId) => {
        const { checkId } = await api.store.read
          .selectFrom('check_sessions')
          .select('check_id as checkId')
          .where('id', '=', sessionId)
          .executeTakeFirstOrThrow()
        const said = checkId === checkIds[1] ? state : 'passed'
        await api.runs.endRun({ sessionId, origin: await originOf(sessionId), state: said })
      }
      const answer = await api.call('GET', path, nobody)
      assert.equal(answer.status, status, answer.text)
      assert.deepEqual([answer.at('1.hasFailures'), answer.at('1.hasErrors')], [hasFailures, hasErrors])
      assert.deepEqual([answer.at('2.hasFailures'), answer.at('2.hasErrors')], [false, false])
    })
  }

  test('checks run where their group says; deactivated ones do not run, nor does a group without others', async () => {
    endWith('passed')
    const { path, checkIds, groupId } = await makeTrigger([{}, { activated: false }], {
      locations: ['eu-west-3'],
    })
    const from = api.runs.started.length
    assert.equal((await api.call('GET', path, nobody)).status, 200)
    assert.deepEqual(startedSince(from), [checkIds[0]])
    assert.equal(api.runs.started.at(-1)?.onlyAt, 'eu-west-3')
    // As with the trigger of a single check, whoever calls it means it.
    await api.call('PUT', `/v1/check-groups/${groupId}`, { body: { activated: false } })
    assert.equal((await api.call('GET', path, nobody)).status, 200)
    const empty = await makeTrigger([])
    const refused = await api.call('GET', empty.path, nobody)
    expectError(refused, 409)
    assert.match(refused.textAt('message'), /no activated checks/)
  })

  test('a check that can run nowhere is told apart, and the others run', async () => {
    endWith('passed')
    const { path, checkIds } = await makeTrigger([{ locations: [], groupOrder: 1 }, {}])
    const answer = await api.call('GET', path, nobody)
    assert.equal(answer.status, 503)
    assert.deepEqual(answer.at('0'), {
      checkId: checkIds[0],
      name: 'Edge router',
      hasFailures: null,
      hasErrors: true,
      checkSessionId: null,
      secretsWithheldFrom: null,
      error: 'it has no location',
    })
    assert.equal(answer.at('1.hasFailures'), false)
  })

  test('after 30 s the answer is 408, and the checks go on without the caller', async () => {
    const { path, checkIds } = await makeTrigger([{ groupOrder: 1 }, {}], { concurrency: 1 })
    const from = api.runs.started.length
    const seen = Promise.withResolvers<void>()
    const waits: number[] = []
    api.runs.whileWaiting = async (sessionId) => {
      const { waitMs = 0 } = api.runs.waits.at(-1) ?? {}
      waits.push(waitMs)
      // The first wait runs out; the second, which nobody waits for, sees the end.
      if (waits.length === 1) return
      await api.runs.endRun({ sessionId, origin: await originOf(sessionId), state: 'passed' })
      if (waits.length === 3) seen.resolve()
    }
    const late = await api.call('GET', path, nobody)
    assert.equal(late.status, 408, late.text)
    assert.equal(late.headers['retry-after'], '1')
    await seen.promise
    assert.deepEqual(startedSince(from), checkIds)
    assert.ok((waits[0] ?? 0) <= 30_000)
  })

  test('detached, it answers at once, and the checks run in order', async () => {
    const { path, checkIds } = await makeTrigger([{ groupOrder: 2 }, { groupOrder: 1 }], { concurrency: 1 })
    const from = api.runs.started.length
    const [held, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let waits = 0
    api.runs.whileWaiting = async (sessionId) => {
      waits += 1
      if (waits === 1) await held.promise
      await api.runs.endRun({ sessionId, origin: await originOf(sessionId), state: 'passed' })
      if (waits === 2) second.resolve()
    }
    const answer = await api.call('POST', `${path}?detach=true`, nobody)
    assert.equal(answer.status, 200, answer.text)
    const begun = {
      hasFailures: null,
      hasErrors: false,
      checkSessionId: null,
      error: null,
      secretsWithheldFrom: null,
    }
    assert.deepEqual(answer.body, [
      { checkId: checkIds[1], name: 'Edge router', ...begun },
      { checkId: checkIds[0], name: 'Edge router', ...begun },
    ])
    assert.deepEqual(startedSince(from), [checkIds[1]])
    held.resolve()
    await second.promise
    assert.deepEqual(startedSince(from), [checkIds[1], checkIds[0]])
  })

  test('ten calls a minute for each trigger, counted apart from those of checks', async () => {
    endWith('passed')
    const { path } = await makeTrigger([{}])
    const other = await makeTrigger([{}])
    for (let call = 0; call < 10; call += 1) {
      const answer = await api.call('GET', path, { ...nobody, afterMs: 0 })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers['x-ratelimit-remaining'], String(9 - call))
    }
    const refused = await api.call('GET', path, { ...nobody, afterMs: 0 })
    expectError(refused, 429)
    assert.equal((await api.call('GET', other.path, { ...nobody, afterMs: 0 })).status, 200)
    assert.equal((await api.call('GET', path, { ...nobody, afterMs: 60_000 })).status, 200)
  })

  test('a trigger goes with its group', async () => {
    const { groupId, path } = await makeTrigger([])
    assert.equal((await api.call('DELETE', `/v1/check-groups/${groupId}`)).status, 204)
    expectError(await api.call('GET', path, nobody), 404)
    assert.equal(await groupTriggers.find(api.store.read, groupId), null)
  })
})
