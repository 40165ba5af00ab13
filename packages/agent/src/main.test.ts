// In turns: the agent as a program.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { askHealth, startAgentProcess } from '../testing/agent-process.ts'
import { testKey } from '../testing/agent-under-test.ts'
import { icmpConfig, makeRun, startFakeService } from '../testing/fake-service.ts'

const key = { API_KEY: testKey }

/** Asks until the endpoint answers so. */
async function untilHealth(port: number, path: string, status: number): Promise<void> {
  while ((await askHealth(port, path))?.status !== status) await wait(20)
}

const wrongKeys = [
  { name: 'no key', environment: {}, line: /^sonde-agent: API_KEY: is required/ },
  {
    name: 'a malformed key',
    environment: { API_KEY: 'abc' },
    line: /^sonde-agent: API_KEY: has the wrong format/,
  },
  {
    name: 'a key file that is not there',
    environment: { API_KEY_FILE: '/nowhere/key' },
    line: /^sonde-agent: API_KEY_FILE: \/nowhere\/key cannot be read \(ENOENT\)/,
  },
]
for (const { name, environment, line } of some('wrong keys of an agent', wrongKeys)) {
  test(`case 1: ${name} ends the start with one line`, async (t) => {
    const agent = startAgentProcess(t, { SERVICE_URL: 'http://127.0.0.1:9', ...environment })
    assert.equal(await agent.ended, 1)
    assert.equal(agent.lines().length, 1)
    assert.match(agent.output(), line)
    assert.equal(agent.output().includes('abc'), false)
  })
}

test('case 1: an unknown key ends the agent with one error line that does not show it', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  service.setDetour(() => ({ status: 401, body: { message: `unknown key ${testKey}` } }))
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url })
  assert.equal(await agent.ended, 1)
  assert.equal(agent.lines().filter((line) => line.includes('"level":50')).length, 1)
  assert.match(agent.output(), /API_KEY: the service does not accept this key/)
  assert.equal(agent.output().includes(testKey), false)
})

test('case 2: readiness follows the agent, liveness and health answer all along', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  let isAway = true
  service.setDetour(() => (isAway ? { status: 503 } : null))
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url })
  const port = await agent.healthPort()
  assert.deepEqual(await askHealth(port, '/-/readiness'), { status: 503, body: 'Service Unavailable' })
  assert.deepEqual(await askHealth(port, '/-/liveness'), { status: 200, body: 'OK' })
  assert.deepEqual(await askHealth(port, '/health'), { status: 200, body: 'OK' })
  isAway = false
  await untilHealth(port, '/-/readiness', 200)
  assert.deepEqual(await askHealth(port, '/health', 'HEAD'), { status: 200, body: '' })
  assert.equal((await askHealth(port, '/health', 'POST'))?.status, 405)
  assert.equal((await askHealth(port, '/x'))?.status, 404)
  agent.kill('SIGTERM')
  assert.equal(await agent.ended, 0)
  assert.match(agent.output(), /agent 8\.4\.0 \(main\) runs ICMP/)
  assert.equal(agent.output().includes(testKey), false)
})

test('case 3: a health port that is taken ends the start and is named', async (t) => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as AddressInfo
  const agent = startAgentProcess(t, {
    ...key,
    SERVICE_URL: 'http://127.0.0.1:9',
    AGENT_HEALTH_PORT: String(port),
  })
  assert.equal(await agent.ended, 1)
  assert.equal(
    agent.output(),
    `sonde-agent: AGENT_HEALTH_PORT: ${port} is already in use; choose another port\n`,
  )
})

test('case 3: AGENT_HEALTH_PORT is the only port that answers', async (t) => {
  const free = createServer().listen(0)
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  const agent = startAgentProcess(t, {
    ...key,
    SERVICE_URL: 'http://127.0.0.1:9',
    AGENT_HEALTH_PORT: String(port),
  })
  assert.equal(await agent.healthPort(), port)
  assert.equal((await askHealth(port, '/health'))?.status, 200)
})

test('SIGTERM during an uptime run: readiness fails meanwhile, the run is reported, exit 0', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url })
  const port = await agent.healthPort()
  await untilHealth(port, '/-/readiness', 200)
  if (!mayPing(service.registrations()[0])) return t.skip('this user may not ping')
  const run = makeRun({ config: icmpConfig({ pingCount: 10 }) })
  service.give(run)
  await service.until(() => service.leases().length === 2)
  agent.kill('SIGTERM')
  await untilHealth(port, '/-/readiness', 503)
  assert.equal((await askHealth(port, '/-/liveness'))?.status, 200)
  assert.equal(await agent.ended, 0)
  assert.deepEqual(
    service.results.map(({ runId, verdict }) => [runId, verdict.hasFailures, verdict.hasErrors]),
    [[run.runId, false, false]],
  )
  assert.ok((service.results[0]?.durationMs ?? 0) > 4_400, 'ten pings take four and a half seconds')
})

