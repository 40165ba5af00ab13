import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkTriggers } from '@sonde/store/checks/triggers.ts'
import { noteSecretsWithheld } from '@sonde/store/runs/check-sessions.ts'
import type { SessionRunState } from '@sonde/store/runs/session-run-state.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'
import { createTriggeredRuns } from '@sonde/actions/triggers/triggered-runs.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'

forEachEngine('triggers', (engine) => {
  const api = apiUnderTest(engine)
  const nobody = { key: null, account: null }

  const manage = (method: string, checkId: string, options = {}) =>
    api.call(method, `/v1/triggers/checks/${checkId}`, options)

  /** A check with a trigger, and the path that runs it. */
  async function makeTrigger(fields: object = {}): Promise<{ checkId: string; path: string }> {
    const checkId = await makeMonitor(api, { locations: ['eu-west-1'], ...fields })
    const made = await manage('POST', checkId)
    assert.equal(made.status, 201, made.text)
    return { checkId, path: new URL(made.textAt('url')).pathname }
  }

  function endWith(state: SessionRunState): void {
    api.runs.whileWaiting = async (sessionId) => {
      const origin = api.runs.started.at(-1)?.onlyAt ?? ''
      await api.runs.endRun({ sessionId, origin, state })
    }
  }

  test('making and revoking a trigger at once is never an error of ours', async () => {
    const checkId = await makeMonitor(api)
    const rounds = Array.from({ length: 40 }, (_, index) =>
      manage(index % 2 === 0 ? 'POST' : 'DELETE', checkId),
    )
    for (const { status } of await Promise.all(rounds))
      assert.ok([201, 204, 404].includes(status), String(status))
  })

  test('a check has one trigger, which is shown and revoked', async () => {
    const checkId = await makeMonitor(api)
    expectError(await manage('GET', checkId), 404)
    const made = await manage('POST', checkId)
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
      checkId,
      url: `${publicUrl}/checks/${checkId}/trigger/${token}`,
    })
    assert.ok(Number.isInteger(made.at('id')))
    const again = await manage('POST', checkId)
    assert.equal(again.status, 201)
    assert.deepEqual(again.body, made.body)
    assert.deepEqual((await manage('GET', checkId.toUpperCase())).body, made.body)
    assert.equal((await manage('DELETE', checkId)).status, 204)
    expectError(await manage('DELETE', checkId), 404)
    expectError(await manage('GET', checkId), 404)
    expectError(await api.call('GET', `/checks/${checkId}/trigger/${token}`, nobody), 404)
    assert.notEqual((await manage('POST', checkId)).textAt('token'), token)
  })

  test('many who ask at once get the same trigger', async () => {
    const checkId = await makeMonitor(api)
    const all = await Promise.all(Array.from({ length: 8 }, () => manage('POST', checkId)))
    assert.equal(new Set(all.map((answer) => answer.textAt('token'))).size, 1)
  })

  test('the token is sealed in the database', async () => {
    const { checkId, path } = await makeTrigger()
    const row = await checkTriggers.find(api.store.read, checkId)
    assert.ok(row)
    const token = path.split('/').at(-1) ?? ''
    assert.ok(!JSON.stringify(row).includes(token))
    assert.equal(api.store.sealer.open(row.sealedToken, `check_triggers/${checkId}`), token)
  })

  test('a trigger goes with its check', async () => {
    const { checkId, path } = await makeTrigger()
    assert.equal((await api.call('DELETE', `/v1/checks/${checkId}`)).status, 204)
    expectError(await api.call('GET', path, nobody), 404)
    assert.equal(await checkTriggers.find(api.store.read, checkId), null)
  })

  test('a trigger allows the hosts that its maker names, and no others', async () => {
    endWith('passed')
    const checkId = await makeMonitor(api, { locations: ['eu-west-1'] })
    const create = (body?: unknown) =>
      api.call('POST', `/v1/triggers/checks/${checkId}`, body === undefined ? {} : { body })
    const made = await create()
    assert.deepEqual([made.status, made.at('allowedHosts')], [201, []])
    const allowedHosts = ['*.preview.example.test', 'pr.example.test:3000']
    const changed = await create({ allowedHosts })
    assert.deepEqual([changed.at('allowedHosts'), changed.at('token')], [allowedHosts, made.at('token')])
    assert.deepEqual((await create({})).at('allowedHosts'), allowedHosts)
    assert.deepEqual((await manage('GET', checkId)).at('allowedHosts'), allowedHosts)
    const { pathname } = new URL(made.textAt('url'))
    await api.call('GET', `${pathname}?environmentUrl=https://pr.example.test`, nobody)
    assert.deepEqual(api.runs.started.at(-1)?.environment?.allowedHosts, allowedHosts)
    expectInvalid(await create({ allowedHosts: ['*'] }), 'payload', ['allowedHosts.0'])
    const logged = await api.call('GET', '/v1/audit-log?entityType=CHECK_TRIGGER&limit=1')
    assert.match(logged.text, /preview\.example\.test/)
  })

  test('managing triggers and seeing a token needs READ_WRITE', async () => {
    const { checkId } = await makeTrigger()
    const as = async (role: 'READ_ONLY' | 'READ_RUN' | 'READ_WRITE') => ({
      key: await api.makeServiceKey(api.accountId, role),
    })
    const [reader, runner, writer] = [await as('READ_ONLY'), await as('READ_RUN'), await as('READ_WRITE')]
    expectError(await manage('GET', checkId, reader), 403)
    expectError(await manage('GET', checkId, runner), 403)
    assert.equal((await manage('GET', checkId, writer)).status, 200)
    expectError(await manage('POST', checkId, runner), 403)
    expectError(await manage('DELETE', checkId, runner), 403)
    assert.equal((await manage('POST', checkId, writer)).status, 201)
    assert.equal((await manage('DELETE', checkId, writer)).status, 204)
  })

  test('the trigger of somebody else, and of an unknown check, is not found', async () => {
    const { checkId } = await makeTrigger()
    const stranger = await api.makeUser()
    const theirs = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    for (const method of ['POST', 'GET', 'DELETE']) {
      expectError(await manage(method, checkId, theirs), 404)
      expectError(await manage(method, unknownId), 404)
      expectInvalid(await manage(method, 'abc'), 'params', ['checkId'])
    }
    assert.equal((await manage('GET', checkId)).status, 200)
  })

  for (const [state, status, hasFailures, hasErrors] of [
    ['passed', 200, false, false],
    ['degraded', 200, false, false],
    ['failed', 503, true, false],
    ['withheld', 503, false, true],
    ['dropped', 503, false, true],
    ['cancelled', 503, false, true],
  ] as const) {
    test(`SA 50: a run that ended ${state} is answered with ${status}`, async () => {
      const { checkId, path } = await makeTrigger()
      endWith(state)
      for (const method of ['GET', 'POST']) {
        const answer = await api.call(method, path, nobody)
        assert.equal(answer.status, status, answer.text)
        const checkSessionId = api.runs.waits.at(-1)?.sessionId
        assert.deepEqual(answer.body, { hasFailures, hasErrors, checkSessionId, secretsWithheldFrom: null })
        const source = 'LEGACY_TRIGGER'
        const { accountId } = api
        assert.deepEqual(api.runs.started.at(-1), { accountId, checkId, source, onlyAt: 'eu-west-1' })
      }
      const calledAt = new Date(api.clock.now()).toISOString()
      assert.equal((await manage('GET', checkId)).at('called_at'), calledAt)
    })
  }

  test('SA 50: of a type that is to tell it, the response time is told', async () => {
    const { checkId: id } = await makeTrigger()
    const check = await findCheck(api.store.read, { accountId: api.accountId, id })
    assert.ok(check !== null)
    const { start, outcome } = createTriggeredRuns(api, () => true)
    const sessionId = await start(check, { source: 'LEGACY_TRIGGER' })
    assert.equal(await outcome(check, sessionId), null)
    const { scheduledAt } = await api.runs.endRun({ sessionId, origin: 'eu-west-1', state: 'passed' })
    await storeResult(api, id, { scheduledAt, responseTime: 123.5 })
    assert.deepEqual(await outcome(check, sessionId), {
      hasFailures: false,
      hasErrors: false,
      responseTime: 123.5,
      checkSessionId: sessionId,
      secretsWithheldFrom: null,
    })
  })

  test('the caller is told which host got no secrets, and so is who reads the session or the result', async () => {
    const { checkId, path } = await makeTrigger()
    const host = 'pr-7.example.test'
    api.runs.whileWaiting = async (sessionId) => {
      const { runId, scheduledAt } = await api.runs.endRun({
        sessionId,
        origin: 'eu-west-1',
        state: 'failed',
      })
      await api.store.write((db) => noteSecretsWithheld(db, { runId, host }))
      await storeResult(api, checkId, { scheduledAt, verdict: 'failed' })
    }
    const answer = await api.call('GET', `${path}?environmentUrl=https://${host}`, nobody)
    assert.deepEqual([answer.status, answer.at('secretsWithheldFrom')], [503, host])
    for (const version of ['v1', 'v2']) {
      const session = await api.call('GET', `/${version}/check-sessions/${answer.textAt('checkSessionId')}`)
      assert.equal(session.at('results.0.secretsWithheldFrom'), host, session.text)
      const resultId = session.textAt('results.0.checkResultId')
      const result = await api.call('GET', `/v1/check-results/${checkId}/${resultId}`)
      assert.equal(result.at('secretsWithheldFrom'), host, result.text)
    }
    const group = await api.call('POST', '/v1/check-groups', { body: { name: 'Shop' } })
    assert.equal(group.status, 201, group.text)
    assert.equal(
      (
        await api.call('PATCH', `/v1/checks/${checkId}`, {
          body: { groupId: group.at('id'), activated: true },
        })
      ).status,
      200,
    )
    const made = await api.call('POST', `/v1/triggers/check-groups/${String(group.at('id'))}`)
    const { pathname } = new URL(made.textAt('url'))
    const outcomes = await api.call('GET', `${pathname}?environmentUrl=https://${host}`, nobody)
    assert.equal(outcomes.at('0.secretsWithheldFrom'), host, outcomes.text)
  })

  test('a run that does not end in 30 s is answered with 408', async () => {
    const { path } = await makeTrigger()
    api.runs.whileWaiting = async () => {}
    const answer = await api.call('GET', path, nobody)
    assert.deepEqual([answer.status, answer.at('error')], [408, 'Request Time-out'])
    assert.equal(api.runs.waits.at(-1)?.waitMs, 30_000)
  })

  test('detached, a run is started and not waited for', async () => {
    const { path } = await makeTrigger()
    const [waits, started] = [api.runs.waits.length, api.runs.started.length]
    const answer = await api.call('GET', `${path}?detach=true`, nobody)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual([answer.at('hasFailures'), answer.at('hasErrors')], [null, false])
    assert.deepEqual([api.runs.waits.length, api.runs.started.length], [waits, started + 1])
  })

  test('SA 50: a wrong token is not found and runs nothing', async () => {
    const { path } = await makeTrigger()
    const other = await makeTrigger()
    const started = api.runs.started.length
    const token = path.split('/').at(-1) ?? ''
    for (const wrong of [
      path.slice(0, -1),
      path.replace(token, 'x'),
      path.replace(token, token.toUpperCase().replaceAll(/\d/g, 'A')),
      other.path.replace(/[^/]+$/, token),
      `/checks/${unknownId}/trigger/${token}`,
    ]) {
      expectError(await api.call('GET', wrong, nobody), 404)
    }
    expectInvalid(await api.call('GET', `/checks/abc/trigger/${token}`, nobody), 'params', ['checkId'])
    assert.equal(api.runs.started.length, started)
  })

  test('SA 50: the eleventh call of a minute is refused, whoever makes it, and other triggers are not', async () => {
    const { checkId, path } = await makeTrigger()
    const other = await makeTrigger()
    endWith('passed')
    // Wrong tokens do not count: they would lock out those who know the right one.
    for (let call = 0; call < 12; call += 1) {
      expectError(await api.call('GET', `/checks/${checkId}/trigger/wrong`, nobody), 404)
    }
    for (let call = 0; call < 10; call += 1) {
      const answer = await api.call(call % 2 === 0 ? 'GET' : 'POST', path, { ...nobody, afterMs: 0 })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.headers['x-ratelimit-limit'], '10')
      assert.equal(answer.headers['x-ratelimit-remaining'], String(9 - call))
    }
    const started = api.runs.started.length
    const refused = await api.call('GET', path, { ...nobody, afterMs: 0 })
    expectError(refused, 429)
    assert.equal(refused.headers['retry-after'], '60')
    assert.equal(api.runs.started.length, started)
    assert.equal((await api.call('GET', other.path, { ...nobody, afterMs: 0 })).status, 200)
    assert.equal((await api.call('GET', path, { ...nobody, afterMs: 60_000 })).status, 200)
  })

  test('a trigger runs at one location: the named one, us-east-1 if the check has it, or the first', async () => {
    const places = [
      [['eu-west-1', 'us-east-1'], '', 'us-east-1'],
      [['eu-west-2', 'eu-west-1'], '', 'eu-west-2'],
      [['eu-west-2', 'eu-west-1'], '?runLocation=eu-west-1', 'eu-west-1'],
    ] as const
    endWith('passed')
    for (const [locations, query, onlyAt] of places) {
      const { path } = await makeTrigger({ locations })
      assert.equal((await api.call('GET', path + query, nobody)).status, 200)
      assert.equal(api.runs.started.at(-1)?.onlyAt, onlyAt)
    }
    const slugName = `s${engine.name}`
    const location = await api.call('POST', '/v1/private-locations', { body: { name: 'Office', slugName } })
    assert.equal(location.status, 201, location.text)
    for (const name of [slugName, location.textAt('id')]) {
      const { path } = await makeTrigger({ locations: [], privateLocations: [name] })
      assert.equal((await api.call('GET', path, nobody)).status, 200)
      assert.equal(api.runs.started.at(-1)?.onlyAt, slugName)
      for (const own of [slugName, location.textAt('id')]) {
        assert.equal((await api.call('GET', `${path}?runLocation=${own}`, nobody)).status, 200)
        assert.equal(api.runs.started.at(-1)?.onlyAt, own)
      }
    }
    // Its caller says where the request goes: to be let into that network is for those to say who set the check up.
    const elsewhere = await makeTrigger({ locations: ['eu-west-1'] })
    const started = api.runs.started.length
    for (const foreign of [slugName, location.textAt('id'), 'moon']) {
      const refused = await api.call('GET', `${elsewhere.path}?runLocation=${foreign}`, nobody)
      expectError(refused, 409)
      assert.match(refused.textAt('message'), new RegExp(`There is no location ${foreign}$`))
    }
    assert.equal(api.runs.started.length, started)
  })

  test('a deactivated check still runs, and one with nowhere to run is told', async () => {
    endWith('passed')
    const { path } = await makeTrigger({ activated: false })
    assert.equal((await api.call('GET', path, nobody)).status, 200)
    const nowhere = await makeTrigger({ locations: [] })
    const refused = await api.call('GET', nowhere.path, nobody)
    expectError(refused, 409)
    assert.match(refused.textAt('message'), /no location/)
  })

  test('SA 51: the run is told where to look, and what was deployed', async () => {
    endWith('passed')
    const { path } = await makeTrigger()
    const environment = { replacesHost: true, usesCertificates: true, allowedHosts: [] }
    for (const [query, told] of [
      ['environmentUrl=https://pr-7.example.test', { url: 'https://pr-7.example.test' }],
      ['environmentName=preview&deploymentId=7', { name: 'preview', deploymentId: '7' }],
    ] as const) {
      assert.equal((await api.call('GET', `${path}?${query}`, nobody)).status, 200)
      assert.deepEqual(api.runs.started.at(-1)?.environment, {
        url: null,
        name: null,
        deploymentId: null,
        ...environment,
        ...told,
      })
    }
    assert.equal((await api.call('GET', path, nobody)).status, 200)
    assert.equal(api.runs.started.at(-1)?.environment, undefined)
  })

  test('a deployment is recorded once for each sha of a repository, and only when it is one', async () => {
    endWith('passed')
    const account = await api.makeAccount(api.ownerId)
    const checkId = await makeMonitor(api, { locations: ['eu-west-1'] }, { account })
    const made = await manage('POST', checkId, { account })
    const { pathname } = new URL(made.textAt('url'))
    const told = 'repository=acme/shop&environmentName=preview&deploymentId=7'
    for (const query of [
      `deployment=true&sha=abc&${told}`,
      `deployment=true&sha=abc&repository=acme/shop`,
      `sha=def&${told}`,
      `deployment=false&sha=def&${told}`,
      `deployment=true&${told}`,
      'deployment=true&sha=def',
      'deployment=true&sha=xyz&repository=acme/shop&environmentUrl=https://pr.example.test',
    ]) {
      assert.equal((await api.call('POST', `${pathname}?${query}`, nobody)).status, 200)
    }
    const recorded = await api.call('GET', '/v1/deployment-triggers/deployments', { account })
    const shown = (index: number) =>
      ['repository', 'sha', 'environmentName', 'environmentUrl', 'deploymentId'].map((field) =>
        recorded.at(`${index}.${field}`),
      )
    assert.deepEqual(shown(0), ['acme/shop', 'xyz', null, 'https://pr.example.test', null])
    assert.deepEqual(shown(1), ['acme/shop', 'abc', 'preview', null, '7'])
    assert.equal(recorded.at('2'), undefined)
  })

  test('what a deployment says is judged', async () => {
    endWith('passed')
    const { path } = await makeTrigger()
    const said =
      'deployment=true&repository=acme/shop&sha=abc&environmentName=preview&deploymentId=7' +
      '&environmentUrl=https://pr-7.example.test'
    assert.equal((await api.call('GET', `${path}?${said}`, nobody)).status, 200)
    for (const [query, key] of [
      ['environmentUrl=ftp://x', 'environmentUrl'],
      ['environmentUrl=pr-7', 'environmentUrl'],
      ['deployment=perhaps', 'deployment'],
      ['detach=perhaps', 'detach'],
      ['runLocation=', 'runLocation'],
    ] as const) {
      expectInvalid(await api.call('GET', `${path}?${query}`, nobody), 'query', [key])
    }
  })
})
