import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { DatabaseSync } from 'node:sqlite'
import { columnsOf } from './sqlite-columns.ts'
import { NotSqlite, openSqliteFile } from './sqlite-file.ts'

suite('columns of a create statement', () => {
  const cases: [string, [string, boolean, string | number | null][]][] = [
    [
      'create table a (id integer primary key, b text)',
      [
        ['id', true, null],
        ['b', false, null],
      ],
    ],
    [
      'CREATE TABLE `a` (`id` integer not null primary key autoincrement, `b` varchar(255))',
      [
        ['id', true, null],
        ['b', false, null],
      ],
    ],
    [
      'create table "group" ("id" INTEGER, [b c] text, primary key ("id"), foreign key (b) references x (y))',
      [
        ['id', false, null],
        ['b c', false, null],
      ],
    ],
    [
      "create table a (b boolean default 1 not null, c text default 'it''s, (so)', d integer default -5, e double default (1 + 2))",
      [
        ['b', false, 1],
        ['c', false, "it's, (so)"],
        ['d', false, -5],
        ['e', false, null],
      ],
    ],
    [
      "create table a (/* x, y */ b datetime default (datetime('now')), -- z, w\n c text, constraint u unique (b, c))",
      [
        ['b', false, null],
        ['c', false, null],
      ],
    ],
    [
      'create table a ("primary" text, b decimal(3, 2) default true)',
      [
        ['primary', false, null],
        ['b', false, 1],
      ],
    ],
  ]
  for (const [sql, columns] of cases) {
    test(sql, () =>
      assert.deepEqual(
        columnsOf(sql).map(({ name, isRowId, byDefault }) => [name, isRowId, byDefault]),
        columns,
      ),
    )
  }
})

suite('an SQLite file', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sonde-sqlite-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  function write(name: string, fill: (database: DatabaseSync) => void): Buffer {
    const path = join(folder, name)
    const database = new DatabaseSync(path)
    database.exec('pragma synchronous = off')
    fill(database)
    database.close()
    return readFileSync(path)
  }
  const open = (bytes: Uint8Array) =>
    openSqliteFile(async (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length)))

  for (const pageSize of [512, 4096, 65_536]) {
    test(`is read as SQLite reads it, with pages of ${pageSize} bytes`, async () => {
      let expected: unknown[] = []
      const bytes = write(`${pageSize}.db`, (database) => {
        database.exec(`pragma page_size = ${pageSize}; create table other (x); insert into other values (1);
          create table t (id integer primary key autoincrement, name text, n integer, d double, b blob);`)
        const insert = database.prepare('insert into t (name, n, d, b) values (?, ?, ?, ?)')
        for (let at = 0; at < 2000; at += 1) {
          const long = at % 50 === 0 ? 'ü'.repeat(at * 7) : `row ${at}`
          const numbers = [0, 1, -1, 127, -128, 40_000, -9_000_000, 5_000_000_000, -(2 ** 52), null]
          insert.run(long, numbers[at % 10] ?? null, at % 3 === 0 ? at / 7 : null, null)
        }
        database.exec("delete from t where id % 17 = 0; alter table t add column late text default 'x'")
        expected = database.prepare('select * from t order by id').all()
      })
      const file = await open(bytes)
      assert.deepEqual([...file.tables].toSorted(), ['other', 'sqlite_sequence', 't'])
      assert.deepEqual(
        await file.rows('t'),
        expected.map((row) => ({ ...(row as object) })),
      )
      assert.deepEqual(await file.rows('none'), [])
    })
  }

  test('is refused when it is something else', async () => {
    for (const bytes of [Buffer.from('no database'), Buffer.alloc(8192), Buffer.from('{"format":"x"}')]) {
      await assert.rejects(open(bytes), NotSqlite)
    }
  })

  test('that is cut or damaged is refused, whatever stands there, and never read for ever', async () => {
    const bytes = write('whole.db', (database) => {
      database.exec('pragma page_size = 512; create table t (id integer primary key, a text)')
      const insert = database.prepare('insert into t (a) values (?)')
      for (let at = 0; at < 300; at += 1) insert.run('x'.repeat(at * 3))
    })
    await assert.rejects(async () => (await open(bytes.subarray(0, 4096))).rows('t'), NotSqlite)
    for (let seed = 1; seed <= 60; seed += 1) {
      const copy = Buffer.from(bytes)
      for (let change = 0; change < 5; change += 1) {
        copy[(seed * 7919 + change * 104_729) % copy.length] = (seed * 31 + change * 17) % 256
      }
      try {
        await (await open(copy)).rows('t')
      } catch (error) {
        assert.ok(error instanceof NotSqlite, String(error))
      }
    }
  })
})
