import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@sonde/ground/clock.ts'
import { sql } from 'kysely'
import { forEachEngine } from '../../../testing/engines.ts'
import { startLoopbackProxy } from '../../../testing/loopback-proxy.ts'
import { startOldPostgres } from '../../../testing/old-postgres.ts'
import { addAccount, addCheck } from '../../../testing/rows.ts'
import { countAccounts } from '../../accounts/accounts.ts'
import { findCheckForUpdate } from '../../checks/checks.ts'
import { CommitUnknown, ConnectionLost, StoreUnavailable } from '../failures.ts'
import { openStore } from '../store.ts'

const open = (place: { dataDir: string; databaseUrl: string }) =>
  openStore({ ...place, encryptionKey: null, clock: systemClock })

function changed(
  databaseUrl: string,
  change: Partial<Record<'username' | 'password' | 'pathname' | 'port', string>>,
) {
  return Object.assign(new URL(databaseUrl), change).href
}

forEachEngine('trouble with PostgreSQL', (engine) => {
  if (engine.name === 'sqlite') return

  const createDatabase = async (t: { after(work: () => Promise<void>): void }) => {
    const { dataDir, databaseUrl, remove } = await engine.createMigratedDatabase()
    t.after(remove)
    assert.ok(databaseUrl !== null)
    return { dataDir, databaseUrl }
  }
  test('a right that is given back is not lost, and one whose connection ends is', async (t) => {
    const store = await open(await createDatabase(t))
    const held = [await store.lockRunner(), await store.takeWorkerSlot()]
    for (const lock of held) {
      assert.ok(lock !== null)
      await lock.release()
      assert.equal(lock.lost.aborted, false)
    }
    const cut = await store.lockRunner()
    assert.ok(cut !== null)
    const lost = new Promise((resolve) => cut.lost.addEventListener('abort', resolve))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'sonde runner' and datname = current_database()`.execute(store.read)
    await lost
    await store.close()
  })

  test('a right whose connection falls silent is lost long before it is given up, here and on the server', async (t) => {
    const place = await createDatabase(t)
    const proxy = await startLoopbackProxy(place.databaseUrl)
    t.after(() => proxy.cut())
    const store = await open({ ...place, databaseUrl: proxy.url })
    const direct = await open(place)
    t.after(() => direct.close())
    const [runner, delivery] = [await store.lockRunner(), await store.takeWorkerSlot()]
    assert.ok(runner !== null && delivery !== null)
    const other = await direct.takeWorkerSlot()
    assert.ok(other !== null)
    // By itself a silent connection is given up after a quarter of an hour, and on the server after two hours.
    proxy.freeze()
    const losses = [runner, delivery].map(
      ({ lost }) => new Promise((resolve) => lost.addEventListener('abort', resolve)),
    )
    await Promise.all(losses)
    await assert.rejects(
      delivery.whileVacant(7, async () => {}),
      StoreUnavailable,
    )
    await Promise.all([runner.release(), delivery.release()])
    // Whoever vanishes without a word is not there for ever.
    while (!(await other.whileVacant(delivery.number, async () => {}))) await delay(500)
    await other.release()
    await proxy.cut()
    await store.close()
  })

  test('what the operator can mend is said in one line that names the setting and shows no password', async (t) => {
    const { dataDir, databaseUrl } = await createDatabase(t)
    const old = await startOldPostgres()
    t.after(old.stop)
    const password = 'hunter2'
    const secret = changed(databaseUrl, { password })
    const cases: [string, RegExp][] = [
      [
        changed(secret, { port: '1' }),
        /^DATABASE_URL: PostgreSQL at [^ ]+:1 cannot be reached: .*ECONNREFUSED/,
      ],
      [
        changed(secret, { username: 'sonde_nobody' }),
        /^DATABASE_URL: .* rejected the login of sonde_nobody: /,
      ],
      [
        changed(secret, { pathname: '/sonde_nowhere' }),
        /^DATABASE_URL: the database sonde_nowhere does not exist at /,
      ],
      [
        `postgres://x:${password}@127.0.0.1:${old.port}/x`,
        /^DATABASE_URL: .* runs PostgreSQL 9, but 14 or newer is required$/,
      ],
      [`mysql://x:${password}@127.0.0.1/x`, /^DATABASE_URL: must have the form postgres:\/\//],
      [`postgres://x:${password}%zz@127.0.0.1/%zz`, /^DATABASE_URL: contains a % /],
      [`postgres://x:1234/${password}@127.0.0.1/x`, /^DATABASE_URL: contains a character in the password/],
      [`postgres://x:12#${password}@127.0.0.1/x`, /^DATABASE_URL: (contains a character|must have the form)/],
      [`not a url ${password}`, /^DATABASE_URL: must have the form postgres:\/\//],
    ]
    for (const [url, message] of cases) {
      await assert.rejects(open({ dataDir, databaseUrl: url }), (error: Error) => {
        assert.deepEqual([error.name, 'setting' in error && error.setting], ['StoreFailure', 'DATABASE_URL'])
        assert.match(error.message, message)
        assert.ok(!error.message.includes(password) && !error.message.includes('\n'), error.message)
        return true
      })
    }
  })

  test('a user who may not create tables is told so', async (t) => {
    const place = await createDatabase(t)
    const owner = await open(place)
    const role = `sonde_guest_${randomUUID().slice(0, 8)}`
    await owner.write(async (db) => {
      await sql.raw(`create role ${role} login password 'guest'`).execute(db)
      await sql.raw(`drop schema public cascade`).execute(db)
      await sql.raw(`create schema public`).execute(db)
      await sql.raw(`grant usage on schema public to ${role}`).execute(db)
    })
    const guest = changed(place.databaseUrl, { username: role, password: 'guest' })
    try {
      await assert.rejects(open({ ...place, databaseUrl: guest }), {
        message: new RegExp(
          `^DATABASE_URL: ${role} has no permission to create tables in the database sonde_test_`,
        ),
      })
    } finally {
      await owner.write((db) => sql.raw(`drop owned by ${role}`).execute(db))
      await owner.write((db) => sql.raw(`drop role ${role}`).execute(db))
      await owner.close()
    }
  })

  test('connections that the server ends while idle are replaced without a word', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    await Promise.all(Array.from({ length: 5 }, () => store.ping()))
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
    `.execute(store.read)
    // Either the loss was noticed, or the query that found it says so; the one after that works.
    await store.ping().catch((error: unknown) => assert.ok(error instanceof StoreUnavailable))
    await store.ping()
  })

  test('a query whose connection is ended is reported as unavailable', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const suicide = sql`select pg_terminate_backend(pg_backend_pid())`
    await assert.rejects(suicide.execute(store.read), StoreUnavailable)
    await assert.rejects(
      store.write((db) => suicide.execute(db)),
      StoreUnavailable,
    )
    await store.ping()
  })

  test('a server that is away is unavailable, and used again when it is back', async (t) => {
    const place = await createDatabase(t)
    const proxy = await startLoopbackProxy(place.databaseUrl)
    t.after(() => proxy.cut())
    const store = await open({ ...place, databaseUrl: proxy.url })
    t.after(() => store.close())
    await addAccount(store)
    await proxy.cut()
    await assert.rejects(store.ping(), StoreUnavailable)
    await assert.rejects(addAccount(store), StoreUnavailable)
    await proxy.restore()
    await addAccount(store)
    assert.equal(await countAccounts(store.read), 2)
  })

  test('a commit whose answer is cut off may have been made, and is said to be unknown', async (t) => {
    const place = await createDatabase(t)
    const proxy = await startLoopbackProxy(place.databaseUrl)
    t.after(() => proxy.cut())
    const store = await open({ ...place, databaseUrl: proxy.url })
    t.after(() => store.close())
    await assert.rejects(
      store.write(async (db) => {
        await countAccounts(db)
        await proxy.cut()
      }),
      CommitUnknown,
    )
    await proxy.restore()
    // What fails before the commit is known not to be written.
    const cutInside = store.write(async (db) => {
      await proxy.cut()
      await countAccounts(db)
    })
    await assert.rejects(cutInside, (error: unknown) => {
      return error instanceof ConnectionLost && !(error instanceof CommitUnknown)
    })
    await proxy.restore()
    await addAccount(store)
    assert.equal(await countAccounts(store.read), 1)
  })

  test('a server that is frozen is said to be unavailable, and nobody waits for ever', async (t) => {
    const place = await createDatabase(t)
    const proxy = await startLoopbackProxy(place.databaseUrl)
    const store = await open({ ...place, databaseUrl: proxy.url })
    await store.ping()
    proxy.freeze()
    await assert.rejects(store.ping(), StoreUnavailable)
    await proxy.cut()
    await store.close()
  })

  test('a server out of disk or shutting down is unavailable', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    for (const code of ['53100', '53300', '57P01', '57P03', '58030', '25006']) {
      const raise = sql.raw(`do $$ begin raise exception 'trouble' using errcode = '${code}'; end $$`)
      await assert.rejects(raise.execute(store.read), StoreUnavailable, code)
    }
  })

  test('two writes that wait for each other are both done in the end', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const { id: accountId } = await addAccount(store)
    const [one, other] = [await addCheck(store, accountId), await addCheck(store, accountId)]
    const { promise: firstHasOne, resolve: markFirst } = Promise.withResolvers<void>()
    const { promise: secondHasOther, resolve: markSecond } = Promise.withResolvers<void>()
    await Promise.all([
      store.write(async (db) => {
        await findCheckForUpdate(db, one)
        markFirst()
        await secondHasOther
        await findCheckForUpdate(db, other)
      }),
      store.write(async (db) => {
        await findCheckForUpdate(db, other)
        markSecond()
        await firstHasOne
        await findCheckForUpdate(db, one)
      }),
    ])
  })

  test('a transaction in which a statement failed is never taken for committed', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const write = store.write(async (db) => {
      await sql`select 1 / 0`.execute(db).catch(() => 'swallowed')
    })
    await assert.rejects(write, /rolled back/)
  })
})
