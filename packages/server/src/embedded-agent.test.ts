import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnknownAgent } from '@sonde/runs/agents/agent-caller.ts'
import type { AgentService } from '@sonde/runs/agents/agent-service.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import type { RunAssignment, ResultsRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { pino } from 'pino'
import { startEmbeddedAgent } from './embedded-agent.ts'

/** An agent cannot make sense of it, and says so in a result. */
const unreadableRun: RunAssignment = {
  runId: '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e99',
  attempt: 1,
  leaseId: 'lease-1',
  leaseEndsAt: 4_102_444_800_000,
  ticket: 'ticket',
  checkId: '6f0c2f5e-7c1d-4a53-9f6e-2b8a4c1d0e98',
  checkType: 'TCP',
  location: 'eu-west-1',
  queue: 'uptime',
  scheduledAt: 1_775_044_800_000,
  config: null,
}

test('an embedded agent that the service has forgotten registers again, and its result is kept', async (t) => {
  const sent: ResultsRequest[] = []
  const { promise: stored, resolve: noteStored } = Promise.withResolvers<void>()
  let registrations = 0
  let isKnown = false
  const times = { leaseMs: 60_000, renewMs: 20_000, pollMs: 20_000, heartbeatMs: 30_000 }
  const runs: RunAssignment[] = [unreadableRun]
  const service: AgentService = {
    async register() {
      registrations += 1
      isKnown = true
      return { location: 'embedded', ...times, serverTime: Date.now() }
    },
    async lease(_caller, _body, signal) {
      const taken = runs.splice(0)
      if (taken.length === 0) {
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
      return { runs: taken, cancel: [], serverTime: Date.now() }
    },
    async renew() {
      return { lost: [], cancel: [], serverTime: Date.now() }
    },
    async release() {},
    async sendArtifact() {
      throw new Error('there are no files')
    },
    async fetchDependencies() {
      return null
    },
    async storeDependencies() {
      throw new Error('there are no suites')
    },
    async dropDependencies() {},
    async sendResults(_caller, body) {
      sent.push(body)
      // As after a clock that was set a day forward.
      if (sent.length === 1) isKnown = false
      if (!isKnown) throw new UnknownAgent('this agent has not registered')
      noteStored()
      return { states: body.results.map(() => 'stored' as const), serverTime: Date.now() }
    },
    async heartbeat() {
      if (!isKnown) throw new UnknownAgent('this agent has not registered')
      return { serverTime: Date.now() }
    },
    async sendEvents() {},
    async sendDiagnostics() {},
    async fetchCode() {
      return null
    },
    async storeGolden() {
      return { kind: 'refused', message: 'no golden files here' }
    },
    async fetchBundle() {
      return null
    },
    async sendLog() {},
    close() {},
  }
  const agent = await startEmbeddedAgent({
    service,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    settings: {
      uptimeConcurrency: 1,
      jobConcurrency: 1,
      scripts: {
        sandbox: 'process',
        network: 'auto',
        userIds: { first: 64_100, last: 64_199 },
        concurrency: 1,
        poolSize: 0,
        runtimesDir: null,
        chromiumPath: null,
        runtimeInstall: 'demand',
      },
      usesOsResolver: false,
      deniedTargets: [],
      authorities: [],
      dnsResolvers: [],
      connectivityTargets: [],
      ownPorts: [],
    },
  })
  t.after(() => agent.stop())
  await stored
  assert.equal(registrations, 2)
  assert.deepEqual(
    sent.map(({ results }) => results.map(({ runId }) => runId)),
    sent.map(() => [unreadableRun.runId]),
  )
})
