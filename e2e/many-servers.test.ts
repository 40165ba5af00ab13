// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openEventStream } from '@sonde/api/testing/event-stream.ts'
import { systemClock } from '@sonde/ground/clock.ts'
import { startNats, withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { openStore, type Store } from '@sonde/store/engine/store.ts'
import { forEachEngine, type TestDatabase, type TestEngine } from '@sonde/store/testing/engines.ts'
import { judgeSlots, readSlots, settledSlots, type SlotFigures } from '../scripts/cluster/slots-hold.ts'
import { startAgents } from './support/agent-process.ts'
import { call, credentialSettings, someCredentials } from './support/api-client.ts'
import { eventually, patienceMs } from './support/eventually.ts'
import { reverseProxyFor } from './support/reverse-proxy-for.ts'
import { spawnServer } from './support/server-process.ts'
import { type Service, startService } from './support/service-under-test.ts'

const periodMs = 10_000
const checkCount = 12

async function placeFor(t: TestContext, engine: TestEngine): Promise<TestDatabase> {
  const place = await engine.createMigratedDatabase()
  t.after(() => place.remove())
  return place
}

async function natsSettings(t: TestContext): Promise<Record<string, string>> {
  const nats = await startNats()
  t.after(() => nats.stop())
  return { NATS_URL: nats.url, NATS_REPLICAS: '1' }
}

/** A server that is expected to refuse; what it says. */
async function refusal(
  t: TestContext,
  place: TestDatabase,
  settings: Record<string, string>,
): Promise<string> {
  const { exited, stderr } = spawnServer(t, {
    SONDE_DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
    ...credentialSettings(someCredentials),
    ...settings,
  })
  assert.equal((await exited).code, 1)
  return stderr()
}

/** How many shards each living server has, the fewest first. */
async function shares(store: Store): Promise<number[]> {
  const rows = await store.read
    .selectFrom('shard_leases')
    .select('owner')
    .where('until_at', '>', Date.now())
    .execute()
  const owned = rows.filter(({ owner }) => owner !== null)
  return [...Map.groupBy(owned, ({ owner }) => owner).values()].map((shards) => shards.length).toSorted()
}

async function metricOf(service: Service, name: string): Promise<number> {
  const text = await (await fetch(`${service.server().address}/metrics`)).text()
  return Number(new RegExp(`^${RegExp.escape(name)} (.*)$`, 'm').exec(text)?.[1])
}

/** A process whose clock is off by so much. */
function clockOff(ms: number): Record<string, string> {
  const script = `const now = Date.now; Date.now = () => now() + ${ms}`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

/** By whichever server a run was scheduled and its result was taken, its dates are those of the database. */
async function datesHold(t: TestContext, store: Store): Promise<void> {
  const rows = await store.read
    .selectFrom('results')
    .select(['scheduled_at', 'started_at', 'created_at'])
    .where('is_final', '=', true)
    .execute()
  const lateMs = rows
    // Those of slots: first runs and sessions are at odd moments.
    .filter(({ scheduled_at: at }) => at % 1_000 === 0)
    .map(({ scheduled_at: at, started_at: startedAt }) => startedAt - at)
    .toSorted((one, other) => one - other)
  const half = lateMs[Math.floor(lateMs.length / 2)] ?? Infinity
  t.diagnostic(`of ${lateMs.length} runs half began within ${half} ms, the last after ${lateMs.at(-1)} ms`)
  assert.ok((lateMs[0] ?? -Infinity) > -1_000 && half < 5_000 && (lateMs.at(-1) ?? Infinity) < 30_000)
  assert.ok(rows.every(({ started_at: at, created_at: storedAt }) => Math.abs(storedAt - at) < 60_000))
}

/** 600 requests of a key pass in a minute, and ten wrong passwords in a quarter of an hour, wherever they arrive. */
async function limitsHold(t: TestContext, services: readonly Service[]): Promise<void> {
  const [first] = services
  const made = await first?.expect(201, 'POST', '/v1/accounts/me/api-keys', {
    name: 'limited',
    role: 'READ_ONLY',
  })
  const { key } = made as { key: string }
  const addressOf = (nth: number) => services[nth % services.length]?.address ?? ''
  const statuses: number[] = []
  for (let sent = 0; sent <= 600; sent = statuses.length) {
    // A few at a time: a server that is kept busy for 100 ms does not answer in time.
    const some = Array.from({ length: Math.min(4, 601 - sent) }, async (_, nth) => {
      const answer = await call(
        addressOf(sent + nth),
        { ...someCredentials, key },
        'GET',
        '/v1/check-groups?limit=1',
      )
      return answer.status
    })
    statuses.push(...(await Promise.all(some)))
  }
  const guesses: number[] = []
  for (let nth = 0; nth < 12; nth += 1) {
    const body = JSON.stringify({ email: 'ada@example.net', password: `wrong password ${nth}` })
    const headers = { 'content-type': 'application/json', origin: addressOf(nth) }
    guesses.push((await fetch(`${addressOf(nth)}/v1/session`, { method: 'POST', headers, body })).status)
  }
  const asks = async (answer: string) =>
    await Promise.all(
      services.map((service) => metricOf(service, `sonde_limit_asks_total{answer="${answer}"}`)),
    )
  // They are kept for five seconds.
  const asked = await eventually('the metrics of all of it', async () => {
    const counts = await asks('owner')
    return counts.some((count) => count >= 300) && counts
  })
  const unanswered = (await asks('local')).reduce((sum, count) => sum + count, 0)
  t.diagnostic(`another server has counted ${asked.join(' and ')} requests, and did not answer ${unanswered}`)
  const [passed = 0, wrong = 0] = [countsOf(statuses)[200], countsOf(guesses)[401]]
  if (unanswered === 0) {
    assert.deepEqual(countsOf(statuses), { 200: 600, 429: 1 })
    assert.deepEqual(countsOf(guesses), { 401: 10, 429: 2 })
  }
  assert.ok(passed >= 600 && passed <= 600 + unanswered && wrong >= 10 && wrong <= 10 + unanswered)
}

/** A page at one server hears at once what another one has written, and goes on at any of them. */
async function pagesFollow(t: TestContext, [near, far]: readonly [Service, Service]): Promise<void> {
  const { key, accountId } = someCredentials
  const open = async ({ address }: Service, lastEventId = '') => {
    const stream = await openEventStream(Number(new URL(address).port), {
      path: `/v1/accounts/${accountId}/events?types=check-changed`,
      headers: { authorization: `Bearer ${key}`, 'last-event-id': lastEventId },
    })
    t.after(() => stream.close())
    await stream.until(() => stream.lastEventId() !== '')
    return stream
  }
  /** Of checks that do not run. */
  const write = async (service: Service) => {
    const body = { name: 'Gateway', request: { hostname: '127.0.0.1' }, activated: false }
    return ((await service.expect(201, 'POST', '/v1/checks/icmp', body)) as { id: string }).id
  }
  const isOf = (id: string) => (data: unknown) => (data as { id: string }).id === id
  const stream = await open(near)
  const tookMs: number[] = []
  // One after the other: where pages are told at every look, each waits for most of a second.
  for (let nth = 0; nth < 6; nth += 1) {
    const id = await write(far)
    const writtenAt = performance.now()
    await stream.heard('check-changed', isOf(id))
    tookMs.push(Math.round(performance.now() - writtenAt))
  }
  t.diagnostic(`a page at another server was told after ${tookMs.join(', ')} ms`)
  assert.ok(Math.min(...tookMs) < 500)

  const lastEventId = stream.lastEventId()
  stream.close()
  const missed = [await write(near), await write(far)]
  const again = await open(far, lastEventId)
  missed.push(await write(near))
  for (const id of missed) await again.heard('check-changed', isOf(id))
  assert.deepEqual(
    again.events.map(({ data }) => (data as { id: string }).id),
    missed,
  )
}

function countsOf(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, each]) => [status, each.length]),
  )
}

