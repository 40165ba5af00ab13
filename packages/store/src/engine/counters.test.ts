import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachEngine } from '../../testing/engines.ts'
import { readCounter, setCounter, takeNumbers } from './counters.ts'

forEachEngine('counters', (engine) => {
  test('numbers are taken once each, from 1, whoever takes them', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    const firsts = await Promise.all(
      Array.from({ length: 20 }, () => store.write((db) => takeNumbers(db, 'numbers', 5))),
    )
    assert.deepEqual(
      firsts.toSorted((a, b) => a - b),
      Array.from({ length: 20 }, (_, index) => 1 + index * 5),
    )
    assert.equal(await store.write((db) => takeNumbers(db, 'others', 1)), 1)
    assert.equal(await readCounter(store.read, 'numbers'), 100)
  })

  test('a counter is what it was set to, and nothing before that', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    const { store } = opened
    assert.equal(await readCounter(store.read, 'until'), null)
    for (const value of [1_775_044_800_000, 5]) {
      await store.write((db) => setCounter(db, 'until', value))
      assert.equal(await readCounter(store.read, 'until'), value)
    }
  })
})
