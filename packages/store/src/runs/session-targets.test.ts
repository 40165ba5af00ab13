import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { rounds } from '@sonde/ground/testing/thoroughness.ts'
import { turnsOf } from '@sonde/ground/testing/turns.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addAccount, makeCheck } from '../../testing/rows.ts'
import { listSessionTargets } from './session-targets.ts'
import { foldForSearch } from '../engine/text-search.ts'

const checks = rounds(20_000, 8_000)
const tagsPerCheck = 5
const batch = 1_000

forEachEngine(`targets among ${checks} checks`, (engine) => {
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
      const name = `Check ${number}`
      const { config, checkType } = makeCheck(accountId)
      return {
        id: randomUUID(),
        account_id: accountId,
        check_type: checkType,
        name,
        name_folded: foldForSearch(name),
        activated: number % 1_000 !== 7,
        muted: false,
        config: JSON.stringify(config),
        // Many of one moment, so that the order within it counts too.
        created_at: Math.floor(number / 3_000),
      }
    })
    const tags = rows.flatMap(({ id, name, created_at: createdAt }) => {
      const number = Number(name.slice('Check '.length))
      const own = Array.from({ length: tagsPerCheck - 1 }, (_, index) => `t${(number + index) % 100}`)
      return ['all', ...own].map((tag) => ({
        check_id: id,
        account_id: accountId,
        tag,
        check_created_at: createdAt,
      }))
    })
    await opened.store.write(async (db) => {
      await db.insertInto('checks').values(rows).execute()
      await db.insertInto('check_tags').values(tags).execute()
    })
  }

  const list = (matchTags: string[][], limit = checks) =>
    listSessionTargets(opened.store.read, { accountId, matchTags }, limit)
  const numbersOf = (targets: readonly { name: string }[]) =>
    targets.map(({ name }) => Number(name.slice('Check '.length)))

  test('a hundred conditions that nothing meets leave the event loop to others', async (t) => {
    const matchTags = Array.from({ length: 5 }, (_, row) => [
      ...Array.from({ length: 19 }, (_unused, index) => `!none${row * 19 + index}`),
      '!all',
    ])
    const { longestMs, totalMs } = await turnsOf(async () => assert.deepEqual(await list(matchTags), []))
    t.diagnostic(`${totalMs.toFixed(0)} ms in all, the longest turn ${longestMs.toFixed(0)} ms`)
    assert.ok(longestMs < totalMs / 2, `${longestMs} of ${totalMs} ms in one turn`)
  })

  test('the newest come first and no more than asked for, over every slice', async () => {
    const every = numbersOf(await list([['!nobody']]))
    assert.equal(every.length, checks - checks / 1_000)
    assert.equal(new Set(every).size, every.length)
    const moments = every.map((number) => Math.floor(number / 3_000))
    assert.deepEqual(
      moments,
      moments.toSorted((left, right) => right - left),
    )
    assert.deepEqual(numbersOf(await list([['!nobody']], 1_001)), every.slice(0, 1_001))
    // A tag of every check leads to more than can be named one by one: the same list.
    assert.deepEqual(numbersOf(await list([['all']])), every)
  })

  test('a rare tag leads to its checks, in the same order', async () => {
    const every = numbersOf(await list([['!nobody']]))
    const hasBoth = (number: number) => [0, 99].includes(number % 100)
    const found = numbersOf(await list([['t1', 't2', '!t4']]))
    assert.deepEqual(
      found,
      every.filter((number) => [99, 0].includes(number % 100)),
    )
    assert.ok(found.every(hasBoth))
    assert.deepEqual(numbersOf(await list([['t1', 't2', '!t4']], 10)), found.slice(0, 10))
    assert.deepEqual(await list([]), [])
  })
})
