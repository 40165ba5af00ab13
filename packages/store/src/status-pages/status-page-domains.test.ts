import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { systemClock } from '@sonde/ground/clock.ts'
import { sql } from 'kysely'
import { forEachEngine } from '../../testing/engines.ts'
import { migrateToLatest } from '../engine/migrate.ts'
import { migrations } from '../migrations/registry.ts'
import { createPostgresEngine } from '../engine/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../engine/sqlite/sqlite-engine.ts'
import { findPageByDomain } from './status-page-domains.ts'
import { findPage, insertPages } from './status-pages.ts'
import { openStore } from '../engine/store.ts'

forEachEngine('the domains of status pages', (engine) => {
  test('of an older version are claims that are still to be proven, and no longer keep others out', async (t) => {
    const { dataDir, databaseUrl, remove } = await engine.createDatabase()
    t.after(remove)
    const [accountId, id] = [randomUUIDv7(), randomUUIDv7()]
    const older = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0010'))
    const old = databaseUrl === null ? await openSqliteEngine(dataDir) : createPostgresEngine(databaseUrl)
    await old.startExclusively(async (db) => {
      await migrateToLatest(db, older)
      await sql`insert into accounts (id, name, runtime_id, settings, alert_settings, created_at)
        values (${accountId}, 'Acme', 'r', '{}', '{}', 1)`.execute(db)
      await sql`insert into status_pages (id, account_id, name, url, custom_domain, config, version, created_at)
        values (${id}, ${accountId}, 'Acme', 'acme', 'status.acme.example', '{}', 1, 1)`.execute(db)
    })
    await old.close()
    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: systemClock })
    t.after(() => store.close())
    const page = await findPage(store.read, { accountId, id })
    assert.equal(page?.customDomain, 'status.acme.example')
    assert.equal(await findPageByDomain(store.read, 'status.acme.example'), null)
    await store.write((db) => insertPages(db, [{ ...page, id: randomUUIDv7(), url: 'other' }]))
  })
})
