import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addPrivateLocation } from '@sonde/store/testing/locations.ts'
import { trialRunSealContext } from '@sonde/store/runs/trial-runs.ts'
import { apiUnderTest, publicUrl } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { jobOf, sessionBody, sessionsUnderTest } from '../../testing/session-runs.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'

const runPath = '/v1/test-sessions/run'
const triggerPath = '/next/test-sessions/trigger'

forOneEngine('test sessions', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })
  const sessions = sessionsUnderTest(api)

  async function shown(sessionId: string) {
    const answer = await api.call('GET', `/v1/test-sessions/${sessionId}`)
    assert.equal(answer.status, 200, answer.text)
    return answer
  }

  function triggerBody(fields: object = {}) {
    return {
      name: 'Triggered Session',
      shouldRecord: true,
      runLocation: { type: 'PUBLIC', region: 'eu-west-1' },
      checkRunSuiteId: randomUUID(),
      targetTags: [],
      environmentVariables: [],
      repoInfo: null,
      environment: null,
      testRetryStrategy: null,
      refreshCache: false,
      ...fields,
    }
  }

  test('a session runs each check of the code once, and is read back with its verdicts', async () => {
    const repoInfo = {
      commitId: 'abc',
      branchName: 'main',
      commitMessage: 'Sell more',
      repoUrl: 'https://git.example',
    }
    const { sessionId, runs } = await sessions.start([jobOf('front'), jobOf('cart')], {
      repoInfo,
      environment: 'staging',
    })
    const row = await sessions.rowOf(runs['front'] ?? '')
    assert.deepEqual([row.location, row.status, row.session?.checkKey], ['eu-west-1', 'QUEUED', 'front'])
    const running = await shown(sessionId)
    assert.equal(running.at('status'), 'RUNNING')
    assert.equal(
      running.at('testSessionLink'),
      `${publicUrl}/accounts/${api.accountId}/test-sessions/${sessionId}`,
    )
    assert.deepEqual(running.at('metadata'), { environment: 'staging', ...repoInfo })
    const waited = await api.call('GET', `/v1/test-sessions/${sessionId}/completion?maxWaitSeconds=1`)
    assert.equal(waited.status, 408)
    await sessions.begin(runs['front'] ?? '')
    await sessions.end(runs['front'] ?? '')
    await sessions.end(runs['cart'] ?? '', 'failed')
    const ended = await api.call('GET', `/v1/test-sessions/${sessionId}/completion`)
    assert.equal(ended.status, 200, ended.text)
    assert.deepEqual(
      [ended.at('status'), ended.at('results.0.status'), ended.at('results.1.status')],
      ['FAILED', 'PASSED', 'FAILED'],
    )
    assert.deepEqual([ended.at('results.1.logicalId'), ended.at('results.1.reason')], ['cart', 'it failed'])
    const result = await api.call('GET', `/v1/test-sessions/${sessionId}/results/${runs['cart']}`)
    assert.equal(result.status, 200, result.text)
    assert.deepEqual(
      [result.at('hasFailures'), result.at('apiCheckResult.response.status'), result.at('filePath')],
      [true, 503, 'checks/cart.check.ts'],
    )
    const files = await api.call('GET', `/v1/test-sessions/${sessionId}/results/${runs['cart']}/assets`)
    assert.deepEqual([files.status, files.at('assets')], [200, []])
    assert.deepEqual((await api.call('GET', `/next/test-sessions/${sessionId}/link`)).body, {
      link: `${publicUrl}/accounts/${api.accountId}/test-sessions/${sessionId}`,
    })
    const links = await api.call('GET', `/next/test-sessions/${sessionId}/results/${runs['cart']}/links`)
    assert.equal(
      links.at('testResultLink'),
      `${publicUrl}/accounts/${api.accountId}/test-sessions/${sessionId}/results/${runs['cart']}`,
    )
    const scheduling = await api.call('GET', `/v1/test-sessions/scheduling/${sessionId}/completion`)
    assert.deepEqual([scheduling.at('status'), scheduling.at('checksTotal')], ['SUCCEEDED', 2])
    const audit = await api.call('GET', `/v1/audit-log?entityType=TEST_SESSION&entityId=${sessionId}`)
    assert.equal(audit.at('entries.0.action'), 'CREATE', audit.text)
  })

  test('case 49: nothing of a session is in checks, trial runs, statuses or results', async () => {
    const { runs } = await sessions.start([jobOf('front')])
    const id = runs['front'] ?? ''
    await sessions.end(id, 'failed')
    expectError(await api.call('GET', `/v1/check-tries/${id}`), 404)
    expectError(await api.call('GET', `/v1/checks/${id}`), 404)
    for (const path of ['/v1/checks', '/v1/check-statuses', '/v1/check-alerts', '/v1/alert-notifications'])
      assert.ok(!(await api.call('GET', path)).text.includes(id), path)
  })

  test('a body as the client sends it: packed, in chunks, with a region as text', async () => {
    const body = sessionBody([jobOf('front')], { runLocation: 'us-east-1' })
    const payload = gzipSync(JSON.stringify(body))
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await api.call('POST', runPath, { payload, chunked: true, headers })
    assert.equal(answer.status, 202, answer.text)
    const row = await sessions.rowOf(String(answer.at('sequenceIds.front')))
    assert.equal(row.location, 'us-east-1')
  })

  test('case 48: a location that nobody knows is refused with those that exist', async () => {
    for (const runLocation of [{ type: 'PUBLIC', region: 'mars' }, 'mars']) {
      const answer = await api.call('POST', runPath, { body: sessionBody([jobOf('a')], { runLocation }) })
      expectError(answer, 400)
      assert.match(answer.textAt('message'), /one of .*eu-central-1/)
    }
    const foreign = { type: 'PRIVATE', id: randomUUID(), slugName: 'lab' }
    const answer = await api.call('POST', runPath, {
      body: sessionBody([jobOf('a')], { runLocation: foreign }),
    })
    assert.match(answer.textAt('message'), /is not a private location of this account/)
    const location = await addPrivateLocation(api.store, { accountId: api.accountId })
    const own = { type: 'PRIVATE', id: location.id, slugName: location.slugName }
    const { runs } = await sessions.start([jobOf('a')], { runLocation: own })
    assert.equal((await sessions.rowOf(runs['a'] ?? '')).place, `private/${location.id}`)
  })

  test('every mistake of every check is named in one refusal, and nothing is started', async () => {
    const before = await api.call('GET', '/v1/test-sessions')
    const jobs = [
      jobOf('one', { request: {} }),
      jobOf('two'),
      jobOf('two'),
      jobOf('three', { checkType: 'NOTHING' }),
      jobOf('four', { groupId: { ref: 'not-there' } }),
    ]
    const answer = await api.call('POST', runPath, { body: sessionBody(jobs) })
    expectError(answer, 400)
    for (const part of [
      'check "one": request.url',
      '"two" is in the session twice',
      '"three": checkType',
      '"four": groupId',
    ])
      assert.ok(answer.textAt('message').includes(part), answer.text)
    assert.equal((await api.call('GET', '/v1/test-sessions')).at('length'), before.at('length'))
  })

  test('a check that nothing here can run says so, and the others run', async () => {
    const jobs = [
      jobOf('agentic', { checkType: 'AGENTIC' }),
      jobOf('beat', { checkType: 'HEARTBEAT' }),
      jobOf('files', { checkType: 'API', setupScriptDependencies: [0] }),
      jobOf('front'),
    ]
    const { sessionId, runs } = await sessions.start(jobs)
    const first = await shown(sessionId)
    assert.deepEqual(
      [first.at('status'), first.at('results.0.hasErrors'), first.at('results.0.aborted')],
      ['RUNNING', true, true],
    )
    assert.match(String(first.at('results.0.reason')), /type AGENTIC cannot be run/)
    assert.match(
      String(first.at('results.2.reason')),
      /^setupScriptDependencies\.0 names shared file 0; the project has 0$/,
    )
    await sessions.end(runs['front'] ?? '')
    assert.equal((await shown(sessionId)).at('status'), 'FAILED')
  })

  test('case 33: a session that is not recorded is in no list and cannot be read', async () => {
    const body = sessionBody([jobOf('front')], { shouldRecord: false })
    const answer = await api.call('POST', runPath, { body })
    assert.deepEqual(
      [answer.status, answer.at('testSessionId'), answer.at('testResultIds')],
      [202, undefined, undefined],
    )
    const id = answer.textAt('schedulingId')
    expectError(await api.call('GET', `/v1/test-sessions/${id}`), 404)
    assert.ok(!(await api.call('GET', '/v1/test-sessions?limit=100')).text.includes(id))
    assert.equal(
      (await api.call('GET', `/v1/test-sessions/scheduling/${id}/completion`)).at('testSessionId'),
      null,
    )
  })

  test('cases 16: roles of test and trigger, and other accounts', async () => {
    const checkId = await makeMonitor(api)
    const [only, run] = [
      await api.makeServiceKey(api.accountId, 'READ_ONLY'),
      await api.makeServiceKey(api.accountId, 'READ_RUN'),
    ]
    const body = sessionBody([jobOf('front')])
    for (const key of [only, run]) expectError(await api.call('POST', runPath, { body, key }), 403)
    const plain = triggerBody({ checkId: [checkId] })
    expectError(await api.call('POST', triggerPath, { body: plain, key: only }), 403)
    assert.equal((await api.call('POST', triggerPath, { body: plain, key: run })).status, 201)
    const environmentVariables = [{ key: 'HOST', value: 'elsewhere.example' }]
    const withVariables = { ...plain, environmentVariables }
    expectError(await api.call('POST', triggerPath, { body: withVariables, key: run }), 403)
    assert.equal((await api.call('POST', triggerPath, { body: withVariables })).status, 201)

    const { sessionId, runs } = await sessions.start([jobOf('front')])
    const stranger = await api.makeUser()
    const theirs = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    for (const path of ['', '/completion', `/results/${runs['front']}`, `/results/${runs['front']}/assets`])
      expectError(await api.call('GET', `/v1/test-sessions/${sessionId}${path}`, theirs), 404)
    expectError(await api.call('POST', `/v1/test-sessions/${sessionId}/cancel`, theirs), 404)
    assert.equal((await shown(sessionId)).at('status'), 'RUNNING')
    assert.equal((await api.call('GET', '/v1/test-sessions', theirs)).at('length'), 0)
    // What a client of somebody else asks for has the form of nothing, and no word of the run.
    const key = encodeURIComponent(`URL.${runs['front']}.1`)
    assert.deepEqual((await api.call('GET', `/next/assets/log/local/${key}`, theirs)).body, {
      setup: [],
      request: [],
      teardown: [],
    })
  })

  test('case 41, trap 2: a cancelled session tells so, however often, and one that has ended stays as it is', async () => {
    const { sessionId, runs } = await sessions.start([jobOf('front'), jobOf('cart'), jobOf('pay')])
    await sessions.end(runs['front'] ?? '')
    const path = `/v1/test-sessions/${sessionId}/cancel`
    const one = await api.call('POST', path, { body: { sequenceId: [runs['cart']] } })
    assert.equal(one.status, 204, one.text)
    const foreign = await api.call('POST', path, { body: { sequenceId: [runs['pay'], randomUUID()] } })
    expectInvalid(foreign, 'payload', ['sequenceId.1'])
    assert.deepEqual(
      [(await shown(sessionId)).at('status'), (await shown(sessionId)).at('results.1.status')],
      ['RUNNING', 'CANCELLED'],
    )
    assert.equal((await api.call('POST', path)).status, 204)
    assert.deepEqual(
      [(await shown(sessionId)).at('status'), (await shown(sessionId)).at('results.0.status')],
      ['CANCELLED', 'PASSED'],
    )
    assert.equal((await api.call('POST', path)).status, 204)
    await sessions.end(runs['pay'] ?? '', 'failed')
    assert.equal((await shown(sessionId)).at('results.2.status'), 'CANCELLED')
    expectError(await api.call('POST', `/v1/test-sessions/${randomUUID()}/cancel`), 404)
  })

  test('cases 44 and 45: trigger finds checks by id and by tags of their own and their group', async () => {
    const group = await api.call('POST', '/v2/check-groups', { body: { name: 'Team', tags: ['team-x'] } })
    const [grouped, both, other, off] = [
      await makeMonitor(api, { groupId: group.at('id'), name: 'Grouped' }),
      await makeMonitor(api, { tags: ['t-a', 't-b'], name: 'Both' }),
      await makeMonitor(api, { tags: ['t-c'], name: 'Other' }),
      await makeMonitor(api, { tags: ['t-off'], activated: false, name: 'Off' }),
    ]
    const triggered = async (fields: object) => {
      const answer = await api.call('POST', triggerPath, { body: triggerBody(fields) })
      if (answer.status !== 201) return [answer.status, answer.at('errorCode')]
      return (answer.at('checks') as { id: string }[]).map(({ id }) => id).toSorted()
    }
    assert.deepEqual(await triggered({ targetTags: [['team-x']] }), [grouped])
    assert.deepEqual(await triggered({ targetTags: [['t-a', 't-b'], ['t-c']] }), [both, other].toSorted())
    assert.deepEqual(await triggered({ checkId: [both] }), [both])
    const nothing = [403, 'ERR_NO_MATCHING_CHECKS']
    for (const fields of [
      { checkId: [off] },
      { checkId: [randomUUID()] },
      { checkId: ['x'] },
      { targetTags: [['nope']] },
    ])
      assert.deepEqual(await triggered(fields), nothing)
    const body = {
      name: 'By API',
      runLocation: 'eu-west-1',
      target: { checkId: [off], allowDeactivated: true },
    }
    const answer = await api.call('POST', '/v1/test-sessions/trigger', { body })
    assert.deepEqual([answer.status, answer.at('results.0.checkId')], [201, off], answer.text)
    const none = { ...body, target: { checkId: [off] } }
    expectError(await api.call('POST', '/v1/test-sessions/trigger', { body: none }), 404)
  })

  test('variables of a trigger override those of the check, and what was secret stays so', async () => {
    const environmentVariables = [
      { key: 'HOST', value: 'old', secret: true },
      { key: 'KEPT', value: 'kept' },
    ]
    const checkId = await makeMonitor(api, { environmentVariables })
    const body = triggerBody({ checkId: [checkId], environmentVariables: [{ key: 'HOST', value: 'new' }] })
    const answer = await api.call('POST', triggerPath, { body })
    const row = await sessions.rowOf(String(answer.at(`sequenceIds.${checkId}`)))
    const sealed = JSON.parse(api.store.sealer.open(row.sealedConfig ?? '', trialRunSealContext(row.id)))
    assert.deepEqual(sealed.environmentVariables, [
      { key: 'KEPT', value: 'kept', locked: false, secret: false },
      { key: 'HOST', value: 'new', locked: false, secret: true },
    ])
  })

  test('case 52: the list by every filter, in pages', async () => {
    const stranger = await api.makeUser({ name: 'Grace' })
    await api.join(api.accountId, stranger.id, 'READ_WRITE')
    const repoInfo = { branchName: 'feature-9', commitMessage: 'Ünusual words', github: { reporting: false } }
    const { sessionId } = await sessions.start(
      [jobOf('one')],
      { repoInfo, name: 'Filter me' },
      { key: stranger.key },
    )
    const service = await api.makeServiceKey(api.accountId, 'READ_WRITE')
    const byKey = await sessions.start([jobOf('one')], {}, { key: service })
    const ids = async (query: string) => {
      const answer = await api.call('GET', `/v1/test-sessions?limit=100&${query}`)
      assert.equal(answer.status, 200, answer.text)
      return (answer.at('entries') as { id: string }[]).map(({ id }) => id)
    }
    for (const query of [
      'branches[]=feature-9',
      'users=Grace',
      'providers[]=GITHUB',
      `textSearch=${encodeURIComponent('ünusual')}`,
      'textSearch=FILTER',
    ])
      assert.deepEqual(await ids(query), [sessionId], query)
    assert.ok((await ids('noUsers=true')).includes(byKey.sessionId))
    assert.ok(!(await ids('noUsers=true')).includes(sessionId))
    assert.ok((await ids('statuses[]=RUNNING&statuses[]=PASSED')).includes(sessionId))
    assert.ok(!(await ids('statuses[]=FAILED')).includes(sessionId))
    assert.deepEqual(await ids(`from=${Math.floor(api.clock.now() / 1000) + 10}`), [])
    assert.deepEqual(await ids(`errorGroupId=${randomUUID()}`), [])
    const all = await ids('')
    const paged: string[] = []
    let nextId: unknown = null
    do {
      const more = nextId === null ? '' : `&nextId=${String(nextId)}`
      const page = await api.call('GET', `/v1/test-sessions?limit=3${more}`)
      paged.push(...(page.at('entries') as { id: string }[]).map(({ id }) => id))
      nextId = page.at('nextId')
    } while (nextId !== null)
    assert.deepEqual(paged, all)
    expectError(await api.call('GET', '/v1/test-sessions?nextId=nonsense'), 400)
  })
})
