import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, makeCheck } from '../../testing/rows.ts'
import { type CheckPage, listChecks } from './checks.ts'
import { foldForSearch } from '../engine/text-search.ts'

const checks = rounds(100_000)
const batch = 1_000

forEachEngine(`a list of ${checks.toLocaleString('en')} checks`, (engine) => {
  let opened: OpenedStore
  let accountId: string
  before(async () => {
    opened = await engine.open()
    accountId = (await addAccount(opened.store)).id
    for (let start = 0; start < checks; start += batch) {
      await insertMany(start)
    }
  })
  after(() => opened.close())

  /** Straight into the tables, many rows at a time: storing them one by one is not what is tested. */
  async function insertMany(start: number): Promise<void> {
    const rows = Array.from({ length: batch }, (_, index) => {
      const number = start + index
      const name = `Check number ${number}`
      const { config, checkType } = makeCheck(accountId)
      return {
        id: randomUUID(),
        account_id: accountId,
        check_type: checkType,
        name,
        name_folded: foldForSearch(name),
        activated: true,
        muted: false,
        status: number % 100 === 0 ? ('failing' as const) : ('passing' as const),
        config: JSON.stringify({ ...config, padding: 'x'.repeat(1_000) }),
        created_at: number,
      }
    })
    await opened.store.write(async (db) => {
      await db.insertInto('checks').values(rows).execute()
      await db
        .insertInto('check_tags')
        .values(
          rows.map((row) => ({
            check_id: row.id,
            account_id: accountId,
            tag: 'all',
            check_created_at: row.created_at,
          })),
        )
        .execute()
    })
  }

  const like7777 = Array.from({ length: checks }, (_, number) => number).filter((number) =>
    String(number).startsWith('7777'),
  )
  const cases: { name: string; page: Partial<CheckPage>; first: number; total: number }[] = [
    { name: 'first page', page: {}, first: checks - 1, total: checks },
    { name: 'deep page', page: { offset: checks - 100 }, first: 99, total: checks },
    { name: 'by tag', page: { tags: ['all'], offset: checks / 2 }, first: checks / 2 - 1, total: checks },
    { name: 'by status', page: { status: 'failed' }, first: checks - 100, total: checks / 100 },
    { name: 'search', page: { search: 'NUMBER 7777' }, first: like7777.at(-1) ?? 0, total: like7777.length },
  ]
  for (const { name, page, first, total } of cases) {
    test(`the ${name} has the right checks and the right total`, async (t) => {
      const startedAt = performance.now()
      const found = await listChecks(opened.store.read, { accountId, limit: 100, offset: 0, ...page })
      t.diagnostic(`${name}: ${(performance.now() - startedAt).toFixed(1)} ms`)
      assert.equal(found.rows[0]?.createdAt, first)
      assert.equal(found.rows.length, Math.min(100, total))
      assert.equal(found.total, total)
    })
  }
})
