import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  endTrialRun,
  findTrialRun,
  trialRunLifeMs,
  trialRunSealContext,
} from '@sonde/store/runs/trial-runs.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { addPrivateLocation } from '@sonde/store/testing/locations.ts'
import { apiUnderTest, type CallOptions, publicUrl } from '../../testing/api-under-test.ts'
import { storeTrialRunAsset } from '../../testing/store-asset.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import { makeMonitor, smallestCreate } from '../../testing/monitors/write-icmp.ts'

const path = '/v1/checks/try'
const icmp = { ...smallestCreate, checkType: 'ICMP' }

forOneEngine('trying a check before it is saved', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-north-1', 'eu-west-1'] })

  async function tryCheck(body: object, options: CallOptions = {}) {
    return await api.call('POST', path, { body, ...options })
  }

  async function started(body: object): Promise<string> {
    const answer = await tryCheck(body)
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.at('status'), 'QUEUED')
    return answer.textAt('id')
  }

  async function stored(id: string) {
    const row = await findTrialRun(api.store.read, { accountId: api.accountId, id })
    assert.ok(row !== null)
    return row
  }

  /** As the part that runs checks does when a run has ended. */
  async function endAll(): Promise<void> {
    await api.store.write((db) => db.updateTable('check_tries').set({ ended_at: api.clock.now() }).execute())
  }

  test('it is asked for by its id, and is in no list of checks', async () => {
    const id = await started({ ...icmp, location: 'eu-west-1' })
    const shown = await api.call('GET', `/v1/check-tries/${id}`)
    assert.equal(shown.status, 200)
    assert.deepEqual(shown.body, {
      id,
      checkType: 'ICMP',
      status: 'QUEUED',
      location: 'eu-west-1',
      waitingFor: null,
      log: [],
      createdAt: new Date((await stored(id)).createdAt).toISOString(),
      startedAt: null,
      endedAt: null,
      verdict: null,
      reason: null,
      result: null,
    })
    assert.ok(!(await api.call('GET', '/v1/checks?limit=100')).text.includes(id))
    expectError(await api.call('GET', `/v1/checks/${id}`), 404)
    await endAll()
  })

  test('what it found has the form of a result of a saved check', async () => {
    const id = await started({ ...icmp, location: 'eu-west-1' })
    const { createdAt: scheduledAt } = await stored(id)
    const detail = {
      requestError: 'no answer',
      request: { hostname: 'edge1.example.net', targetIp: null, ipFamily: 'IPv4', pingCount: 10 },
      response: null,
      assertions: [],
      noiseMs: null,
    }
    const startedAt = scheduledAt + 20
    const result = {
      verdict: 'failed',
      overMax: null,
      responseTime: null,
      scheduledAt,
      startedAt,
      durationMs: 900,
      createdAt: startedAt + 950,
      detail,
    } as const
    const ended = {
      status: 'ENDED',
      startedAt,
      endedAt: startedAt + 950,
      reason: 'no answer',
      result,
    } as const
    await api.store.write((db) => endTrialRun(db, { id, ...ended }))
    const shown = await api.call('GET', `/v1/check-tries/${id}?maxWaitSeconds=30`)
    assert.equal(shown.status, 200, shown.text)
    assert.deepEqual(
      [shown.at('status'), shown.at('verdict'), shown.at('reason')],
      ['ENDED', 'FAILED', 'no answer'],
    )
    assert.equal(shown.at('result.checkId'), id)
    assert.equal(shown.at('result.hasFailures'), true)
    assert.equal(shown.at('result.runLocation'), 'eu-west-1')
    assert.equal(shown.at('result.icmpCheckResult.requestError'), 'no answer')
    assert.equal(shown.at('result.tcpCheckResult'), null)
    assert.equal(shown.at('result.stoppedAt'), new Date(startedAt + 900).toISOString())
  })

  test('a body is refused with the words that creating the check would use', async () => {
    const bodies = [
      {},
      { checkType: 'ICMP' },
      { ...icmp, request: { hostname: '' } },
      { ...icmp, checkType: 'NOTHING' },
      { ...icmp, privateLocations: ['nowhere'] },
      { ...icmp, groupId: 123_456 },
      { ...icmp, frequency: 7.5, name: '' },
    ]
    for (const body of bodies) {
      const [tried, created] = [await tryCheck(body), await api.call('POST', '/v1/checks', { body })]
      expectError(created, 400)
      assert.deepEqual(tried.body, created.body)
    }
  })

  test('a heartbeat is refused: there is nothing to run', async () => {
    const body = {
      name: 'Backup',
      checkType: 'HEARTBEAT',
      heartbeat: { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' },
    }
    const answer = await tryCheck(body)
    expectInvalid(answer, 'payload', ['checkType'])
    assert.match(answer.textAt('message'), /waits for pings/)
  })

  test('it runs where it is asked to, else at the first location of the check, else where an agent is', async () => {
    const location = await addPrivateLocation(api.store, { accountId: api.accountId })
    const places: [object, string, string][] = [
      [{ ...icmp, location: 'us-east-1', locations: ['eu-west-1'] }, 'us-east-1', 'us-east-1'],
      [{ ...icmp, privateLocation: location.slugName }, `private/${location.id}`, location.slugName],
      [{ ...icmp, privateLocation: location.id }, `private/${location.id}`, location.slugName],
      [{ ...icmp, locations: ['eu-west-2', 'eu-west-1'] }, 'eu-west-2', 'eu-west-2'],
      [{ ...icmp, privateLocations: [location.slugName] }, `private/${location.id}`, location.slugName],
      [icmp, 'eu-north-1', 'eu-north-1'],
    ]
    for (const [body, place, name] of places) {
      const row = await stored(await started(body))
      assert.deepEqual([row.place, row.location], [place, name])
    }
    expectInvalid(await tryCheck({ ...icmp, location: 'mars' }), 'payload', ['location'])
    expectInvalid(await tryCheck({ ...icmp, privateLocation: 'mars' }), 'payload', ['privateLocation'])
    expectInvalid(await tryCheck({ ...icmp, privateLocation: 'a', location: 'eu-west-1' }), 'payload', [
      'privateLocation',
    ])
    await endAll()
  })

  test('the group of the check decides where it runs, as it would after saving', async () => {
    const made = await api.call('POST', '/v2/check-groups', {
      body: { name: 'Shop', locations: ['sa-east-1'] },
    })
    assert.equal(made.status, 201, made.text)
    const row = await stored(await started({ ...icmp, groupId: made.at('id'), locations: ['eu-west-1'] }))
    assert.deepEqual([row.location, row.groupId], ['sa-east-1', made.at('id')])
    await endAll()
  })

  test('values of its variables are sealed; those of the check that is edited are used where none are sent', async () => {
    const variables = (value: string) => [{ key: 'TOKEN', value, secret: true }]
    const opened = async (id: string) => {
      const { sealedConfig } = await stored(id)
      return sealedConfig === null ? null : api.store.sealer.open(sealedConfig, trialRunSealContext(id))
    }
    const own = await started({ ...icmp, environmentVariables: variables('fresh-value') })
    assert.match((await opened(own)) ?? '', /fresh-value/)
    const rows = await api.store.read.selectFrom('check_tries').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes('fresh-value'))

    const checkId = await makeMonitor(api, { environmentVariables: variables('kept-value') })
    assert.match((await opened(await started({ ...icmp, checkId }))) ?? '', /kept-value/)
    const both = { ...icmp, checkId, environmentVariables: variables('new-value') }
    assert.match((await opened(await started(both))) ?? '', /new-value/)
    assert.equal(await opened(await started(icmp)), null)

    const stranger = await api.makeUser()
    const theirs = await api.makeAccount(stranger.id)
    const asked = await tryCheck({ ...icmp, checkId }, { key: stranger.key, account: theirs })
    expectError(asked, 404)
    await endAll()
  })

  test('the audit log says who tried what where, without its secrets', async () => {
    const checkId = await makeMonitor(api)
    const hidden = 'hunter2-hunter2-hunter2'
    const environmentVariables = [{ key: 'A', value: hidden, secret: true }]
    const request = { hostname: 'elsewhere.example.net' }
    const body = { ...icmp, name: 'Tried', request, environmentVariables, location: 'eu-west-1', checkId }
    const id = await started(body)
    const log = await api.call('GET', `/v1/audit-log?entityType=CHECK_TRY&entityId=${id}`)
    assert.deepEqual(
      ['action', 'entityName', 'actor.userId'].map((field) => log.at(`entries.0.${field}`)),
      ['CREATE', 'Tried', api.ownerId],
    )
    for (const told of ['elsewhere.example.net', 'ICMP', 'eu-west-1', checkId]) {
      assert.ok(log.text.includes(told), told)
    }
    assert.ok(!log.text.includes(hidden))
    const changed = await api.store.read.selectFrom('live_changes').select('changes').execute()
    assert.ok(!JSON.stringify(changed).includes(id), 'no list of checks is told of it')
    await endAll()
  })

  test('whoever may not create checks may not try one, which could carry secrets anywhere', async () => {
    for (const role of ['READ_ONLY', 'READ_RUN'] as const) {
      expectError(await tryCheck(icmp, { key: await api.makeServiceKey(api.accountId, role) }), 403)
    }
  })

  test('nobody else sees it, and after an hour nobody does', async () => {
    const id = await started(icmp)
    const stranger = await api.makeUser()
    const theirs = await api.makeAccount(stranger.id)
    const options = { key: stranger.key, account: theirs }
    expectError(await api.call('GET', `/v1/check-tries/${id}`, options), 404)
    await endAll()
    assert.equal((await api.call('GET', `/v1/check-tries/${id}`)).status, 200)
    api.clock.advance(trialRunLifeMs)
    expectError(await api.call('GET', `/v1/check-tries/${id}`), 404)
  })

  test('its files are listed and fetched when it has ended, by its account', async () => {
    const [id, other] = [await started(icmp), await started(icmp)]
    await storeTrialRunAsset(api, id, 'capture.pcap')
    const assets = `/v1/check-tries/${id}/assets`
    assert.deepEqual((await api.call('GET', assets)).body, { assets: [] })
    await endAll()
    await storeTrialRunAsset(api, id, 'capture.pcap')
    const list = await api.call('GET', assets)
    assert.deepEqual(list.body, {
      assets: [
        {
          type: 'pcap',
          name: 'capture.pcap',
          url: `${publicUrl}${assets}/capture.pcap`,
          contentType: 'application/vnd.tcpdump.pcap',
          size: 7,
        },
      ],
    })
    assert.deepEqual((await api.call('GET', `/v1/check-tries/${other}/assets`)).body, { assets: [] })
    const part = await api.call('GET', `${assets}/capture.pcap`, { headers: { range: 'bytes=0-3' } })
    assert.deepEqual([part.status, part.text], [206, 'pack'])
    const stranger = await api.makeUser()
    const options = { key: stranger.key, account: await api.makeAccount(stranger.id) }
    expectError(await api.call('GET', `${assets}/capture.pcap`, options), 404)
    expectError(await api.call('GET', `/v1/check-tries/${other}/assets/capture.pcap`), 404)
  })

  test('at most twenty of an account run at a time, and a hundred are kept', async () => {
    await endAll()
    for (let count = 0; count < 20; count += 1) {
      await started(icmp)
    }
    const refused = await tryCheck(icmp)
    expectError(refused, 429)
    assert.match(refused.textAt('message'), /^20 trial runs are already open/)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    for (let round = 0; round < 5; round += 1) {
      await endAll()
      for (let count = 0; count < 20; count += 1) {
        await started(icmp)
      }
    }
    const rows = await api.store.read
      .selectFrom('check_tries')
      .select('id')
      .where('account_id', '=', api.accountId)
      .execute()
    assert.equal(rows.length, 120)
    await endAll()
    await started(icmp)
  })
})
