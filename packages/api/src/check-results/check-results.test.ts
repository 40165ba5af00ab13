import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { findScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import { encodeDetail, referenceOf } from '@sonde/store/result-details/detail-codec.ts'
import { createDetailPacker } from '@sonde/store/result-details/detail-packer.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { detailSamples } from '@sonde/store/testing/detail-samples.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { createRandom, laterRun } from '@sonde/store/testing/later-run.ts'
import { storedDetail, storePacked } from '@sonde/store/testing/packed-results.ts'
import { apiUnderTest } from '../../testing/api-under-test.ts'
import { expectError, expectInvalid } from '../../testing/expect-refusal.ts'
import type { Answer } from '../../testing/http-client.ts'
import { storeResult } from '../../testing/store-result.ts'
import { makeMonitor, writeMonitor } from '../../testing/monitors/write-icmp.ts'
import { writeUrlMonitor } from '../../testing/monitors/write-url.ts'

const unknownId = '0198c0de-0000-7000-8000-000000000000'

forEachEngine('check results', (engine) => {
  const api = apiUnderTest(engine)

  const listV1 = (id: string, query = '') => api.call('GET', `/v1/check-results/${id}${query}`, slowly)
  const listV2 = (id: string, query = '') => api.call('GET', `/v2/check-results/${id}${query}`, slowly)
  /** Below 60 calls in 60 s. */
  const slowly = { afterMs: 1_001 }

  function idsOf(answer: Answer): unknown[] {
    assert.equal(answer.status, 200, answer.text)
    const entries = Array.isArray(answer.body) ? answer.body : answer.at('entries')
    assert.ok(Array.isArray(entries))
    return entries.map((entry: { id: string }) => entry.id)
  }

  async function storeMany(id: string, count: number, fields: Partial<ResultRow> = {}): Promise<string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index += 1) {
      api.clock.advance(1_000)
      ids.unshift((await storeResult(api, id, fields)).id)
    }
    return ids
  }

  test('an entry has every field of the contract and the detail of its type', async () => {
    const id = await makeMonitor(api, { name: 'Name then' })
    const { row, id: resultId, runId, detail } = await storeResult(api, id)
    await writeMonitor(api, 'patch', id, { name: 'Name now' })
    const [entry] = (await listV1(id)).body as [Record<string, unknown>]
    assert.deepEqual(entry, {
      id: resultId,
      name: 'Name then',
      checkId: id,
      hasFailures: false,
      hasErrors: false,
      isDegraded: false,
      isCancelled: false,
      overMaxResponseTime: false,
      runLocation: 'eu-west-1',
      servedBy: 'AGENT',
      reason: null,
      startedAt: new Date(row.startedAt).toISOString(),
      stoppedAt: new Date(row.startedAt + 1_015).toISOString(),
      created_at: new Date(row.createdAt).toISOString(),
      responseTime: 15,
      apiCheckResult: null,
      browserCheckResult: null,
      multiStepCheckResult: null,
      agenticCheckResult: null,
      playwrightCheckResult: null,
      tracerouteCheckResult: null,
      grpcCheckResult: null,
      sslCheckResult: null,
      icmpCheckResult: detail,
      tcpCheckResult: null,
      dnsCheckResult: null,
      checkRunId: row.checkRunId,
      attempts: 1,
      resultType: 'FINAL',
      sequenceId: runId,
      traceId: null,
      secretsWithheldFrom: null,
      hasUnreadableDetails: false,
      errorGroupIds: [],
    })
    const v2 = await listV2(id)
    assert.deepEqual(v2.at('entries.0'), { ...entry, createdAt: entry['created_at'] })
    assert.deepEqual([v2.at('length'), v2.at('nextId')], [1, null])
    const one = await api.call('GET', `/v1/check-results/${id}/${resultId.toUpperCase()}`)
    assert.deepEqual(one.body, entry)
  })

  test('details that are stored as the difference to another one are shown whole', async () => {
    const id = (await writeUrlMonitor(api, 'create', '', {})).textAt('id')
    const checkNo = (await findScheduled(api.store.read, id))?.no
    const sample = detailSamples.find(({ name }) => name === 'https, 200 of nginx')
    assert.ok(sample !== undefined && checkNo !== undefined)
    const packer = createDetailPacker(api)
    const random = createRandom(2)
    const expected: unknown[] = []
    for (let count = 0; count < 5; count += 1) {
      api.clock.advance(1_000)
      const detail = laterRun(storedDetail(sample), random)
      const at = api.clock.now()
      const fields = { checkNo, scheduledAt: at, startedAt: at, createdAt: at }
      const { row } = await storePacked(api.store, packer, { sample: { ...sample, detail }, fields })
      expected.unshift(isRecord(detail) ? detail['response'] : null)
      assert.equal(referenceOf(row.detail) !== null, count > 1)
    }
    const entries = (await listV2(id)).at('entries') as {
      id: string
      apiCheckResult: { response: unknown }
    }[]
    assert.deepEqual(
      entries.map(({ apiCheckResult }) => apiCheckResult.response),
      expected,
    )
    const one = await api.call('GET', `/v1/check-results/${id}/${entries[0]?.id}`)
    assert.deepEqual(one.at('apiCheckResult.response'), expected[0])
  })

  test('the verdict of a run is told by exactly one flag', async () => {
    const id = await makeMonitor(api)
    const flags = ['hasFailures', 'hasErrors', 'isDegraded', 'isCancelled']
    for (const [verdict, flag] of [
      ['passed', null],
      ['failed', 'hasFailures'],
      ['withheld', 'hasErrors'],
      ['degraded', 'isDegraded'],
      ['cancelled', 'isCancelled'],
    ] as const) {
      const stored = await storeResult(api, id, { verdict, scheduledAt: api.clock.now() + 1 })
      const one = await api.call('GET', `/v1/check-results/${id}/${stored.id}`)
      assert.deepEqual(
        flags.filter((name) => one.at(name) === true),
        flag === null ? [] : [flag],
      )
    }
  })

  test('a result says why it did not pass in the sentence of its alert, and who ran it', async () => {
    const id = await makeMonitor(api)
    const reason = 'Answered with status 503 (Service Unavailable)'
    const at = api.clock.now()
    await storeResult(api, id, { verdict: 'failed', reason, isStandIn: true, scheduledAt: at })
    // Stored before there were reasons: what its detail says, and nothing where it does not.
    const requestError = '0 of 2 pings answered by 192.0.2.7'
    const detail = encodeDetail('TCP', { requestError, assertions: [] }, {})
    await storeResult(api, id, { verdict: 'failed', isStandIn: null, scheduledAt: at - 1, detail })
    await storeResult(api, id, { verdict: 'degraded', isStandIn: null, scheduledAt: at - 2 })
    await storeResult(api, id, { verdict: 'cancelled', isStandIn: null, scheduledAt: at - 3 })
    assert.deepEqual((await listV2(id, '?fields=reason,servedBy')).at('entries'), [
      { reason, servedBy: 'STAND_IN' },
      { reason: requestError, servedBy: null },
      { reason: null, servedBy: null },
      { reason: 'The run was cancelled before it had a verdict', servedBy: null },
    ])
  })

  test('nothing measured is null, not zero', async () => {
    const id = await makeMonitor(api)
    await storeResult(api, id, { verdict: 'failed', responseTime: null, overMax: null })
    const answer = await listV2(id, '?fields=responseTime,overMaxResponseTime')
    assert.deepEqual(answer.at('entries.0'), { responseTime: null, overMaxResponseTime: null })
  })

  test('SA 4: a failed attempt and the retry that passed are two results of one run', async () => {
    const id = await makeMonitor(api)
    const scheduledAt = api.clock.now()
    const first = await storeResult(api, id, { scheduledAt, verdict: 'failed', isFinal: false })
    const again = { scheduledAt, attempt: 2, startedAt: scheduledAt + 1, location: 'eu-west-2' }
    const retry = await storeResult(api, id, again)
    assert.equal(first.runId, retry.runId)
    api.clock.advance(10)
    for (const list of [listV1, listV2]) {
      assert.deepEqual(idsOf(await list(id, '?resultType=ALL')), [retry.id, first.id])
      assert.deepEqual(idsOf(await list(id, '?resultType=FINAL')), [retry.id])
      assert.deepEqual(idsOf(await list(id)), [retry.id])
      assert.deepEqual(idsOf(await list(id, '?resultType=ATTEMPT')), [first.id])
      assert.deepEqual(idsOf(await list(id, '?resultType=ALL&location=eu-west-2')), [retry.id])
      assert.deepEqual(idsOf(await list(id, '?resultType=ALL&location=office')), [])
      assert.deepEqual(idsOf(await list(id, '?resultType=ALL&hasFailures=1')), [first.id])
      assert.deepEqual(idsOf(await list(id, '?resultType=ALL&hasFailures=false')), [retry.id])
      assert.deepEqual(idsOf(await list(id, '?resultType=ALL&checkType=ICMP')), [retry.id, first.id])
      assert.deepEqual(idsOf(await list(id, '?resultType=ALL&checkType=API')), [])
    }
    const shown = await api.call('GET', `/v1/check-results/${id}/${retry.id}`)
    assert.deepEqual(
      ['attempts', 'resultType', 'sequenceId', 'runLocation'].map((field) => shown.at(field)),
      [2, 'FINAL', first.runId, 'eu-west-2'],
    )
  })

  test('SA 27: version 1 shows at most 6 hours', async () => {
    const id = await makeMonitor(api)
    const now = api.clock.now()
    const old = await storeResult(api, id, { startedAt: now - 8 * hourMs })
    const recent = await storeResult(api, id, { startedAt: now - hourMs })
    const seconds = (at: number) => Math.floor(at / 1000)
    assert.deepEqual(idsOf(await listV1(id)), [recent.id])
    const tooWide = `?from=${seconds(now) - 6 * 3600 - 1}&to=${seconds(now)}`
    expectInvalid(await listV1(id, tooWide), 'query', ['from'])
    expectInvalid(await listV1(id, `?from=${seconds(now)}&to=${seconds(now)}`), 'query', ['from'])
    expectInvalid(await listV1(id, '?from=yesterday&to=-1'), 'query', ['from', 'to'])
    const before = now - 2 * hourMs
    for (const to of [seconds(before), before, new Date(before).toISOString()]) {
      assert.deepEqual(idsOf(await listV1(id, `?to=${to}`)), [old.id])
    }
    assert.deepEqual(idsOf(await listV1(id, `?from=${seconds(now) - 9 * 3600}`)), [old.id])
    // From is inclusive, to is not.
    assert.deepEqual(idsOf(await listV1(id, `?from=${old.row.startedAt}`)), [old.id])
    assert.deepEqual(idsOf(await listV1(id, `?to=${old.row.startedAt}`)), [])
    assert.deepEqual(idsOf(await listV2(id)), [recent.id, old.id])
    assert.deepEqual(idsOf(await listV2(id, `?to=${before}`)), [old.id])
    assert.deepEqual(idsOf(await listV2(id, `?from=${before}&to=${now}`)), [recent.id])
    expectInvalid(await listV2(id, `?from=${now}&to=${before}`), 'query', ['from'])
  })

  test('case 12: version 1 has numbered pages', async () => {
    const id = await makeMonitor(api)
    const ids = await storeMany(id, 5)
    const first = await listV1(id, '?limit=2')
    assert.deepEqual(idsOf(first), ids.slice(0, 2))
    assert.equal(first.headers['content-range'], 'items 0-1/5')
    assert.equal(first.headers.deprecation, 'true')
    assert.deepEqual(idsOf(await listV1(id, '?limit=2&page=3')), ids.slice(4))
    const after = await listV1(id, '?limit=2&page=4')
    assert.deepEqual(idsOf(after), [])
    assert.equal(after.headers['content-range'], 'items */5')
    for (const [query, key] of [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['page=0', 'page'],
      ['page=1.5', 'page'],
      ['resultType=SOME', 'resultType'],
      ['checkType=PING', 'checkType'],
      ['hasFailures=maybe', 'hasFailures'],
    ] as const) {
      expectInvalid(await listV1(id, `?${query}`), 'query', [key])
    }
  })

  test('SA 28: pages do not shift while results arrive', async () => {
    const id = await makeMonitor(api)
    const ids = await storeMany(id, 5)
    const seen: unknown[] = []
    let nextId: unknown = ''
    while (nextId !== null) {
      const cursor = nextId === '' ? '' : `&nextId=${String(nextId)}`
      const page = await listV2(id, `?limit=2${cursor}`)
      seen.push(...idsOf(page))
      nextId = page.at('nextId')
      await storeMany(id, 1)
    }
    assert.deepEqual(seen, ids)
  })

  test('case 13: 250 results come exactly once, and a cursor belongs to its filters', async () => {
    const id = await makeMonitor(api)
    const ids = await storeMany(id, 250)
    const first = await listV2(id, '?limit=100')
    const second = await listV2(id, `?limit=100&nextId=${first.textAt('nextId')}`)
    await storeMany(id, 3)
    const third = await listV2(id, `?limit=100&nextId=${second.textAt('nextId')}`)
    assert.deepEqual([...idsOf(first), ...idsOf(second), ...idsOf(third)], ids)
    assert.deepEqual([third.at('length'), third.at('nextId')], [50, null])
    const cursor = first.textAt('nextId')
    // What a page shows of its entries is no filter.
    assert.equal((await listV2(id, `?limit=7&fields=id&nextId=${cursor}`)).at('length'), 7)
    const other = await makeMonitor(api)
    for (const path of [
      `${id}?hasFailures=true&nextId=${cursor}`,
      `${id}?from=1&nextId=${cursor}`,
      `${other}?nextId=${cursor}`,
      `${id}?nextId=${cursor.slice(0, -3)}`,
      `${id}?nextId=x`,
    ]) {
      expectInvalid(await listV2(path), 'query', ['nextId'])
    }
  })

  test('results of one moment are all shown, page by page', async () => {
    const id = await makeMonitor(api)
    const startedAt = api.clock.now()
    const stored = []
    for (const origin of ['eu-west-1', 'eu-west-2', 'us-east-1']) {
      stored.unshift((await storeResult(api, id, { origin, startedAt })).id)
    }
    const first = await listV2(id, '?limit=2')
    const second = await listV2(id, `?limit=2&nextId=${first.textAt('nextId')}`)
    assert.deepEqual([...idsOf(first), ...idsOf(second)], stored)
  })

  test('SA 29: only the named fields are shown', async () => {
    const id = await makeMonitor(api)
    const { id: resultId, row } = await storeResult(api, id)
    const twoFields = { id: resultId, responseTime: 15 }
    for (const query of [
      'fields=id,responseTime',
      'fields=id&fields=responseTime',
      'fields[]=id&fields[]=responseTime',
      'fields=responseTime,%20id,',
    ]) {
      assert.deepEqual((await listV2(id, `?${query}`)).at('entries.0'), twoFields, query)
    }
    const createdAt = new Date(row.createdAt).toISOString()
    assert.deepEqual((await listV2(id, '?fields=createdAt')).at('entries.0'), { createdAt })
    assert.deepEqual((await listV2(id, '?fields=created_at')).at('entries.0'), { created_at: createdAt })
    const detail = await listV2(id, '?fields=icmpCheckResult')
    assert.equal(detail.at('entries.0.icmpCheckResult.response.latency.avg'), 15)
    expectInvalid(await listV2(id, '?fields=nope'), 'query', ['fields'])
    expectInvalid(await listV2(id, '?fields=id,nope'), 'query', ['fields'])
    expectInvalid(await listV2(id, '?fields=constructor'), 'query', ['fields'])
  })

  test('an unknown check or result, and that of somebody else, is not found', async () => {
    const id = await makeMonitor(api)
    const other = await makeMonitor(api)
    const { id: resultId, runId } = await storeResult(api, id)
    const stranger = await api.makeUser()
    const theirs = await api.makeAccount(stranger.id)
    const asStranger = { key: stranger.key, account: theirs, ...slowly }
    for (const path of [
      `/v1/check-results/${id}`,
      `/v2/check-results/${id}`,
      `/v1/check-results/${id}/${resultId}`,
      `/v1/check-results/${id}/${resultId}/assets`,
    ]) {
      expectError(await api.call('GET', path, asStranger), 404)
      expectError(await api.call('GET', path.replace(id, unknownId), slowly), 404)
      expectInvalid(await api.call('GET', path.replace(id, 'abc'), slowly), 'params', ['checkId'])
    }
    for (const wrong of [unknownId, runId, id]) {
      expectError(await api.call('GET', `/v1/check-results/${id}/${wrong}`), 404)
      expectError(await api.call('GET', `/v1/check-results/${id}/${wrong}/assets`), 404)
    }
    expectError(await api.call('GET', `/v1/check-results/${other}/${resultId}`), 404)
    expectInvalid(await api.call('GET', `/v1/check-results/${id}/abc`), 'params', ['checkResultId'])
  })

  test('case 7: each version has 60 requests a minute of its own', async () => {
    const id = await makeMonitor(api)
    const { id: resultId } = await storeResult(api, id)
    const key = await api.makeServiceKey(api.accountId, 'READ_ONLY')
    const quickly = { key, afterMs: 0 }
    for (const version of ['v1', 'v2']) {
      const path = `/${version}/check-results/${id}`
      const allowed = await Promise.all(
        Array.from({ length: 60 }, () => api.call('GET', path, quickly).then(({ status }) => status)),
      )
      assert.deepEqual(new Set(allowed), new Set([200]))
      const refused = await api.call('GET', path, quickly)
      expectError(refused, 429)
      assert.equal(refused.headers['x-ratelimit-limit'], '60')
      assert.ok(Number(refused.headers['retry-after']) >= 1)
    }
    assert.equal((await api.call('GET', `/v1/check-results/${id}/${resultId}`, quickly)).status, 200)
    assert.equal((await api.call('GET', '/v1/checks', quickly)).status, 200)
  })
})
