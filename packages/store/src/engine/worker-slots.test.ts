import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChild } from '../../testing/child.ts'
import { forEachEngine } from '../../testing/engines.ts'
import { openStore, type Store } from './store.ts'

async function take(store: Store) {
  const slot = await store.takeWorkerSlot()
  assert.ok(slot)
  return slot
}

forEachEngine('worker slots of those who deliver', (engine) => {
  test('each program has a slot of its own, and a slot that was left is given again', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const [first, second] = [await take(store), await take(store)]
    assert.deepEqual([first.number, second.number], [1, 2])
    await first.release()
    const third = await take(store)
    assert.equal(third.number, 1)
    await Promise.all([second.release(), third.release()])
  })

  test('a slot that somebody has is not vacant, and nobody can take one while it is worked on', async (t) => {
    const { store, close } = await engine.open()
    t.after(close)
    const [first, second] = [await take(store), await take(store)]
    const never = async () => assert.fail('the slot was taken')
    assert.equal(await first.whileVacant(2, never), false)
    assert.equal(await first.whileVacant(1, never), false)
    await second.release()
    let meanwhile = 0
    const wasVacant = await first.whileVacant(2, async () => {
      const other = await take(store)
      meanwhile = other.number
      await other.release()
    })
    assert.deepEqual([wasVacant, meanwhile], [true, 3])
    await assert.rejects(
      first.whileVacant(2, async () => {
        throw new Error('the work failed')
      }),
      /the work failed/,
    )
    const again = await take(store)
    assert.equal(again.number, 2)
    await Promise.all([first.release(), again.release()])
  })

  test('the slot of a program that was killed is vacant at once', async (t) => {
    const place = await engine.createMigratedDatabase()
    t.after(() => place.remove())
    const { dataDir, databaseUrl } = place
    const store = await openStore({ dataDir, databaseUrl, encryptionKey: null, clock: { now: () => 1_000 } })
    t.after(() => store.close())
    const child = startChild('take-worker-slot', [dataDir, databaseUrl ?? ''])
    t.after(() => child.process.kill('SIGKILL'))
    for await (const line of child.lines) {
      assert.equal(line, '1')
      const own = await take(store)
      assert.equal(own.number, 2)
      assert.equal(await own.whileVacant(1, async () => assert.fail('it is still there')), false)
      child.process.kill('SIGKILL')
      await child.ended
      // PostgreSQL hears of the end of a connection a moment later.
      while (!(await own.whileVacant(1, async () => {}))) await new Promise(setImmediate)
      await own.release()
    }
  })
})
