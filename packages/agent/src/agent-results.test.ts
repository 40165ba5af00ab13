import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../testing/agent-under-test.ts'
import { makeRun, startFakeService } from '../testing/fake-service.ts'
import { heldRuns } from '../testing/held-runs.ts'

test('case 9: a result outlives an outage of the service, with its age', async (t) => {
  const first = await startFakeService()
  const held = heldRuns()
  const { agent, log } = createTestAgent(t, first, { execute: held.execute })
  await agent.start()
  const run = makeRun()
  first.give(run)
  await first.until(() => held.open.length === 1)
  await first.stop()
  held.open[0]?.end()
  while (!log.lines.some(({ message }) => message.startsWith('could not deliver results'))) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const service = await startFakeService({ port: first.port })
  t.after(service.stop)
  await service.until(() => service.results.length === 1 && service.registrations().length === 1)
  const [result] = service.results
  assert.equal(result?.runId, run.runId)
  assert.ok((result?.ageMs ?? 0) > 1)
})

test('a result is retried with a growing age and never sent twice at the same time', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  let refusals = 0
  service.setDetour(({ path }) => (path === '/results' && refusals++ < 3 ? { status: 503 } : null))
  const { agent } = createTestAgent(t, service)
  await agent.start()
  const runs = Array.from({ length: 50 }, () => makeRun())
  service.give(...runs)
  await service.until(() => service.results.length === 50)
  const ages = service.posts().map(({ results }) => results[0]?.ageMs ?? 0)
  assert.deepEqual(
    ages.slice(0, 4),
    ages.slice(0, 4).toSorted((a, b) => a - b),
  )
  assert.ok((ages[3] ?? 0) > (ages[0] ?? 0))
  assert.equal(service.mostResultsUnderWay(), 1)
  assert.equal(new Set(service.results.map(({ runId }) => runId)).size, 50)
})

test('results that are ready together travel together, at most 1,000 in a message', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const { agent } = createTestAgent(t, service, { uptime: 3_000 })
  await agent.start()
  service.give(...Array.from({ length: 2_500 }, () => makeRun()))
  await service.until(() => service.results.length === 2_500)
  const sizes = service.posts().map(({ results }) => results.length)
  assert.ok(Math.max(...sizes) <= 1_000)
  // How many are ready together depends on how quick the machine is: far fewer messages than results, in any case. A
  // message of few is not worth zipping.
  assert.ok(sizes.length <= 20, `${sizes.length} messages`)
  const zipped = service.calls.filter(({ isZipped, path }) => isZipped && path === '/results').length
  assert.ok(zipped >= sizes.filter((size) => size >= 100).length, `${zipped} of ${sizes.join(', ')}`)
})

test('a result goes at once, and those that end soon after it travel together', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const { agent } = createTestAgent(t, service, { execute: held.execute, limits: { resultPaceMs: 400 } })
  await agent.start()
  service.give(makeRun(), makeRun(), makeRun())
  await service.until(() => held.open.length === 3)
  for (const run of held.open.splice(0)) {
    run.end()
    await service.until(() => service.results.length > 0)
    // Long enough for a message of its own.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await service.until(() => service.results.length === 3)
  assert.deepEqual(
    service.posts().map(({ results }) => results.length),
    [1, 2],
  )
})

test('results of runs that are under way together travel together, and one that is alone goes at once', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const limits = { resultPaceMs: 0, resultGatherMs: 600_000 }
  const { agent } = createTestAgent(t, service, { execute: held.execute, limits })
  await agent.start()
  for (const count of [3, 1]) {
    const before = service.results.length
    service.give(...Array.from({ length: count }, () => makeRun()))
    await service.until(() => held.open.length === count)
    for (const run of held.open.splice(0)) {
      run.end()
      // Long enough for a message of its own.
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    }
    await service.until(() => service.results.length === before + count)
  }
  assert.deepEqual(
    service.posts().map(({ results }) => results.length),
    [3, 1],
  )
})

test('a message that is full does not wait for others', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const { agent } = createTestAgent(t, service, { uptime: 3_000, limits: { resultPaceMs: 600_000 } })
  await agent.start()
  service.give(...Array.from({ length: 2_500 }, () => makeRun()))
  await service.until(() => service.results.length > 1_000)
  assert.ok(service.posts().some(({ results }) => results.length === 1_000))
})

