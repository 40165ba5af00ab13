import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import { isWhole, type NatsServers, withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { openStore } from '@sonde/store/engine/store.ts'
import { type LoopbackProxy, startLoopbackProxy } from '@sonde/store/testing/loopback-proxy.ts'
import { judgeSlots, readSlots, settledSlots, type SlotFigures } from '../../scripts/cluster/slots-hold.ts'
import { soakedSettings } from '../../scripts/cluster/soak.ts'
import { type Cluster, portsFrom, startCluster } from '../../scripts/cluster/start-cluster.ts'
import { findProgram } from '../../scripts/find-program.ts'
import { postgresFolders } from '../../scripts/postgres.ts'
import { eventually, patienceMs } from './eventually.ts'
import { addChecksFailingTogether } from './failing-together.ts'
import { freePort } from './free-port.ts'

/** Why tests with several servers are skipped; false where their parts are there. */
export const withoutParts =
  withoutNats || (findProgram('initdb', postgresFolders) === null ? 'PostgreSQL is not installed' : false)

/** How parts reach each other. */
export type Ways = {
  /** Of each server. */
  postgres: readonly LoopbackProxy[]
  /** Of the last server, to the last node and no other. */
  nats: LoopbackProxy
  /** Of the other nodes to the last one. */
  routes: readonly LoopbackProxy[]
}

/** Three servers that share the checks, by ways that can be cut. */
export async function clusterForTests(
  t: TestContext,
  monitors: number,
): Promise<{ cluster: Cluster; ways: Ways }> {
  await using begun = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'sonde-e2e-'))
  begun.defer(() => rmSync(folder, { recursive: true, force: true }))
  const port = Math.min(await freePort(), 32_700)
  const ports = portsFrom(port)
  const wayTo = async (url: string) => {
    const way = await startLoopbackProxy(url)
    begun.defer(way.cut)
    return way
  }
  const last = 2
  const routeOf = (node: number) => `nats://127.0.0.1:${ports.nats[3 + node]}`
  const toPostgres = `postgres://postgres@127.0.0.1:${ports.postgres}/postgres`
  const ways = {
    postgres: await Promise.all(ports.servers.map(() => wayTo(toPostgres))),
    nats: await wayTo(`nats://127.0.0.1:${ports.nats[last]}`),
    routes: [await wayTo(routeOf(last)), await wayTo(routeOf(last))],
  }
  const cluster = await startCluster({
    folder,
    port,
    monitors,
    settings: soakedSettings,
    settingsOf: (index) => ({
      DATABASE_URL: ways.postgres[index]?.url ?? '',
      ...(index === last ? { NATS_URL: ways.nats.url } : {}),
    }),
    natsRouteOf: (from, to) => (to === last ? (ways.routes[from]?.url ?? '') : routeOf(to)),
    postgresSettings: { fsync: 'off', full_page_writes: 'off', jit: 'off' },
  })
  begun.defer(cluster.stop)
  // The last first: nothing writes any more where the folder is removed.
  const ending = begun.move()
  t.after(() => ending.disposeAsync())
  return { cluster, ways }
}

/** The same on all ways. */
export async function onAll(
  ways: readonly LoopbackProxy[],
  act: 'cut' | 'silence' | 'restore',
): Promise<void> {
  await Promise.all(ways.map((way) => way[act]()))
}

export type WatchedCluster = Awaited<ReturnType<typeof watchedCluster>>

/** Checks that run every ten seconds, and what must hold of their slots and alerts whatever happens. */
export async function watchedCluster(t: TestContext) {
  const [monitors, failing] = [12, 8]
  const { cluster, ways } = await clusterForTests(t, monitors)
  const store = await openStore({
    dataDir: dirname(cluster.keyFile),
    databaseUrl: cluster.postgres.url,
    encryptionKey: null,
    clock: systemClock,
  })
  t.after(() => store.close())
  const together = await addChecksFailingTogether(t, cluster, failing)
  const settled = () => settledSlots(store, { count: monitors + failing, withinMs: patienceMs })
  const before = await settled()
  assert.equal(before.size, monitors + failing)

  return {
    cluster,
    ways,
    together,
    slots: async () => [...(await readSlots(store.read)).values()],
    /** How many shards each server has, by its name. */
    async shards(): Promise<ReadonlyMap<string, number>> {
      const rows = await store.read
        .selectFrom('shard_leases')
        .innerJoin('servers', 'servers.id', 'shard_leases.owner')
        .select('servers.name')
        .where('until_at', '>', Date.now())
        .execute()
      return new Map([...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => [name, own.length]))
    },
    /** Waits until every check has been run in a slot after now; how long that took. */
    async untilSlotsRun(): Promise<number> {
      const at = Date.now()
      await eventually('every check runs again', async () => {
        const all = [...(await readSlots(store.read)).values()]
        return all.every(({ slots }) => (slots.at(-1)?.slotAt ?? 0) > at)
      })
      return Date.now() - at
    },
    /** Every slot has one result or is counted, and every turn of every check was told once. */
    async assertAllHold(): Promise<readonly SlotFigures[]> {
      await together.untilTold()
      // What was left out because an agent had a run is counted when it is known what became of that.
      let after = before
      const verdict = await eventually('every slot is accounted for', async () => {
        after = await settled()
        const now = judgeSlots(before, after)
        return now.lost === 0 && now
      })
      t.diagnostic(JSON.stringify(verdict))
      const { overcounted, twice } = verdict
      assert.deepEqual({ overcounted, twice }, { overcounted: 0, twice: 0 })
      together.assertTold()
      return [...after.values()]
    },
  }
}

/** Somebody asks and pings through the load balancer all the time; what was not answered well, when it is over. */
export async function keepAsking({ call }: Cluster): Promise<() => Promise<string[]>> {
  const made = await call('POST', '/v1/checks/heartbeat', {
    name: 'Pinged',
    heartbeat: { period: 1, periodUnit: 'hours', grace: 1, graceUnit: 'minutes' },
  })
  const { id, heartbeat } = made as { id: string; heartbeat: { pingUrl: string } }
  const over = new AbortController()
  const failures: string[] = []
  const ask = async () => {
    await call('GET', '/v1/check-statuses')
    const { status } = await fetch(heartbeat.pingUrl)
    if (status !== 200) failures.push(`a ping: ${status}`)
  }
  const asking = (async () => {
    while (!over.signal.aborted) {
      await ask().catch((error: unknown) => failures.push(String(error)))
      await delay(secondMs / 4)
    }
  })()
  return async () => {
    over.abort()
    await asking
    await call('DELETE', `/v1/checks/${id}`)
    return failures
  }
}

/** What an operator waits for before the next node is restarted. */
export async function untilWhole(nats: NatsServers): Promise<void> {
  await eventually('NATS is whole again', () => isWhole(nats).catch(() => false))
}

/** The last server, past the load balancer. */
export function lastServer({ url: proxyUrl, servers }: Cluster) {
  const url = `http://127.0.0.1:${Number(new URL(proxyUrl).port) + servers.length}`
  return { url, isReady: async (): Promise<boolean> => (await fetch(`${url}/ready`)).status === 200 }
}
