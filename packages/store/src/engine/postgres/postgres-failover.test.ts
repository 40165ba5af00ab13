import assert from 'node:assert/strict'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { sql } from 'kysely'
import { startLoopbackProxy } from '../../../testing/loopback-proxy.ts'
import { hasPostgresPrograms, type PostgresPair, startPostgresPair } from '../../../testing/postgres-pair.ts'
import { addAccount } from '../../../testing/rows.ts'
import { countAccounts } from '../../accounts/accounts.ts'
import { beat } from '../../cluster/servers.ts'
import { ConnectionLost, StoreUnavailable } from '../failures.ts'
import { createPostgresHosts, splitHosts } from './postgres-hosts.ts'
import { storeFor } from '../pool-purpose.ts'
import { openPool } from './postgres-pool.ts'
import { createReplica } from './postgres-replica.ts'
import { openStore } from '../store.ts'

test('an address with several hosts is one address for each', () => {
  const cases: [string, string[]][] = [
    ['postgres://u:p@a:1/db', ['postgres://u:p@a:1/db']],
    ['postgres://u:p,q@a:1/db', ['postgres://u:p,q@a:1/db']],
    ['postgres://u:p,q@a:1,b/db?x=1,2', ['postgres://u:p,q@a:1/db?x=1,2', 'postgres://u:p,q@b/db?x=1,2']],
    ['postgresql://[::1]:5,c', ['postgresql://[::1]:5', 'postgresql://c']],
    ['nothing', ['nothing']],
  ]
  for (const [address, hosts] of cases) assert.deepEqual(splitHosts(address), hosts, address)
})

test('a host is left once, however many connections find out that it is gone', () => {
  const hosts = createPostgresHosts('postgres://a,b/db')
  const [first, generation] = [hosts.current(), hosts.generation()]
  hosts.leave(first)
  hosts.leave(first)
  assert.equal(hosts.current(), 'postgres://b/db')
  hosts.lose(generation, 'read-only')
  hosts.lose(generation, 'read-only')
  assert.deepEqual([hosts.current(), hosts.generation()], [first, generation + 1])
  hosts.lose(hosts.generation(), 'gone')
  assert.equal(hosts.current(), first)
})

test('a host that never answers is left after two seconds', async (t) => {
  // It takes connections, and says nothing on them.
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  assert.ok(address !== null && typeof address !== 'string')
  const hosts = createPostgresHosts(`postgres://x@127.0.0.1:${address.port},127.0.0.1:1/x`)
  const { db } = openPool(hosts, { max: 1 })
  t.after(async () => {
    await db.destroy()
    silent.close()
  })
  await assert.rejects(sql`select 1`.execute(db), /ECONNREFUSED/)
})

/** Case 50: the standby is read from unless it is far behind or gone. */
async function readsFromReplica(t: TestContext, { ports }: PostgresPair): Promise<void> {
  const [primaryUrl, standbyUrl] = ports.map((port) => `postgres://postgres@127.0.0.1:${port}/postgres`)
  assert.ok(primaryUrl !== undefined && standbyUrl !== undefined)
  const proxy = await startLoopbackProxy(standbyUrl)
  const [primary, standby] = [primaryUrl, proxy.url].map((url) =>
    openPool(createPostgresHosts(url), { max: 4 }),
  )
  const direct = openPool(createPostgresHosts(standbyUrl), { max: 1 })
  assert.ok(primary !== undefined && standby !== undefined)
  const replica = createReplica({ primary, replica: standby, everyMs: 20 })
  t.after(async () => {
    await proxy.cut()
    await replica.close()
    await direct.db.destroy()
    await primary.db.destroy()
  })
  const sign = {
    id: randomUUID(),
    name: 'here',
    roles: ['api'],
    version: '1.0.0',
    usesNats: false,
    hasNats: false,
  }
  const sayHere = () => beat(primary.db, { ...sign, clockOffsetMs: null })
  const portRead = async () => {
    const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(replica.db)
    return rows[0]?.port
  }
  const until = async (isUsed: boolean) => {
    while (replica.figures().isUsed !== isUsed) {
      await sayHere()
      await delay(20)
    }
  }
  assert.equal(await portRead(), ports[0], 'nobody has said how far it is behind')
  await until(true)
  assert.equal(await portRead(), ports[1])

  // What it has seen last is a minute old.
  await sql`update servers set seen_at = seen_at - 60000`.execute(primary.db)
  const { rows } = await sql<{ at: string }>`select pg_current_wal_lsn() as at`.execute(primary.db)
  const isReplayed = async () => {
    const seen = await sql<{ done: boolean }>`
      select pg_last_wal_replay_lsn() >= ${rows[0]?.at}::pg_lsn as done`.execute(direct.db)
    return seen.rows[0]?.done === true
  }
  while (!(await isReplayed())) await delay(20)
  await sql`select pg_wal_replay_pause()`.execute(direct.db)
  await until(false)
  assert.ok((replica.figures().lagMs ?? 0) >= 60_000)
  assert.equal(await portRead(), ports[0])
  await sql`select pg_wal_replay_resume()`.execute(direct.db)
  await until(true)

  await proxy.cut()
  assert.equal(await portRead(), ports[0], 'the question that finds it gone is answered all the same')
  assert.equal(replica.figures().isUsed, false)
  await proxy.restore()
  await until(true)
  assert.equal(await portRead(), ports[1])
}

