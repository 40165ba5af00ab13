import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import {
  EventsRequest,
  HeartbeatRequest,
  LeaseRequest,
  LogRequest,
  RegisterRequest,
  ReleaseRequest,
  RenewRequest,
  ResultsRequest,
  type RunResult,
} from '@sonde/schema/agents/agent-protocol.ts'
import { IcmpCheckResult } from '@sonde/schema/check-types/icmp/result.ts'
import { resultOf } from '@sonde/runs/testing/fake-agent.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { snapshotsOf } from '@sonde/store/checks/check-snapshots.ts'
import { decodeDetail } from '@sonde/store/result-details/detail-codec.ts'
import { toResult } from '@sonde/store/results/results.ts'
import { forOneEngine } from '@sonde/store/testing/engines.ts'
import * as fc from 'fast-check'
import { agentsUnderTest } from '../../testing/agents-under-test.ts'
import { nastyText, nastyValue, valuesOf } from '../../testing/contract/values-of-schema.ts'

/** Of each route, on each engine. */
const requestsPerRoute = rounds(200)

const registration = {
  version: '8.4.0',
  imageVariant: 'uptime',
  name: 'fake',
  platform: 'linux',
  arch: 'x64',
  nodeVersion: 'v26.0.0',
  checkTypes: ['ICMP'],
  runtimes: [],
  engines: [],
  capabilities: { icmp: 'datagram', ipv6: true, rawSockets: false, missing: [] },
  concurrency: { uptime: 1_000, main: 10 },
}

/** Registrations with at most one field that is not as it should be. */
const registrations = fc
  .tuple(fc.constantFrom(...Object.keys(registration)), fc.option(nastyValue, { nil: undefined }))
  .map(([field, value]) => (value === undefined ? registration : { ...registration, [field]: value }))

/** The schema as plain JSON, as a client sees it. */
function plain(schema: object): Readonly<Record<string, unknown>> {
  const copy: unknown = JSON.parse(JSON.stringify(schema))
  if (!isRecord(copy)) throw new Error('a schema is an object')
  return copy
}

const noReferences = (reference: string) => {
  throw new Error(`unexpected reference ${reference}`)
}

/** Makes a result that is wrong somewhere: in its whole detail, in one field of it, or in what stands beside it. */
const oddResults: fc.Arbitrary<(good: RunResult) => RunResult> = fc.oneof(
  valuesOf(plain(IcmpCheckResult), noReferences).map((detail) => (good: RunResult) => ({ ...good, detail })),
  fc
    .tuple(
      fc.constantFrom(
        'hostname',
        'resolvedIp',
        'packetLoss',
        'dnsResolutionTime',
        'latency',
        'pingResults',
        'error',
      ),
      nastyValue,
    )
    .map(([field, value]) => (good: RunResult) => {
      const detail = isRecord(good.detail) ? good.detail : {}
      const response = isRecord(detail['response']) ? detail['response'] : {}
      return { ...good, detail: { ...detail, response: { ...response, [field]: value } } }
    }),
  fc
    .tuple(nastyText, fc.double({ min: 0, max: 31_536_000_000, noNaN: true }), fc.maxSafeNat())
    .map(([text, ageMs, startedAt]) => (good: RunResult) => ({
      ...good,
      ageMs,
      startedAt,
      verdict: { ...good.verdict, hasFailures: true, reason: text.slice(0, 10_000).toWellFormed() },
    })),
)