test('a message that is filled while it waits for others waits no longer', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const held = heldRuns()
  const limits = { resultPaceMs: 600_000 }
  const { agent } = createTestAgent(t, service, { uptime: 3_000, execute: held.execute, limits })
  await agent.start()
  service.give(...Array.from({ length: 1_200 }, () => makeRun()))
  await service.until(() => held.open.length === 1_200)
  const end = (count: number) => {
    for (const run of held.open.splice(0, count)) run.end()
  }
  end(1)
  await service.until(() => service.results.length === 1)
  end(500)
  // Long enough for the wait to begin.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  end(699)
  await service.until(() => service.results.length === 1_001)
  assert.deepEqual(
    service.posts().map(({ results }) => results.length),
    [1, 1_000],
  )
})

test('too many waiting results: the oldest are dropped with an error line', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  let isAway = true
  service.setDetour(({ path }) => (path === '/results' && isAway ? { status: 503 } : null))
  const { agent, log } = createTestAgent(t, service, { limits: { bufferBytes: 20_000 } })
  await agent.start()
  const runs = Array.from({ length: 60 }, () => makeRun())
  service.give(...runs)
  await service.until(() => service.posts().length >= 2)
  isAway = false
  const last = makeRun()
  service.give(last)
  await service.until(() => service.results.some(({ runId }) => runId === last.runId))
  assert.ok(service.results.length < 61)
  assert.match(log.at('error')[0]?.message ?? '', /the oldest were dropped/)
})

test('while too many results wait, no more runs are asked for, and none is lost', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  let isSlow = true
  service.setDetour(({ path }) => (path === '/results' && isSlow ? { status: 503 } : null))
  const { agent, log } = createTestAgent(t, service, { uptime: 5, limits: { bufferBytes: 20_000 } })
  await agent.start()
  // Four times what the agent may keep, and five at a time.
  const runs = Array.from({ length: 120 }, () => makeRun())
  service.give(...runs)
  // None of the runs is for the main line: it is full only where nothing at all is asked for.
  await service.until(() => service.leases().at(-1)?.free.main === 0 || log.at('error').length > 0)
  assert.deepEqual(log.at('error'), [])
  isSlow = false
  await service.until(() => service.results.length === runs.length)
})

test('a result that the service cannot read is dropped with an error line, and takes no other with it', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const bad = makeRun()
  service.setDetour(({ path, body }) =>
    path === '/results' && JSON.stringify(body).includes(bad.runId) ? { status: 400 } : null,
  )
  const { agent, log } = createTestAgent(t, service)
  await agent.start()
  const good = Array.from({ length: 20 }, () => makeRun())
  service.give(...good.slice(0, 10), bad, ...good.slice(10))
  await service.until(() => service.results.length === 20)
  await service.until(() => log.at('error').length === 1)
  assert.deepEqual(log.at('error')[0]?.fields, { runId: bad.runId, attempt: 1, checkType: 'ICMP' })
})

test('the answers lost and refused are final', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  service.setDetour(({ path }) =>
    path === '/results'
      ? { status: 200, body: { states: ['lost', 'refused'], serverTime: Date.now() } }
      : null,
  )
  const { agent, log } = createTestAgent(t, service)
  await agent.start()
  service.give(makeRun(), makeRun())
  await service.until(() => service.posts().length === 1)
  await agent.drain({ timeoutMs: 5_000 })
  assert.equal(service.posts().length, 1)
  assert.equal(log.at('error').length, 1)
})

test('the last result of a parcel says that it is done, and a cancelled run at its end is told with a renewal', async (t) => {
  const service = await startFakeService()
  t.after(service.stop)
  const { open, execute } = heldRuns()
  const { agent } = createTestAgent(t, service, { execute })
  await agent.start()
  const [first, second, alone] = [makeRun({ parcel: 'p' }), makeRun({ parcel: 'p' }), makeRun()]
  service.give(first, second, alone)
  await service.until(() => open.length === 3)
  open[0]?.end()
  open[2]?.end()
  await service.until(() => service.results.length === 2)
  open[1]?.end()
  await service.until(() => service.results.length === 3)
  const told = service.posts().map(({ results, done }) => ({ runs: results.map(({ runId }) => runId), done }))
  assert.deepEqual(told.at(-1), { runs: [second.runId], done: ['p'] })
  for (const { done } of told.slice(0, -1)) assert.equal(done, undefined)

  const [made, cancelled] = [makeRun({ parcel: 'q' }), makeRun({ parcel: 'q' })]
  service.give(made, cancelled)
  await service.until(() => open.length === 5)
  open[3]?.end()
  await service.until(() => service.results.length === 4)
  service.cancelNow(cancelled.leaseId)
  await service.until(() => service.renewals().length === 1)
  assert.deepEqual(service.renewals(), [{ runs: [], done: ['q'] }])
})
