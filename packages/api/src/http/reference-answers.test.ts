import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError } from '../../testing/expect-refusal.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor } from '../../testing/monitors/write-icmp.ts'
import { resultAnswer } from '../check-results/result-answer.ts'

forOneEngine('answers as clients of the reference read them', (engine) => {
  const api = apiUnderTest(engine)

  function send(method: string, path: string, body?: unknown) {
    return api.call(method, path, {
      ...(body === undefined ? {} : { body }),
      account: null,
      headers: { 'X-Checkly-Account': api.accountId, 'x-checkly-source': 'TF' },
    })
  }

  test('times of results are whole milliseconds in both versions and for everybody', async () => {
    const id = await makeMonitor(api)
    const { id: resultId } = await storeResult(api, id, { responseTime: 12.6 })
    for (const path of [
      `/v1/check-results/${id}`,
      `/v1/check-results/${id}/${resultId}`,
      `/v2/check-results/${id}`,
    ]) {
      for (const answer of [await send('GET', path), await api.call('GET', path)]) {
        assert.match(answer.text, /"responseTime":13[,}]/, path)
      }
    }
  })

  test('versions that are too old are told what to install, and nobody else is', async () => {
    for (const [method, path] of [
      ['POST', '/next-v2/projects/deploy?dryRun=true&scheduleOnDeploy=true'],
      ['DELETE', '/next/projects/shop%2F1?preserveResources=false'],
      ['POST', '/next/test-sessions/run'],
    ] as const) {
      const old = await api.call(method, path, { headers: { 'x-checkly-cli-version': '7.15.0' } })
      expectError(old, 400)
      assert.equal(
        old.textAt('message'),
        'Version 7.15.0 of the checkly command is too old for this server: install checkly 8.23.2 or later',
      )
      assert.ok([404, 405].includes((await api.call(method, path)).status), path)
    }
  })

  test('what was not measured is left out where the contract knows no null', async () => {
    const id = await makeMonitor(api)
    const { row } = await storeResult(api, id)
    const shown = (checkType: 'SSL' | 'GRPC', detail: unknown) => {
      const stored = { ...row, checkType, detail: encodeDetail(checkType, detail, {}) }
      return resultAnswer(
        { id, checkType },
        stored,
        { name: 'Shop', config: {} },
        { withDetails: true, role: 'OWNER' },
      )
    }
    const ssl = { baselineVerdict: null, baselineGrade: null, tlsVersion: null }
    assert.deepEqual(shown('SSL', ssl).sslCheckResult, { tlsVersion: null })
    const grpc = { timingPhases: null, response: { timingPhases: null } }
    assert.deepEqual(shown('GRPC', grpc).grpcCheckResult, { timingPhases: null, response: {} })
  })

  test('figures of a heartbeat tell how often its pings are due, in minutes', async () => {
    const heartbeat = { period: 90, periodUnit: 'seconds', grace: 0, graceUnit: 'minutes' }
    const created = await send('POST', '/v1/checks/heartbeat', { name: 'Backup', heartbeat })
    const answer = await send(
      'GET',
      `/v1/analytics/heartbeat-checks/${created.textAt('id')}?metrics=availability`,
    )
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.at('frequency'), 1.5)
  })

  test('a check session is cancelled without a body', async () => {
    const id = await makeMonitor(api, { locations: ['eu-west-1'] })
    const started = await send('POST', '/v1/check-sessions/trigger', { target: { checkId: [id] } })
    assert.equal(started.status, 201, started.text)
    const path = `/v1/check-sessions/${started.textAt('sessions.0.checkSessionId')}/cancel`
    assert.equal((await send('POST', path)).status, 204)
  })

  test('one check, and files of results, are read up to 6,000 times a minute, each by a counter of its own', async () => {
    const id = await makeMonitor(api)
    const answer = await send('GET', `/v1/checks/${id}`)
    assert.equal(answer.headers['x-ratelimit-limit'], '6000')
    assert.equal((await send('GET', '/v1/checks')).headers['x-ratelimit-limit'], '600')
    const { id: resultId } = await storeResult(api, id)
    for (const path of ['assets', 'assets/capture.pcap']) {
      const asset = await send('GET', `/v1/check-results/${id}/${resultId}/${path}`)
      assert.equal(asset.headers['x-ratelimit-limit'], '6000', path)
    }
  })

  test('links of test sessions, uploads and deploys have counters of their own', async () => {
    const someId = '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99'
    const results = `/next/test-sessions/${someId}/results/${someId}`
    const calls: [method: string, path: string, limit: string][] = [
      ['GET', `/next/test-sessions/${someId}/link`, '6000'],
      ['GET', `${results}/links`, '6000'],
      ['GET', `/v1/test-sessions/${someId}/results/${someId}/assets`, '6000'],
      ['POST', '/next/checkly-storage/upload', '3000'],
      ['POST', '/next/checkly-storage/upload-code-bundle', '3000'],
      ['POST', '/v1/projects/deploy?dryRun=true', '60'],
    ]
    for (const [method, path, limit] of calls) {
      const { headers } = await send(method, path, method === 'POST' ? {} : undefined)
      assert.equal(headers['x-ratelimit-limit'], limit, path)
    }
  })
})
