import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeartbeatRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { createTestAgent, passed, testKey } from '../testing/agent-under-test.ts'
import { makeRun, startFakeService } from '../testing/fake-service.ts'
import { heldRuns } from '../testing/held-runs.ts'
import { UnreadableJob } from './runs/execution.ts'
import { noScriptRuns } from './scripts/script-runs.ts'

test('an agent registers, leases and reports', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const { agent, agentId } = createTestAgent(t, service)
  assert.equal(agent.state(), 'starting')
  await agent.start()
  assert.equal(agent.state(), 'ready')
  const run = makeRun()
  service.give(run)
  await service.until(() => service.results.length === 1)
  const [result] = service.results
  assert.ok(result)
  assert.deepEqual([result.runId, result.leaseId, result.ticket], [run.runId, run.leaseId, run.ticket])
  assert.equal(result.verdict.hasFailures, false)
  assert.ok(Math.abs(result.startedAt - Date.now()) < 60_000)
  const [registration] = service.registrations()
  assert.deepEqual(registration?.checkTypes, ['ICMP'])
  for (const { headers } of service.calls) {
    assert.equal(headers.authorization, `Bearer ${testKey}`)
    assert.equal(headers['x-agent-id'], agentId)
    assert.equal(headers['x-agent-version'], '8.4.0')
  }
})

test('what has changed about an agent is told at once, and again if it changes meanwhile', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const missing: string[] = []
  const { agent } = createTestAgent(t, service, { missing })
  await agent.start()
  missing.push('one user id')
  agent.introduce()
  missing.push('all user ids')
  agent.introduce()
  await service.until(() => service.registrations().length === 3)
  const last = service.registrations().at(-1)
  assert.deepEqual(last?.capabilities.missing, ['one user id', 'all user ids'])
})

test('exactly one long poll is open, and it names the free slots', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute, uptime: 5 })
  await agent.start()
  await service.until(() => service.openPolls() === 1)
  service.give(makeRun(), makeRun())
  await service.until(() => held.open.length === 2 && service.leases().length === 2)
  assert.deepEqual(
    service.leases().map(({ free }) => free.uptime),
    [5, 3],
  )
  assert.equal(service.openPolls(), 1)
})

test('a full agent keeps its poll open as a sign of life and asks again when a slot is free', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute, uptime: 1 })
  await agent.start()
  service.give(makeRun(), makeRun())
  await service.until(() => service.leases().some(({ free }) => free.uptime === 0))
  assert.equal(held.open.length, 1)
  held.open[0]?.end()
  await service.until(() => held.open.length === 2)
  assert.equal(service.releases().length, 0)
})

test('what does not fit into the slots is given back', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const runs = [makeRun(), makeRun(), makeRun()]
  service.setDetour(({ path }) =>
    path === '/lease' && service.leases().length === 1
      ? { status: 200, body: { runs, cancel: [], serverTime: Date.now() } }
      : null,
  )
  const { agent } = createTestAgent(t, service, { execute: held.execute, uptime: 1 })
  await agent.start()
  await service.until(() => service.releases().length === 1)
  assert.equal(held.open.length, 1)
  assert.deepEqual(
    service.releases()[0]?.runs.map(({ leaseId }) => leaseId),
    runs.slice(1).map(({ leaseId }) => leaseId),
  )
})

test('a cancelled run is aborted and says nothing', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute })
  await agent.start()
  const [cancelled, other] = [makeRun(), makeRun()]
  service.give(cancelled, other)
  await service.until(() => held.open.length === 2)
  service.cancelNow(cancelled.leaseId)
  await service.until(() => held.open[0]?.signal.aborted === true)
  held.open[0]?.end()
  held.open[1]?.end()
  await service.until(() => service.results.length === 1)
  assert.equal(service.results[0]?.runId, other.runId)
})

test('runs that take long are renewed; lost and cancelled ones are dropped', async (t) => {
  const service = await startFakeService({ renewMs: 30 })
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute })
  await agent.start()
  const [kept, lost, cancelled] = [makeRun(), makeRun(), makeRun()]
  service.give(kept, lost, cancelled)
  await service.until(() => service.renewals().some(({ runs }) => runs.length === 3))
  service.lose(lost.leaseId)
  service.cancel(cancelled.leaseId)
  await service.until(() => service.renewals().at(-1)?.runs.length === 1)
  assert.deepEqual(service.renewals().at(-1)?.runs, [{ leaseId: kept.leaseId, ticket: kept.ticket }])
  assert.deepEqual(
    held.open.map(({ signal }) => signal.aborted),
    [false, true, true],
  )
})

test('an exception inside one run ends that run and not the agent', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const execute = async (config: unknown) => {
    if (config === 'bad') throw new TypeError('x is not a function')
    if (config === 'unreadable') throw new UnreadableJob('no host name')
    return passed
  }
  const { agent, log } = createTestAgent(t, service, { execute })
  await agent.start()
  service.give(makeRun({ config: 'bad' }), makeRun({ config: 'unreadable' }), makeRun())
  await service.until(() => service.results.length === 3)
  const causes = service.results.map(({ notRunCause, verdict }) => `${notRunCause} ${verdict.hasErrors}`)
  assert.deepEqual(causes.toSorted(), ['internal true', 'null false', 'unreadable-job true'])
  assert.equal(log.at('error').length, 2)
  assert.equal(agent.state(), 'ready')
})

test('a type that the agent does not run is answered as unreadable', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const { agent } = createTestAgent(t, service)
  await agent.start()
  service.give(makeRun({ checkType: 'TCP' }))
  await service.until(() => service.results.length === 1)
  assert.equal(service.results[0]?.notRunCause, 'unreadable-job')
})