forOneEngine('hostile agents', (engine) => {
  const agents = agentsUnderTest(engine, { pollMs: 5 })
  /** Each route with a body that it accepts: by chance alone, one might not be among the generated ones. */
  const routes = {
    lease: { schema: LeaseRequest, accepted: { free: { uptime: 1, main: 1 } } },
    renew: { schema: RenewRequest, accepted: { runs: [] } },
    release: { schema: ReleaseRequest, accepted: { runs: [] } },
    results: { schema: ResultsRequest, accepted: { sentAt: 0, results: [] } },
    heartbeat: { schema: HeartbeatRequest, accepted: {} },
    events: { schema: EventsRequest, accepted: { events: [] } },
    log: {
      schema: LogRequest,
      accepted: {
        runId: randomUUID(),
        attempt: 1,
        ticket: '',
        from: 0,
        lines: [{ part: 'setup', time: 0, level: 'info', msg: '\uFFFD' }],
      },
    },
    register: { schema: RegisterRequest, accepted: registration },
  }

  for (const [route, { schema, accepted }] of Object.entries(routes)) {
    test(`no body to /${route} gives a 500`, async () => {
      const { key } = await agents.makeKey('eu-west-1').then(async (made) => {
        // A location has two keys at most: the next route needs one as well.
        await agents.removeKey(made)
        return agents.makeKey('eu-west-1')
      })
      const agentId = randomUUID()
      const statuses = new Map<number, number>()
      const asJson = (value: unknown) => JSON.stringify(value) ?? ''
      const payloads = fc.oneof(
        { weight: 8, arbitrary: valuesOf(plain(schema), noReferences).map(asJson) },
        { weight: 4, arbitrary: registrations.map(asJson) },
        { weight: 2, arbitrary: nastyValue.map(asJson) },
        { weight: 1, arbitrary: nastyText },
      )
      await agents.call('register', { key, agentId, body: registration })
      const property = fc.asyncProperty(payloads, async (payload) => {
        const answer = await agents.call(route, { key, agentId, payload: payload.toWellFormed() })
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        assert.ok(answer.status < 500, `${answer.status} ${answer.text}`)
      })
      const examples: [string][] = [[asJson(accepted)], ['{']]
      await fc.assert(property, { numRuns: requestsPerRoute, endOnFailure: true, examples })
      assert.ok((statuses.get(400) ?? 0) > 0)
      const fine = (statuses.get(200) ?? 0) + (statuses.get(204) ?? 0)
      assert.ok(fine > 0, `nothing was accepted: ${JSON.stringify([...statuses])}`)
      const made = await agents.store.read.selectFrom('location_keys').select('id').execute()
      for (const { id } of made) {
        await agents.removeKey({ id, place: { kind: 'data-center', dataCenter: 'eu-west-1' } })
      }
    })
  }

  test('no detail of a real run gives a 500, and one that is accepted can be read again', async () => {
    const { key } = await agents.makeKey('eu-west-2')
    const agentId = randomUUID()
    await agents.call('register', { key, agentId, body: registration })
    const states = new Map<unknown, number>()

    async function leaseOne(): Promise<Assignment> {
      await agents.addCheck('eu-west-2')
      const leased = await agents.call('lease', { key, agentId, body: { free: { uptime: 1, main: 0 } } })
      const run = leased.at('runs.0')
      assert.ok(isRunAssignment(run), leased.text)
      return run
    }
    async function report(result: RunResult): Promise<unknown> {
      const body = { sentAt: agents.clock.now(), results: [result] }
      const answer = await agents.call('results', { key, agentId, body })
      assert.ok(answer.status === 200 || answer.status === 400, answer.text)
      return answer.status === 200 ? answer.at('states.0') : 'not even read'
    }
    const property = fc.asyncProperty(oddResults, async (makeOdd) => {
      const good = resultOf(await leaseOne(), agents.clock.now())
      const state = await report(makeOdd(good))
      states.set(state, (states.get(state) ?? 0) + 1)
      if (state !== 'stored') assert.equal(await report(good), 'stored')
    })
    const examples: [(good: RunResult) => RunResult][] = [
      [(good) => good],
      [(good) => ({ ...good, detail: { response: 'none' } })],
    ]
    await fc.assert(property, { numRuns: rounds(150), endOnFailure: true, examples })
    const told = JSON.stringify([...states])
    assert.ok((states.get('refused') ?? 0) > 0 && (states.get('stored') ?? 0) > 0, told)

    const { read } = agents.store
    const judge = createValidator().compile(IcmpCheckResult, { complete: true })
    const rows = await read.selectFrom('results').selectAll().execute()
    for (const row of rows.map((columns) => toResult('ICMP', columns))) {
      const snapshot = (await snapshotsOf(read, row.checkNo, [row.snapshot])).get(row.snapshot)
      assert.deepEqual(judge(decodeDetail(row.detail, row, snapshot?.config)), [])
    }
  })

  test('a target may answer what it likes: neither names nor depth keep a result from being stored', async () => {
    const { key } = await agents.makeKey('eu-west-3')
    const agentId = randomUUID()
    await agents.call('register', { key, agentId, body: registration })
    const check = await agents.addCheck('eu-west-3')
    const leased = await agents.call('lease', { key, agentId, body: { free: { uptime: 1, main: 0 } } })
    const run = leased.at('runs.0')
    assert.ok(isRunAssignment(run), leased.text)
    const good = resultOf(run, agents.clock.now())
    const names = { ['__proto__']: { polluted: true }, constructor: { prototype: { polluted: true } } }
    // As deep as a gRPC service can answer.
    const actual: unknown = JSON.parse(`${'{"a":['.repeat(100)}${']}'.repeat(100)}`)
    const assertion = { order: 0, source: 'JSON_RESPONSE', property: '$', comparison: 'EQUALS', target: '' }
    const assertions = [{ ...assertion, regex: null, actual, error: 'not equal' }]
    const detail = { ...(isRecord(good.detail) ? good.detail : {}), ...names, assertions }
    const body = { sentAt: agents.clock.now(), results: [{ ...good, detail }] }
    const answer = await agents.call('results', { key, agentId, body })
    assert.deepEqual([answer.status, answer.at('states')], [200, ['stored']])
    assert.equal('polluted' in {}, false)
    const { read } = agents.store
    const columns = await read
      .selectFrom('results')
      .innerJoin('check_states', 'check_states.no', 'results.check_no')
      .where('check_states.check_id', '=', check.id)
      .selectAll('results')
      .executeTakeFirstOrThrow()
    const row = toResult('ICMP', columns)
    const snapshot = (await snapshotsOf(read, row.checkNo, [row.snapshot])).get(row.snapshot)
    const stored = decodeDetail(row.detail, row, snapshot?.config)
    assert.deepEqual(isRecord(stored) ? stored['assertions'] : null, assertions)
  })

  test('nothing of all this was an error of ours', () => {
    assert.deepEqual(agents.logged, [])
  })
})

type Assignment = Parameters<typeof resultOf>[0]

/** True for what the service itself gave out. */
function isRunAssignment(value: unknown): value is Assignment {
  return isRecord(value) && typeof value['runId'] === 'string' && typeof value['ticket'] === 'string'
}
