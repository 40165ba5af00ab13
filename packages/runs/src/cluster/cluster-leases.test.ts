import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { fenceShards } from '@sonde/store/cluster/shard-leases.ts'
import { forEachEngine } from '@sonde/store/testing/engines.ts'
import { createKeptLog } from '../../testing/kept-log.ts'
import { createLocalBus } from '../../testing/local-bus.ts'
import { createClusterLeases } from './cluster-leases.ts'
import { clusterTimes } from './cluster-times.ts'

forEachEngine('shards and jobs of several servers', (engine) => {
  // A file of SQLite has one server only.
  if (engine.name === 'sqlite') return

  async function open(t: { after(fn: () => Promise<void>): void }) {
    const { store, close } = await engine.open()
    // One connection, as a server has it: what is asked later is answered later.
    const db = store.openConnections({
      name: 'sonde beat',
      most: 1,
      statementTimeoutMs: 10_000,
      idleInTransactionTimeoutMs: 10_000,
    })
    t.after(async () => {
      await db.destroy()
      await close()
    })
    const bus = createLocalBus()
    let steady = 0

    function start(jobNames: readonly string[] = []) {
      const id = randomUUID()
      const scheduled = new Map<number, number>()
      const running = new Set<string>()
      const sign = {
        id,
        name: id,
        roles: ['scheduler'],
        version: '1.0.0',
        usesNats: true,
        hasNats: true,
        clockOffsetMs: null,
      }
      const leases = createClusterLeases({
        serverId: id,
        times: clusterTimes,
        steadyMs: () => steady,
        log: createKeptLog(),
        bus,
        keeper: {
          begin: (shards) => shards.forEach(({ shard, epoch }) => scheduled.set(shard, epoch)),
          end: async (shards) => shards.forEach((shard) => scheduled.delete(shard)),
        },
        jobs: Object.fromEntries(
          jobNames.map((name) => [
            name,
            {
              async start() {
                running.add(name)
                return { stop: async () => void running.delete(name) }
              },
            },
          ]),
        ),
      })
      const beat = async () => {
        await leases.beat(db, sign)
        // What it gives up goes in the background; nothing of that waits for time.
        await new Promise((resolve) => setImmediate(resolve))
        await db.selectFrom('servers').select('id').execute()
      }
      /** As if it had ended without a word long enough ago. */
      const fallSilent = async () => {
        await db.updateTable('servers').set({ seen_at: 0 }).where('id', '=', id).execute()
        await db.updateTable('shard_leases').set({ until_at: 0 }).where('owner', '=', id).execute()
        await db.updateTable('job_leases').set({ until_at: 0 }).where('owner', '=', id).execute()
      }
      return { id, leases, sign, beat, fallSilent, scheduled, running }
    }
    type Server = ReturnType<typeof start>

    async function settle(servers: readonly Server[], rounds = 12) {
      for (let round = 0; round < rounds; round += 1) {
        steady += clusterTimes.beatMs
        for (const server of servers) await server.beat()
      }
    }
    const shares = (servers: readonly Server[]) => servers.map(({ scheduled }) => scheduled.size)
    return { store, db, start, settle, shares, pass: (ms: number) => (steady += ms) }
  }

  test('case 8: each shard has one owner; a silent server loses its shards by epoch, a stopping one gives them up', async (t) => {
    const { db, start, settle, shares } = await open(t)
    const servers = [start(), start(), start()]
    await settle(servers)
    assert.deepEqual(shares(servers).toSorted(), [21, 21, 22])
    assert.equal(new Set(servers.flatMap(({ scheduled }) => [...scheduled.keys()])).size, 64)
    assert.equal(servers[0]?.leases.figures().free, 0)

    const [killed, ...others] = servers
    assert.ok(killed)
    const held = [...killed.scheduled].map(([shard, epoch]) => ({ shard, epoch }))
    assert.equal((await fenceShards(db, { owner: killed.id, held })).size, held.length)
    await killed.fallSilent()
    await settle(others)
    assert.deepEqual(shares(others), [32, 32])
    // What it would write now is refused, whatever it believes; it learns so from its next beat.
    assert.equal((await fenceShards(db, { owner: killed.id, held })).size, 0)
    await killed.beat()
    assert.equal(killed.scheduled.size, 0)
    const taken = others.map(({ leases }) => leases.figures().takeovers)
    assert.equal(
      taken.reduce((sum, { expired }) => sum + expired, 0),
      held.length,
    )

    const [stopped, last] = others
    assert.ok(stopped && last)
    await killed.fallSilent()
    await db.deleteFrom('servers').where('id', '=', killed.id).execute()
    await stopped.leases.giveUpAll(db)
    await db.deleteFrom('servers').where('id', '=', stopped.id).execute()
    await last.beat()
    assert.equal(last.scheduled.size, 64)
  })

  test('case 10: a server that joins gets at most eight shards of each other one in a beat; without NATS it gives all back', async (t) => {
    const { start, settle, shares } = await open(t)
    const one = start()
    await settle([one])
    const other = start()
    let before = 0
    while (other.scheduled.size < 32) {
      await other.beat()
      await one.beat()
      await other.beat()
      assert.ok(other.scheduled.size - before <= 8 && other.scheduled.size > before)
      before = other.scheduled.size
    }
    await settle([one, other])
    assert.deepEqual(shares([one, other]), [32, 32])
    one.sign.hasNats = false
    await one.beat()
    await other.beat()
    assert.deepEqual(shares([one, other]), [0, 64])
  })

  test('case 11: by its own clock a server is sure of its shards for 5.5 s after a beat, and again after the next', async (t) => {
    const { start, settle, pass } = await open(t)
    const one = start()
    await settle([one])
    assert.ok(one.leases.isSure())
    pass(5_500)
    assert.ok(!one.leases.isSure())
    await one.beat()
    assert.ok(one.leases.isSure())
    assert.equal(one.scheduled.size, 64)
  })

  test('case 12: a take-over waits for nobody and leaves what is held for a dispatch; renewals go on', async (t) => {
    const { store, start, settle } = await open(t)
    const [frozen, other] = [start(), start()]
    await settle([frozen, other])
    const held = [...frozen.scheduled].map(([shard, epoch]) => ({ shard, epoch }))
    const [first] = held
    assert.ok(first)
    await store.write(async (dispatch) => {
      await fenceShards(dispatch, { owner: frozen.id, held: [first] })
      await frozen.beat()
      assert.equal(frozen.scheduled.size, 32)
      await frozen.fallSilent()
      await settle([other], 2)
      assert.equal(other.scheduled.size, 63)
    })
    await settle([other], 1)
    assert.equal(other.scheduled.size, 64)
  })

  test('case 23: each job runs on one server at a time, and goes on elsewhere when that one is silent', async (t) => {
    const { start, settle } = await open(t)
    const names = ['retention', 'rollups', 'maintenance', 'day stats', 'page domains', 'traces']
    const servers = [start(names), start(names), start(names)]
    await settle(servers, 3)
    const all = () => servers.flatMap(({ running }) => [...running]).toSorted()
    assert.deepEqual(all(), names.toSorted())
    const busiest = servers.toSorted((one, other) => other.running.size - one.running.size)[0]
    assert.ok(busiest)
    await busiest.fallSilent()
    const others = servers.filter((server) => server !== busiest)
    await settle(others, 3)
    assert.deepEqual(others.flatMap(({ running }) => [...running]).toSorted(), names.toSorted())
    // It hears that they are another's; and gets those back that are to be its own.
    await settle(servers, 4)
    assert.deepEqual(all(), names.toSorted())
  })
})