forEachEngine('servers that share the checks', (engine) => {
  if (engine.name === 'sqlite') return

  test(
    'cases 4, 6, 8, 9, 10, 20, 22, 56, 57 and 58: of three servers, one of them a scheduler alone, with clocks that are minutes apart, one is killed and one is stopped, and every slot has one result or is counted',
    { skip: withoutNats, timeout: 400_000 },
    async (t) => {
      const [place, nats] = await Promise.all([placeFor(t, engine), natsSettings(t)])
      const settings = { ...nats, SONDE_DRAIN_SECONDS: '1' }
      const first = await startService(t, { place, settings })
      const second = await startService(t, { place, settings: { ...settings, ...clockOff(90_000) } })
      const third = await startService(t, {
        place,
        settings: { ...settings, SONDE_ROLES: 'scheduler', ...clockOff(-90_000) },
      })
      const services = [first, second]
      const { dataDir, databaseUrl } = place
      const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
      t.after(() => store.close())
      assert.match(
        await refusal(t, place, {}),
        /NATS_URL: the server .* on this database has it: set it here, too, or stop that server first/,
      )

      const statusOf = async (path: string) => (await fetch(`${third.address}${path}`)).status
      assert.deepEqual(
        await Promise.all(['/health', '/ready', '/metrics', '/v1/checks', '/'].map(statusOf)),
        [200, 200, 200, 404, 404],
      )

      const balancer = await reverseProxyFor(t, { targets: services.map(({ address }) => address) })
      const { key } = await first.createLocation('office')
      await startAgents(t, { serviceUrl: balancer.url, key }, 1)
      await eventually(
        'a fair share for each server',
        async () => (await shares(store)).join() === '21,21,22',
      )
      // Each server is told of some, whoever has their shards.
      const checkIds: string[] = []
      for (let nth = 0; nth < checkCount; nth += 1) {
        const service = services[nth % services.length] ?? first
        checkIds.push(
          await service.createMonitor({
            everySeconds: 10,
            pingCount: 1,
            privateLocations: ['office'],
            locations: [],
          }),
        )
      }
      const slotsSince = async (at: number, count: number) =>
        await eventually(`${count} slots of each check`, async () => {
          const all = [...(await readSlots(store.read)).values()]
          const isDone = ({ slots }: SlotFigures) => slots.filter(({ slotAt }) => slotAt > at).length >= count
          return all.length === checkCount && all.every(isDone)
        })
      await slotsSince(0, 2)
      const begun = await settledSlots(store, { count: checkCount, withinMs: patienceMs })
      assert.equal(begun.size, checkCount, 'whoever has a check, its slots are those of the database')
      assert.equal(new Set(balancer.calls.map(({ target }) => target)).size, 2, 'the agent speaks with both')
      // Whoever is asked starts a session, wherever the check is scheduled.
      for (const service of services) {
        const [session] = await service.trigger([checkIds[0] ?? ''])
        assert.equal((await service.untilSessionEnds(session?.checkSessionId ?? '')).status, 'PASSED')
      }

      await limitsHold(t, services)
      await pagesFollow(t, [first, second])

      const killedAt = Date.now()
      await third.stop('SIGKILL')
      await eventually('the shares of two servers', async () => (await shares(store)).join() === '32,32')
      t.diagnostic(`every shard had an owner again ${Date.now() - killedAt} ms after the kill`)
      assert.equal((await metricOf(first, 'sonde_shards_held')) > 0, true)
      await slotsSince(killedAt + 2 * periodMs, 1)
      const stoppedAt = Date.now()
      await second.stop('SIGTERM')
      await eventually('all shards of one server', async () => (await shares(store)).join() === '64')
      t.diagnostic(`one server had every shard ${Date.now() - stoppedAt} ms after the other was told to stop`)
      await slotsSince(stoppedAt + 2 * periodMs, 1)

      const ended = await settledSlots(store, { count: checkCount, withinMs: patienceMs })
      const verdict = judgeSlots(begun, ended)
      t.diagnostic(JSON.stringify(verdict))
      const { lost, overcounted, twice } = verdict
      assert.deepEqual({ lost, overcounted, twice }, { lost: 0, overcounted: 0, twice: 0 })
      await datesHold(t, store)
      // Those that the killed server had not begun may be late, and a slow machine may make some of them too late.
      assert.ok(verdict.missed <= checkCount)
    },
  )

  test(
    'case 4: a server with NATS does not start beside one that runs all checks',
    { skip: withoutNats },
    async (t) => {
      const [place, nats] = await Promise.all([placeFor(t, engine), natsSettings(t)])
      const alone = await startService(t, { place })
      assert.match(
        await refusal(t, place, nats),
        /NATS_URL: the server .* on this database runs without it: stop that server first, or unset it here/,
      )
      assert.equal((await call(alone.address, someCredentials, 'GET', '/v1/checks')).status, 200)
    },
  )
})
