import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { kumaTables } from '@sonde/schema/uptime-kuma/kuma-data.ts'
import { bytesOf, readKumaFile, readTables } from './kuma-file.ts'
import { outcomeInWords, rowsOf } from './kuma-rows.ts'
import { NotSqlite } from './sqlite-file.ts'

function databaseOf(t: TestContext, sql: string): Blob {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-kuma-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'kuma.db')
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return new Blob([readFileSync(path)])
}

const tables = `create table monitor (id integer primary key, name text, url text);
  create table notification (id integer primary key, name text);
  create table monitor_notification (id integer primary key, monitor_id integer);
  create table user (id integer primary key, username text, password text);
  create table heartbeat (id integer primary key, msg text);
  create table knex_migrations (id integer primary key);
  insert into monitor (name) values ('Shop');
  insert into user (username, password) values ('ada', 'secret hash');
  insert into heartbeat (msg) values ('much');`

test('it reads the tables that the conversion knows', () => {
  assert.deepEqual([...readTables], [...kumaTables])
})

test('what was set up is read, without history, empty columns and passwords', async (t) => {
  assert.deepEqual(await readKumaFile(bytesOf(databaseOf(t, tables))), {
    version: '2',
    tables: {
      monitor: [{ id: 1, name: 'Shop' }],
      notification: [],
      monitor_notification: [],
      user: [{ id: 1, username: 'ada' }],
    },
  })
})

test('another database is refused, and says so', async (t) => {
  const file = databaseOf(t, 'create table films (id integer primary key)')
  await assert.rejects(readKumaFile(bytesOf(file)), NotSqlite)
})

test('what is left out comes first, and the differences of one thing stand together', () => {
  const report = {
    carried: ['monitor "A"'],
    changed: [
      { what: 'monitor "B"', why: 'one' },
      { what: 'monitor "B"', why: 'two' },
    ],
    left: [{ what: 'user "ada"', why: 'invite people by e-mail' }],
  }
  assert.deepEqual(rowsOf(report), [
    { what: 'user "ada"', outcome: 'left out', notes: ['invite people by e-mail'] },
    { what: 'monitor "B"', outcome: 'with differences', notes: ['one', 'two'] },
    { what: 'monitor "A"', outcome: 'as it is', notes: [] },
  ])
})

test('a preview says what will be imported, and the import what was', () => {
  const outcomes = ['left out', 'with differences', 'as it is'] as const
  assert.deepEqual(
    outcomes.map((outcome) => outcomeInWords(outcome, false)),
    ['will be left out', 'will be imported with differences', 'will be imported'],
  )
  assert.deepEqual(
    outcomes.map((outcome) => outcomeInWords(outcome, true)),
    ['left out', 'imported with differences', 'imported'],
  )
})
