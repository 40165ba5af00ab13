import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { minuteMs } from '@sonde/ground/durations.ts'
import { isFull, seededIntegers } from '@sonde/ground/testing/thoroughness.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import { readApiDocument, type ApiDocument } from '../testing/contract/api-document.ts'
import { apiUnderTest, type CallOptions } from '../testing/api-under-test.ts'
import {
  type HostileBody,
  hostileFields,
  hostileWholes,
  mostHostileBytes,
} from '../testing/hostile-bodies.ts'
import { configurationPath, documentHead } from '../testing/import-calls.ts'
import { longestTurnMs, slownessOfMachine } from '../testing/loop-hold.ts'
import { member } from '../testing/projects-under-test.ts'
import { operationSamples } from '../testing/samples/operation-samples.ts'
import { jobOf, sessionBody } from '../testing/session-runs.ts'

/** How long a request of less than 64 KB may hold everybody else up. */
const mostMs = 100
/** What is due to the request itself comes again; what the collector of garbage or a compiler does, does not. */
const tries = 4
/** What is sent to an operation, unless all is. Packed bodies are 5 MB large and read alike for all: a sixth get one. */
const packedEvery = 6
const wholesOfOperation = 1
const fieldsOfOperation = 2
const wholesOfAgents = 4

const agentRoutes = ['register', 'renew', 'release', 'results', 'diagnostics', 'events', 'heartbeat', 'lease']

forOneEngine('costly requests', (engine) => {
  const api = apiUnderTest(engine, { servedLocations: ['eu-west-1'] })
  const samples = operationSamples(api)
  const wholes = hostileWholes()
  const [packed, plain] = [
    wholes.filter(({ isPacked }) => isPacked),
    wholes.filter(({ isPacked }) => !isPacked),
  ]
  const choose = seededIntegers('costly requests')
  const partOf = <Item>(items: readonly Item[], count: number): readonly Item[] => {
    if (isFull || items.length === 0) return items
    return Array.from({ length: count }, () => items[choose(0, items.length)]).filter(
      (each) => each !== undefined,
    )
  }
  let document: ApiDocument

  before(async () => {
    document = readApiDocument((await api.call('GET', '/openapi.json')).body)
  })

  async function requireShort(
    method: string,
    path: string,
    body: HostileBody,
    { mostTurnMs = mostMs, ...options }: CallOptions & { mostTurnMs?: number } = {},
  ) {
    assert.ok(body.payload.length < 64 * 1024, `${body.name} has ${body.payload.length} bytes`)
    const headers = { ...options.headers, ...(body.isPacked ? { 'content-encoding': 'gzip' } : {}) }
    let shortestMs = Infinity
    let status = 0
    for (let nth = 0; nth < tries && shortestMs > mostTurnMs; nth += 1) {
      const turnMs = await longestTurnMs(async () => {
        status = (await api.call(method, path, { ...options, payload: body.payload, headers })).status
      })
      // What the machine is like is asked when it matters: others begin and end beside this file.
      shortestMs = Math.min(shortestMs, turnMs <= mostTurnMs ? turnMs : turnMs / slownessOfMachine())
    }
    assert.ok(
      shortestMs <= mostTurnMs,
      `${method} ${path} with ${body.name} (${status}) holds the loop for ${shortestMs.toFixed(0)} ms`,
    )
    return status
  }

  test('no body below 64 KB holds the loop for a tenth of a second, at any documented operation', async () => {
    const operations = document.operations.filter(({ body }) => body !== null)
    assert.ok(operations.length > 80, String(operations.length))
    const statuses = new Set<number>()
    for (const operation of operations) {
      // With every body the last operation had its fill of requests, which is no reason to refuse the next one its sample.
      api.clock.advance(minuteMs)
      const sample = await samples[operation.operationId]?.()
      assert.ok(sample !== undefined, `${operation.operationId} has no sample`)
      const { values = {}, query = '', body = {}, headers = {} } = sample
      const path = Object.entries({ accountId: api.accountId, ...values }).reduce(
        (text, [name, value]) => text.replace(`{${name}}`, () => value),
        operation.path + query,
      )
      const fields = hostileFields(body, operation.body ?? {}, document.resolve)
      const packedCount = choose(0, packedEvery) === 0 ? 1 : 0
      const bodies = [...partOf(packed, packedCount), ...partOf(plain, wholesOfOperation)]
      for (const make of [...bodies.map((each) => () => each), ...partOf(fields, fieldsOfOperation)]) {
        statuses.add(await requireShort(operation.method, path, make(), { headers }))
      }
    }
    // Bodies that are all refused at the door would prove nothing of what comes after it.
    for (const status of [200, 201, 400, 413]) assert.ok(statuses.has(status), String(status))
  })

  test('an address that nobody has costs a fifth of that at most, however many parts it has', async () => {
    // As much as a server takes of one.
    const length = 14_000
    const nothing: HostileBody = { name: 'nothing', payload: Buffer.alloc(0), isPacked: false }
    for (const part of ['/', '/a', '/v1/checks', '/%2e%2e', '/:id', '/*']) {
      const path = `/v1${part.repeat(length / part.length)}`
      const status = await requireShort('GET', path, nothing, { mostTurnMs: mostMs / 5 })
      assert.equal(status, 404, part)
    }
  })

  test('nor does what agents send', async () => {
    const key = (await api.call('POST', '/v1/locations/eu-west-1/keys')).textAt('rawKey')
    const options = { key, account: null, headers: { 'x-agent-id': randomUUID() } }
    for (const route of agentRoutes) {
      for (const body of partOf(wholes, wholesOfAgents)) {
        // What a key may send in so many seconds is limited, and refused at the door it would prove nothing.
        api.clock.advance(20_000)
        assert.notEqual(await requireShort('POST', `/agent/v1/${route}`, body, options), 429, body.name)
      }
    }
  })

  test('nor does an import of thousands of right things', async () => {
    const checks = Array.from({ length: 6_000 }, (_, n) => ({
      id: `c:${n}`,
      checkType: 'URL',
      name: 'n',
      request: { url: 'http://a.example' },
    }))
    const payload = gzipSync(JSON.stringify({ ...documentHead, checks }))
    assert.ok(payload.length < mostHostileBytes, String(payload.length))
    const body = { name: 'checks', payload, isPacked: true }
    assert.equal(await requireShort('POST', `${configurationPath}?dryRun=true`, body), 200)
  })

  test('nor does a session of as many checks as there may be, nor a plan of thousands', async () => {
    const jobs = Array.from({ length: 1_000 }, (_, nth) => jobOf(String(nth)))
    const resources = Array.from({ length: 6_000 }, (_, nth) =>
      member('check', String(nth), { checkType: 'TCP', name: 'n', request: { hostname: 'a', port: 1 } }),
    )
    const project = { logicalId: 'costly', name: 'Costly' }
    for (const [path, body, status] of [
      ['/v1/test-sessions/run', sessionBody(jobs), 202],
      ['/v1/projects/deploy?dryRun=true', { project, sharedFiles: [], resources, repoInfo: null }, 200],
    ] as const) {
      const payload = gzipSync(JSON.stringify(body))
      const request = { name: `${payload.length} bytes`, payload, isPacked: true }
      assert.equal(await requireShort('POST', path, request), status, path)
    }
  })
})