const skip = hasPostgresPrograms ? false : 'the programs of PostgreSQL are not installed'

test(
  'cases 45, 46, 48 and 50: a standby is read from; the primary is killed and it is promoted; nothing acknowledged is lost',
  { skip },
  async (t) => {
    const pair = await startPostgresPair()
    t.after(() => pair.stop())
    const dataDir = mkdtempSync(join(tmpdir(), 'sonde-failover-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true }))
    const store = await openStore({
      dataDir,
      databaseUrl: pair.url,
      databasePool: 50,
      encryptionKey: null,
      clock: systemClock,
    })
    t.after(() => store.close())

    await readsFromReplica(t, pair)
    const warnings = await store.warnings()
    assert.match(warnings.join('\n'), /allows 57 connections .* needs up to 66: raise max_connections/)
    assert.match(warnings.join('\n'), /has standbys, but none is synchronous/)
    await sql`alter system set synchronous_standby_names = '*'`.execute(store.read)
    await sql`select pg_reload_conf()`.execute(store.read)
    while ((await store.warnings()).some((warning) => warning.includes('synchronous'))) await delay(50)

    const lock = await store.lockRunner()
    assert.ok(lock !== null)
    const lost = new Promise((resolve) => lock.lost.addEventListener('abort', resolve))
    const jobs = storeFor(store, 'jobs')
    await addAccount(store)
    await addAccount(jobs)
    const progress = { acknowledged: 2, isOver: false }
    const writing = (async () => {
      while (!progress.isOver) {
        try {
          await addAccount(store)
          progress.acknowledged += 1
        } catch (error) {
          assert.ok(error instanceof StoreUnavailable, String(error))
          await delay(20)
        }
      }
    })()
    while (progress.acknowledged < 20) await delay(5)
    await pair.killPrimary()
    await lost
    await assert.rejects(addAccount(jobs), ConnectionLost)
    pair.promoteStandby()
    const promotedAt = performance.now()
    const before = progress.acknowledged
    while (progress.acknowledged === before) await delay(20)
    t.diagnostic(`written again ${Math.round(performance.now() - promotedAt)} ms after the promotion`)
    // Of all pools, and of connections that hold a right.
    await addAccount(jobs)
    progress.acknowledged += 1
    assert.ok((await store.lockRunner()) !== null)
    await pair.startOldPrimaryReadOnly()
    const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(store.read)
    assert.equal(rows[0]?.port, pair.ports[1])
    progress.isOver = true
    await writing
    assert.ok((await countAccounts(store.read)) >= progress.acknowledged)

    // A server that starts now tries the other order of hosts: the old primary only reads.
    const [standby, old] = [pair.ports[1], pair.ports[0]]
    const late = await openStore({
      dataDir,
      databaseUrl: `postgres://postgres@127.0.0.1:${old},127.0.0.1:${standby}/postgres`,
      encryptionKey: null,
      clock: systemClock,
    })
    await addAccount(late)
    await late.close()
  },
)
