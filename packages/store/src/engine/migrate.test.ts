import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { type Kysely, sql } from 'kysely'
import { startChild } from '../../testing/child.ts'
import { beat } from '../cluster/servers.ts'
import { forEachEngine } from '../../testing/engines.ts'
import { addAccount } from '../../testing/rows.ts'
import { countAccounts } from '../accounts/accounts.ts'
import { migrations } from '../migrations/registry.ts'
import { contractSchema } from './contract-schema.ts'
import { migrateToLatest } from './migrate.ts'
import { createPostgresEngine } from './postgres/postgres-engine.ts'
import { levelOf } from './schema-levels.ts'
import { openStore } from './store.ts'

forEachEngine('migrations', (engine) => {
  test('case 60: programs that start at once on a new database migrate it once and agree on its key', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    t.after(remove)
    const outputs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const child = startChild('open-store', [dataDir, databaseUrl ?? ''])
        const lines: string[] = []
        for await (const line of child.lines) lines.push(line)
        return { lines, ...(await child.ended) }
      }),
    )
    for (const output of outputs) {
      assert.match(output.lines.join('\n'), /^[0-9a-f]{16}$/)
      assert.deepEqual(output, { lines: outputs[0]?.lines, exitCode: 0, stderr: '' })
    }
  })

  test('case 60: a migration killed in the middle leaves nothing behind, and the next start completes it', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    t.after(remove)
    const child = startChild('stop-in-migration', [dataDir, databaseUrl ?? ''])
    for await (const line of child.lines) {
      assert.equal(line, 'in the middle')
      child.process.kill('SIGKILL')
    }
    assert.equal((await child.ended).stderr, '')

    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    t.after(() => store.close())
    const tables = await store.read.introspection.getTables({ withInternalKyselyTables: true })
    assert.equal(
      tables.some(({ name }) => name === 'half_done'),
      false,
    )
    await addAccount(store)
    assert.equal(await countAccounts(store.read), 1)
  })

  test('a second start changes nothing and keeps what was stored', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    t.after(remove)
    const open = () => openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    const first = await open()
    await addAccount(first)
    const sealed = first.sealer.seal('secret', 'here')
    await first.close()
    const second = await open()
    t.after(() => second.close())
    assert.equal(await countAccounts(second.read), 1)
    assert.equal(second.sealer.open(sealed, 'here'), 'secret')
  })

  test('case 59: a program works on a database of a newer release that allows it, and on no other', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    t.after(remove)
    const open = () => openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    const store = await open()
    await addAccount(store)
    const level = levelOf(Object.keys(migrations))
    const { oldest_program: oldest } = await store.read
      .withTables<{ schema_levels: { level: number; oldest_program: number } }>()
      .selectFrom('schema_levels')
      .selectAll()
      .where('level', '=', level)
      .executeTakeFirstOrThrow()
    assert.ok(oldest <= level)
    await store.write(async (db) => {
      await sql`insert into sonde_migrations values ('0999-tomorrow', '2099-01-01')`.execute(db)
      await sql`alter table accounts add column of_tomorrow text`.execute(db)
      await sql`insert into schema_levels values (999, ${level})`.execute(db)
    })
    await store.close()

    const again = await open()
    await addAccount(again)
    assert.equal(await countAccounts(again.read), 2)
    await again.write((db) =>
      sql`update schema_levels set oldest_program = ${level + 1} where level = 999`.execute(db),
    )
    await again.close()
    await assert.rejects(open(), {
      name: 'StoreFailure',
      message: /newer version of Sonde \(it has 0999-tomorrow\)/,
    })
  })

  test('case 59: what older servers need is taken away when none of them is left, once', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const calls: string[] = []
    const contraction = (name: string) => ({
      oldestProgram: 990,
      async up(db: Kysely<unknown>) {
        calls.push(name)
        await sql`create table ${sql.table(name)} (id integer)`.execute(db)
      },
    })
    const contractions = { '0992-second': contraction('second'), '0991-first': contraction('first') }
    if (engine.name === 'postgres') {
      await store.write(async (db) => {
        for (const [index, level] of [989, 990].entries()) {
          const id = `00000000-0000-4000-8000-00000000000${index}`
          await beat(db, {
            id,
            name: 'a server',
            roles: ['api'],
            version: '1.0.0',
            usesNats: false,
            hasNats: false,
            clockOffsetMs: null,
          })
          await sql`
            update servers set schema_level = ${level}, seen_at = seen_at - ${index === 0 ? 50_000 : 0}
            where id = ${id}`.execute(db)
        }
      })
      assert.equal(await contractSchema(store, contractions), '0991-first')
      assert.deepEqual(calls, [])
      await store.write((db) => sql`update servers set seen_at = seen_at - 11000`.execute(db))
    }
    const both = [contractSchema(store, contractions), contractSchema(store, contractions)]
    assert.deepEqual(await Promise.all(both), [null, null])
    assert.deepEqual(calls, ['first', 'second'])
    assert.equal(await contractSchema(store, contractions), null)
    assert.deepEqual(calls, ['first', 'second'])
    const { rows } = await sql<{
      oldest: number
    }>`select max(oldest_program) as oldest from schema_levels`.execute(store.read)
    assert.equal(rows[0]?.oldest, 990)
  })

  if (engine.name === 'postgres') {
    const altering = (onTry: () => void) => ({
      ...migrations,
      '9998-first': {
        up: (db: Kysely<unknown>) =>
          sql`create table half_done (id integer)`.execute(db).then(() => undefined),
      },
      '9999-altering': {
        async up(db: Kysely<unknown>) {
          onTry()
          await sql`alter table accounts add column of_tomorrow text`.execute(db)
        },
      },
    })
    const times = { otherStartMs: 30_000, tableLockMs: 20, tries: 20, pauseMs: 1 }

    test('case 60: a table that a reader keeps locked is let go and tried again; in the end the start says so', async (t) => {
      const { store, databaseUrl, close } = await engine.open()
      t.after(close)
      const read = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const reading = store.write(async (db) => {
        await db.selectFrom('accounts').select('id').execute()
        locked.resolve()
        await read.promise
      })
      await locked.promise
      let tries = 0
      const impatient = createPostgresEngine(databaseUrl ?? '', 'sonde', { times: { ...times, tries: 2 } })
      t.after(() => impatient.close())
      await assert.rejects(
        impatient.startExclusively((db) =>
          migrateToLatest(
            db,
            altering(() => (tries += 1)),
          ),
        ),
        { code: '55P03' },
      )
      assert.equal(tries, 2)
      const { rows } = await sql`select 1 where to_regclass('half_done') is not null`.execute(store.read)
      assert.deepEqual(rows, [])
      const patient = createPostgresEngine(databaseUrl ?? '', 'sonde', { times: { ...times, tries: 10_000 } })
      t.after(() => patient.close())
      tries = 0
      const state = await patient.startExclusively((db) =>
        migrateToLatest(
          db,
          altering(() => {
            tries += 1
            if (tries === 3) read.resolve()
          }),
        ),
      )
      assert.equal(state.kind, 'current')
      assert.ok(tries >= 3)
      await reading
    })

    test('case 60: who starts while another migrates waits for it, and says so when that takes too long', async (t) => {
      const { databaseUrl, close } = await engine.open()
      t.after(close)
      const [first, second] = [times, { ...times, otherStartMs: 20 }].map((limits) =>
        createPostgresEngine(databaseUrl ?? '', 'sonde', { times: limits }),
      )
      assert.ok(first !== undefined && second !== undefined)
      t.after(() => Promise.all([first.close(), second.close()]))
      const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const migrating = first.startExclusively(async () => {
        begun.resolve()
        await done.promise
      })
      await begun.promise
      await assert.rejects(
        second.startExclusively(async () => undefined),
        { name: 'StartTimeout' },
      )
      done.resolve()
      await migrating
      await second.startExclusively(async () => undefined)
    })
  }
})
