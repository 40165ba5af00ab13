import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { type Clock, systemClock } from '@sonde/ground/clock.ts'
import { choose, isFull } from '@sonde/ground/testing/thoroughness.ts'
import { Client } from 'pg'
import { type Store, openStore } from '../src/engine/store.ts'
import { copyMigratedFile, migratedTemplate } from './migrated-templates.ts'

/** A fresh temporary folder and, for PostgreSQL, a fresh database: nothing is opened or created in them. */
export type TestDatabase = { dataDir: string; databaseUrl: string | null; remove(): Promise<void> }

export type OpenedStore = {
  store: Store
  dataDir: string
  databaseUrl: string | null
  /** Closes the store and removes the folder and the database. */
  close(): Promise<void>
}

export type TestEngine = {
  readonly name: 'sqlite' | 'postgres'
  createDatabase(): Promise<TestDatabase>
  /** A database that has all its tables, for tests that open it as a store or start a program on it. */
  createMigratedDatabase(): Promise<TestDatabase>
  /** With a clock of the test's own, that is also the time of the installation on either engine. */
  open(options?: { clock?: Clock }): Promise<OpenedStore>
}

type Declare = (engine: TestEngine) => void

/**
 * Declares the suite once for SQLite and once for PostgreSQL: for what the engines do each in their own way, such as
 * locks, transactions side by side, sorting, searching and sums, and for all of `store`.
 */
export function forEachEngine(name: string, declare: Declare): void {
  onSqlite(name, declare)
  onPostgres(name, declare)
}

/**
 * Declares the suite for one of the engines, which the seed of the run chooses, and by night for both: for rules that
 * are kept above `store`, whose own tests tell whether it does the same on either. PostgreSQL takes three times as long, and
 * its turn is every fourth.
 */
export function forOneEngine(name: string, declare: Declare): void {
  if (isFull) return forEachEngine(name, declare)
  choose(name, [onSqlite, onSqlite, onSqlite, onPostgres])(name, declare)
}

function onSqlite(name: string, declare: Declare): void {
  suite(`${name} on SQLite`, () =>
    declare(
      createTestEngine('sqlite', {
        createDatabase: makeFolder,
        createMigratedDatabase: makeFolderWithDatabase,
      }),
    ),
  )
}

/** Needs a server on which databases may be created, named by TEST_DATABASE_URL; without one it is a skipped test. */
function onPostgres(name: string, declare: Declare): void {
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl === undefined || serverUrl === '') {
    test(`${name} on PostgreSQL`, { skip: 'TEST_DATABASE_URL names no PostgreSQL server' }, () => {})
    return
  }
  suite(`${name} on PostgreSQL`, () =>
    declare(
      createTestEngine('postgres', {
        createDatabase: () => makeFolderAndDatabase(serverUrl, 'template0'),
        createMigratedDatabase: async () =>
          makeFolderAndDatabase(serverUrl, await migratedTemplate(serverUrl)),
      }),
    ),
  )
}

function createTestEngine(
  name: TestEngine['name'],
  {
    createDatabase,
    createMigratedDatabase,
  }: Record<'createDatabase' | 'createMigratedDatabase', () => Promise<TestDatabase>>,
): TestEngine {
  return {
    name,
    createDatabase,
    createMigratedDatabase,
    async open({ clock = systemClock } = {}) {
      const { dataDir, databaseUrl, remove } = await createMigratedDatabase()
      const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock })
      return {
        store: clock === systemClock ? store : { ...store, now: async () => clock.now() },
        dataDir,
        databaseUrl,
        async close() {
          await store.close()
          await remove()
        },
      }
    },
  }
}

async function makeFolder(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sonde-store-'))
  return { dataDir, databaseUrl: null, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

async function makeFolderWithDatabase(): Promise<TestDatabase> {
  const place = await makeFolder()
  await copyMigratedFile(place.dataDir)
  return place
}

async function makeFolderAndDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
  const folder = await makeFolder()
  const database = `sonde_test_${randomBytes(8).toString('hex')}`
  const databaseUrl = new URL(serverUrl)
  databaseUrl.pathname = `/${database}`
  await runOnServer(serverUrl, async (client) => {
    // Copying files takes two thirds of the processor time of writing every page to the log, which 15 does unless told.
    const strategy = (await versionOf(client)) >= 15 ? 'strategy file_copy' : ''
    await client.query(`create database ${database} template ${template} encoding 'UTF8' ${strategy}`)
  })
  return {
    dataDir: folder.dataDir,
    databaseUrl: databaseUrl.href,
    async remove() {
      await runOnServer(serverUrl, async (client) => {
        await client.query(`drop database if exists ${database} with (force)`)
      })
      await folder.remove()
    },
  }
}

async function runOnServer(serverUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  return rows[0]?.version ?? 0
}