test('case 77: without a sandbox a run with scripts ends without a verdict, and others run', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  let executed = 0
  const execute = async () => {
    executed += 1
    return passed
  }
  const { agent } = createTestAgent(t, service, { execute, scripts: noScriptRuns('install bubblewrap') })
  await agent.start()
  const script = {
    runtimeId: '2026.04',
    setup: [],
    teardown: [],
    files: [],
    variables: {},
    secretVariables: [],
  }
  const scripted = makeRun({ queue: 'script', script })
  service.give(scripted, makeRun())
  await service.until(() => service.results.length === 2)
  const result = service.results.find(({ runId }) => runId === scripted.runId)
  assert.deepEqual(
    [result?.notRunCause, result?.verdict.hasErrors, result?.verdict.hasFailures, executed],
    ['no-sandbox', true, false, 1],
  )
  assert.match(result?.verdict.reason ?? '', /install bubblewrap/)
})

test('a run that never ends is given up as not run', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute, limits: { mostRunMs: 30 } })
  await agent.start()
  service.give(makeRun())
  await service.until(() => service.results.length === 1)
  assert.equal(service.results[0]?.notRunCause, 'aborted')
  assert.equal(held.open[0]?.signal.aborted, true)
})

test('a draining agent takes no more runs, finishes and reports', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute })
  await agent.start()
  service.give(makeRun())
  await service.until(() => held.open.length === 1 && service.openPolls() === 1)
  const drained = agent.drain({ timeoutMs: 60_000 })
  assert.equal(agent.state(), 'draining')
  await service.until(() => service.openPolls() === 0)
  held.open[0]?.end()
  await drained
  assert.equal(agent.state(), 'stopped')
  assert.equal(service.results.length, 1)
  assert.equal(service.releases().length, 0)
  // Its last words: whoever reads the list of agents need not wait for its silence.
  assert.deepEqual(service.calls.at(-1)?.body, { leaving: true })
})

test('case 7: an idle agent in its long poll is drained at once', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const { agent } = createTestAgent(t, service)
  await agent.start()
  await service.until(() => service.openPolls() === 1)
  await agent.drain({ timeoutMs: 60_000 })
  assert.equal(service.pollsOver(), 0, 'it waited for the end of its long poll')
})

test('runs that come while an agent stops are given back before it leaves', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const { agent } = createTestAgent(t, service)
  await agent.start()
  await service.until(() => service.openPolls() === 1)
  const run = makeRun()
  service.setDetour(({ path, body }) => {
    if (path === '/heartbeat' && (body as HeartbeatRequest).draining === true) service.give(run)
    return null
  })
  await agent.drain({ timeoutMs: 60_000 })
  assert.deepEqual(service.releases(), [{ runs: [{ leaseId: run.leaseId, ticket: run.ticket }] }])
  assert.deepEqual(service.calls.at(-1)?.body, { leaving: true })
  assert.equal(service.results.length, 0)
})

test('an agent that stops hangs up on a service that keeps its poll open', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const { agent } = createTestAgent(t, service, { limits: { pollEndMs: 5 } })
  await agent.start()
  await service.until(() => service.openPolls() === 1)
  service.setDetour(({ path }) =>
    path === '/heartbeat' ? { status: 200, headers: {}, body: { serverTime: 0 } } : null,
  )
  await agent.drain({ timeoutMs: 60_000 })
  await service.until(() => service.openPolls() === 0)
  assert.equal(service.pollsOver(), 0, 'it waited for the end of its long poll')
})

test('what is not over in time is released, and a late end says nothing', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute })
  await agent.start()
  const run = makeRun()
  service.give(run)
  await service.until(() => held.open.length === 1)
  await agent.drain({ timeoutMs: 20 })
  held.open[0]?.end()
  assert.deepEqual(service.releases(), [{ runs: [{ leaseId: run.leaseId, ticket: run.ticket }] }])
  assert.equal(held.open[0]?.signal.aborted, true)
  assert.equal(service.results.length, 0)
})

test('a failing run of an agent without network becomes not run and keeps what was measured', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const failed = { ...passed, verdict: { ...passed.verdict, kind: 'failed' as const, isNetworkError: true } }
  const asked: object[] = []
  const { agent } = createTestAgent(t, service, {
    execute: async (config) => (config === 'up' ? passed : { ...failed, isLoopback: config === 'loopback' }),
    connectivity: {
      state: () => 'offline',
      watch: () => undefined,
      noteContact: () => undefined,
      noteUnreached: () => undefined,
      onBack: () => undefined,
      close: () => undefined,
      wasLost: async (run) => {
        asked.push(run)
        return true
      },
    },
  })
  await agent.start()
  const runs = ['up', 'down', 'loopback'].map((config) => makeRun({ config }))
  service.give(...runs)
  await service.until(() => service.results.length === 3)
  const byRun = new Map(service.results.map((result) => [result.runId, result]))
  const [up, down, loopback] = runs.map(({ runId }) => byRun.get(runId))
  assert.deepEqual([up?.notRunCause, loopback?.notRunCause], [null, null])
  assert.equal(down?.notRunCause, 'agent-offline')
  assert.deepEqual(
    [down?.verdict.hasErrors, down?.verdict.hasFailures, down?.verdict.isNetworkError],
    [true, false, false],
  )
  const told = JSON.stringify(down?.detail)
  assert.match(told, /"resolvedIp":"192\.0\.2\.1"/)
  assert.match(told, /"code":"ERR_AGENT_OFFLINE"/)
  assert.equal(asked.length, 1)
  assert.equal(service.leases()[0]?.connectivity, 'offline')
})