test('a signal that arrives more than once, as from a service manager and npm, still lets the open run finish', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url })
  await service.until(() => service.openPolls() === 1)
  if (!mayPing(service.registrations()[0])) return t.skip('this user may not ping')
  const run = makeRun({ config: icmpConfig({ pingCount: 5 }) })
  service.give(run)
  await service.until(() => service.leases().length === 2)
  agent.kill('SIGTERM')
  await agent.says('stopping after the open runs have finished')
  agent.kill('SIGTERM')
  // The copy that npm and the start script pass on, on a busy machine.
  await wait(300)
  agent.kill('SIGINT')
  assert.equal(await agent.ended, 0)
  assert.deepEqual(
    service.results.map(({ runId, verdict }) => [runId, verdict.hasFailures, verdict.hasErrors]),
    [[run.runId, false, false]],
  )
  assert.deepEqual(service.releases(), [])
})

test('case 6: a second request to stop, 2 s after the first, releases the open run and exits with 143', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url })
  await service.until(() => service.openPolls() === 1)
  if (!mayPing(service.registrations()[0])) return t.skip('this user may not ping')
  const run = makeRun({ config: icmpConfig({ pingCount: 50 }) })
  service.give(run)
  await service.until(() => service.leases().length === 2)
  const startedMs = performance.now()
  assert.equal(await agent.killUntilEnded('SIGTERM'), 143)
  assert.ok(performance.now() - startedMs >= 2_000, `${performance.now() - startedMs} ms`)
  assert.deepEqual(service.releases(), [{ runs: [{ leaseId: run.leaseId, ticket: run.ticket }] }])
  assert.equal(service.results.length, 0)
})

test('SHUTDOWN_TIMEOUT: the open run is released and the agent exits 0', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url, SHUTDOWN_TIMEOUT: '0' })
  await service.until(() => service.openPolls() === 1)
  if (!mayPing(service.registrations()[0])) return t.skip('this user may not ping')
  service.give(makeRun({ config: icmpConfig({ pingCount: 50 }) }))
  await service.until(() => service.leases().length === 2)
  agent.kill('SIGINT')
  assert.equal(await agent.ended, 0)
  assert.equal(service.releases().length, 1)
})

test('case 7: SIGTERM in an idle long poll ends the agent with 0, before that poll is over', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url })
  await service.until(() => service.openPolls() === 1)
  agent.kill('SIGTERM')
  assert.equal(await agent.ended, 0)
  assert.equal(service.pollsOver(), 0)
})

test('a key that is deleted later: error line, exit 1', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url })
  await service.until(() => service.openPolls() === 1)
  service.setDetour(() => ({ status: 401 }))
  service.cancelNow('some lease')
  assert.equal(await agent.ended, 1)
  assert.match(agent.output(), /"level":50.*does not accept this key/)
})

test('case 10: JOB_CONCURRENCY is clamped with a warning, or refused', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  for (const { written, used } of [
    { written: '0', used: 1 },
    { written: '11', used: 10 },
  ]) {
    const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url, JOB_CONCURRENCY: written })
    await agent.says('registered')
    assert.deepEqual(await agent.warnings(), [
      `JOB_CONCURRENCY: ${written} is not between 1 and 10; ${used} is used`,
    ])
    assert.match(agent.output(), new RegExp(`"jobConcurrency":${used}\\b`))
    agent.kill('SIGTERM')
    assert.equal(await agent.ended, 0)
  }
  const agent = startAgentProcess(t, { ...key, SERVICE_URL: service.url, JOB_CONCURRENCY: 'x' })
  assert.equal(await agent.ended, 1)
  assert.equal(agent.output(), 'sonde-agent: JOB_CONCURRENCY: must be an integer\n')
})

test('the key may come from a file, and metrics are told on their own port', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const folder = mkdtempSync(join(tmpdir(), 'sonde-agent-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'key'), `${testKey}\n`)
  const free = createServer().listen(0)
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  await once(free, 'close')
  const agent = startAgentProcess(t, {
    API_KEY_FILE: join(folder, 'key'),
    SERVICE_URL: service.url,
    AGENT_METRICS_PORT: String(port),
  })
  await agent.says('registered')
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  assert.match(await answer.text(), /^sonde_agent_runs_open\{queue="uptime"\} 0$/m)
})

function mayPing(registration: { capabilities: { icmp: string } } | undefined): boolean {
  return registration !== undefined && registration.capabilities.icmp !== 'none'
}
