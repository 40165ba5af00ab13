// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { startReceiver } from '@sonde/egress/testing/receiver.ts'
import { startTraceReceiver } from '@sonde/runs/testing/trace-receiver.ts'
import { someCredentials } from './support/api-client.ts'
import { eventually } from './support/eventually.ts'
import { startService } from './support/service-under-test.ts'

type Heard = { url: string; headers: IncomingHttpHeaders }

/** A JSON API that answers by the path; `/silent` never does. */
async function startTarget(t: TestContext) {
  const heard: Heard[] = []
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/ok': (response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"up"}'),
    '/long': (response) => response.end('é'.repeat(51_200)),
    '/sorry': (response) => response.writeHead(503, 'Out of order').end(`request ${Math.random()}`),
    '/away': (response) => response.writeHead(302, { location: `http://localhost:${port}/ok` }).end(),
    '/silent': () => undefined,
  }
  const server = createServer(({ url = '', headers }, response) => {
    heard.push({ url, headers })
    const { pathname } = new URL(url, 'http://target')
    ;(answers[pathname] ?? ((other: ServerResponse) => other.writeHead(404).end()))(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, heard }
}

type ApiResult = {
  id: string
  sequenceId: string
  traceId: string | null
  resultType: string
  attempts: number
  hasFailures: boolean
  hasErrors: boolean
  errorGroupIds: string[]
  apiCheckResult: {
    request: { url: string; headers: Record<string, string> }
    response: { status: number; body: string; bodySize?: number; bodyTruncated?: boolean }
    assertions: { target: string; actual: unknown; error: string | null }[]
    jobLog: { request: { level: string; msg: string }[] } | null
  }
}

test('API checks from the request to the figures', async (t) => {
  const target = await startTarget(t)
  const receiver = await startReceiver(t)
  const service = await startService(t, { settings: { SONDE_EMBEDDED_AGENT: 'on' } })
  const channel = (await service.expect(201, 'POST', '/v1/alert-channels', {
    type: 'WEBHOOK',
    config: {
      name: 'hook',
      url: receiver.url,
      method: 'POST',
      template:
        '{"code": {{API_CHECK_RESPONSE_STATUS_CODE}}, "text": "{{API_CHECK_RESPONSE_STATUS_TEXT}}", "why": "{{CHECK_ERROR_MESSAGE}}"}',
    },
  })) as { id: number }

  const create = async (path: string, fields: object = {}, request: object = {}): Promise<string> => {
    const check = (await service.expect(201, 'POST', '/v1/checks/api', {
      name: `API ${path}`,
      locations: ['eu-west-1'],
      frequency: 1440,
      retryStrategy: null,
      doubleCheck: false,
      request: { url: `${target.url}${path}`, ...request },
      ...fields,
    })) as { id: string }
    return check.id
  }
  const listed = async (id: string, query = ''): Promise<ApiResult[]> => {
    const body = await service.expect(200, 'GET', `/v2/check-results/${id}?limit=100${query}`)
    return (body as { entries: ApiResult[] }).entries
  }
  const firstResult = async (id: string): Promise<{ inList: ApiResult; alone: ApiResult }> => {
    await service.untilResults(id)
    const [inList] = await listed(id)
    assert.ok(inList)
    const alone = (await service.expect(200, 'GET', `/v1/check-results/${id}/${inList.id}`)) as ApiResult
    return { inList, alone }
  }
  const runAgain = async (id: string): Promise<void> => {
    const [session] = await service.trigger([id])
    assert.ok(session)
    await service.untilSessionEnds(session.checkSessionId)
  }

  await t.test(
    'synthetic case 72: of a passed run 4,096 characters, of a failed one all of them',
    async () => {
      const passed = await firstResult(await create('/long'))
      for (const { apiCheckResult } of [passed.inList, passed.alone]) {
        const { body, bodySize, bodyTruncated } = apiCheckResult.response
        assert.deepEqual([body.length, bodySize, bodyTruncated], [4_096, 102_400, true])
      }
      const assertions = [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '201' }]
      const failed = await firstResult(await create('/long', {}, { assertions }))
      assert.equal(failed.inList.hasFailures, true)
      assert.equal(failed.inList.apiCheckResult.response.body.length, 4_096)
      const { body, bodySize, bodyTruncated } = failed.alone.apiCheckResult.response
      assert.deepEqual([body.length, bodySize, bodyTruncated], [51_200, 102_400, undefined])
      assert.deepEqual(
        [failed.inList.apiCheckResult.jobLog, failed.alone.apiCheckResult.jobLog?.request],
        [null, []],
      )
    },
  )

  await t.test(
    'synthetic case 71: the target of an assertion is a variable, and masked when it is secret',
    async () => {
      const variables = [
        { key: 'EXPECTED', value: 'up', secret: false },
        { key: 'HIDDEN', value: 'a-secret-state', secret: true },
      ]
      const assertions = [
        { source: 'JSON_BODY', property: '$.state', comparison: 'EQUALS', target: '{{EXPECTED}}' },
        { source: 'JSON_BODY', property: '$.state', comparison: 'EQUALS', target: '{{HIDDEN}}' },
      ]
      const { alone } = await firstResult(
        await create('/ok', { environmentVariables: variables }, { assertions }),
      )
      const [open, hidden] = alone.apiCheckResult.assertions
      assert.deepEqual([open?.target, open?.error], ['up', null])
      assert.equal(hidden?.target, '*********')
      assert.ok(hidden.error !== null && !hidden.error.includes('a-secret-state'))
    },
  )

  await t.test('a failed run tells its alert status and words, and its errors are one group', async () => {
    const id = await create('/sorry', {
      alertChannelSubscriptions: [{ alertChannelId: channel.id, activated: true }],
    })
    await service.untilResults(id)
    const alert = await eventually('the alert', async () =>
      receiver.requests
        .map(({ body }) => JSON.parse(body.toString()) as { code: number | null })
        .find(({ code }) => code === 503),
    )
    assert.deepEqual(alert, {
      code: 503,
      text: 'Out of order',
      why: 'Answered with status 503 (Out of order)',
    })
    await runAgain(id)
    const groups = (await service.expect(200, 'GET', `/v1/error-groups/checks/${id}`)) as { id: string }[]
    assert.equal(groups.length, 1)
    const results = await listed(id)
    assert.ok(results.length >= 2)
    for (const { errorGroupIds } of results) assert.deepEqual(errorGroupIds, [groups[0]?.id])
    const path = `/v1/error-groups/${groups[0]?.id ?? ''}`
    await service.expect(200, 'PATCH', path, { archivedUntilNextEvent: true })
    await runAgain(id)
    // Synthetic case 65.
    const { archivedUntilNextEvent } = (await service.expect(200, 'GET', path)) as {
      archivedUntilNextEvent: boolean
    }
    assert.equal(archivedUntilNextEvent, false)

    const fields = await service.expect(200, 'GET', `/v2/check-results/${id}?fields=id,startedAt`)
    const [entry = {}] = (fields as { entries: object[] }).entries
    assert.deepEqual(Object.keys(entry).toSorted(), ['id', 'startedAt'])
    const now = Math.floor(Date.now() / 1_000)
    await service.expect(400, 'GET', `/v1/check-results/${id}?from=${now - 7 * 3_600}&to=${now}`)

    const figures = (await service.expect(
      200,
      'GET',
      `/v1/analytics/api-checks/${id}?metrics=availability,firstByte_avg&groupBy=statusCode`,
    )) as { series: { statusCode: number; data: { availability: number; firstByte_avg: number }[] }[] }
    assert.deepEqual(
      figures.series.map(({ statusCode, data }) => [statusCode, data[0]?.availability]),
      [[503, 0]],
    )
    assert.ok((figures.series[0]?.data[0]?.firstByte_avg ?? 0) > 0)

    const { token } = (await service.expect(201, 'POST', '/v1/integration-tokens', { name: 'scraper' })) as {
      token: string
    }
    const { accountId } = someCredentials
    const metrics = await fetch(`${service.address}/accounts/${accountId}/v2/prometheus/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.match(
      await metrics.text(),
      new RegExp(`api_check_timing_seconds_count\\{[^}]*${id}[^}]*type="first_byte"[^}]*\\} [1-9]`),
    )
  })

  await t.test(
    'synthetic case 73: the trace of a run goes with its request, on its own origin, in each attempt',
    async (inner) => {
      const untraced = await firstResult(await create('/ok'))
      assert.deepEqual(
        [untraced.alone.traceId, target.heard.at(-1)?.headers['traceparent']],
        [null, undefined],
      )
      const traces = await startTraceReceiver(inner)
      const settings = { enabled: true, sendTraceHeaders: true, endpoint: traces.endpoint }
      await service.expect(200, 'PUT', '/v1/accounts/me/trace-export', settings)
      const retryStrategy = { type: 'FIXED', maxRetries: 1, baseBackoffSeconds: 0, sameRegion: true }
      const failing = await create('/sorry?traced', { retryStrategy })
      await service.untilResults(failing)
      const attempts = await eventually('both attempts', async () => {
        const all = await listed(failing, '&resultType=ALL')
        return all.length === 2 && all
      })
      // Synthetic case 62: attempts of a run have one sequence.
      const [sequence = ''] = new Set(attempts.map(({ sequenceId }) => sequenceId))
      assert.ok(attempts.every(({ sequenceId }) => sequenceId === sequence))
      const traceId = sequence.replaceAll('-', '')
      const sent = target.heard.filter(({ url }) => url === '/sorry?traced')
      assert.deepEqual(
        sent.map(({ headers }) => String(headers['traceparent']).slice(0, 36)),
        [`00-${traceId}-`, `00-${traceId}-`],
      )
      assert.deepEqual(
        attempts.map((attempt) => attempt.traceId),
        [traceId, traceId],
      )
      const [short] = await listed(failing, '&fields=id,traceId')
      assert.equal(short?.traceId, traceId)
      await firstResult(await create('/away'))
      const [away, elsewhere] = target.heard.slice(-2)
      assert.ok(away?.url === '/away' && away.headers['traceparent'] !== undefined)
      assert.deepEqual([elsewhere?.url, elsewhere?.headers['traceparent']], ['/ok', undefined])
      const own = '00-11111111111111111111111111111111-2222222222222222-00'
      await firstResult(await create('/ok', {}, { headers: [{ key: 'Traceparent', value: own }] }))
      assert.equal(target.heard.at(-1)?.headers['traceparent'], own)
    },
  )

  await t.test('synthetic case 70: a host that no variable fills in is our trouble, and named', async () => {
    const id = await create('', {}, { url: 'http://{{NOWHERE}}/x' })
    const { alone } = await firstResult(id)
    assert.deepEqual([alone.hasErrors, alone.hasFailures], [true, false])
    assert.match(JSON.stringify(alone), /NOWHERE/)
  })

  await t.test('an export is imported as it was', async () => {
    const headers = [{ key: 'X-Tenant', value: 'shop', locked: true }]
    const assertions = [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }]
    const id = await create(
      '/ok',
      { activated: false },
      { headers, assertions, basicAuth: { username: 'a', password: 'b' } },
    )
    const file = await service.expect(200, 'GET', '/v1/accounts/me/configuration?includeSecrets=true')
    const before = await service.expect(200, 'GET', `/v1/checks/${id}`)
    const report = JSON.stringify(await service.expect(200, 'POST', '/v1/accounts/me/configuration', file))
    assert.match(report, /"updated":0/)
    assert.deepEqual(await service.expect(200, 'GET', `/v1/checks/${id}`), before)
  })
})
