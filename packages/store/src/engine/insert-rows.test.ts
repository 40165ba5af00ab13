import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeRowNumbers } from '../imports/imported-ids.ts'
import { forEachEngine } from '../../testing/engines.ts'
import { insertRows } from './insert-rows.ts'

forEachEngine('many rows', (engine) => {
  test('more than fit into one statement are written, or none of them', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const rows = Array.from({ length: 4_321 }, (_, number) => ({ name: `row-${number}`, value: number }))
    await store.write((db) => insertRows(db, 'counters', rows))
    const written = () =>
      store.read.selectFrom('counters').selectAll().where('name', 'like', 'row-%').execute()
    assert.deepEqual(
      (await written()).map(({ name, value }) => `${name} ${Number(value)}`).toSorted(),
      rows.map(({ name, value }) => `${name} ${value}`).toSorted(),
    )
    const more = [
      ...rows.map(({ name, value }) => ({ name: `more-${name}`, value })),
      { name: 'row-7', value: 1 },
    ]
    await assert.rejects(store.write((db) => insertRows(db, 'counters', more)))
    const left = await store.read
      .selectFrom('counters')
      .select('name')
      .where('name', 'like', 'more-%')
      .execute()
    assert.deepEqual(left, [])
    await store.write((db) => insertRows(db, 'counters', []))
  })

  test('numbers that were taken are given to nothing else', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const take = (count: number) => store.write((db) => takeRowNumbers(db, 'snippets', count))
    const [first, second] = [await take(3), await take(2)]
    const all = [...first, ...second]
    assert.deepEqual([all.length, new Set(all).size], [5, 5])
    assert.ok(Math.min(...second) > Math.max(...first))
  })
})
