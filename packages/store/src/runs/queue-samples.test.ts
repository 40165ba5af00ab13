import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import { type OpenedStore, forEachEngine } from '../../testing/engines.ts'
import { addPrivateLocation } from '../../testing/locations.ts'
import { forgetQueueSamplesBefore, insertQueueSamples, queueSamples } from './queue-samples.ts'

forEachEngine('queue samples', (engine) => {
  let opened: OpenedStore
  before(async () => {
    opened = await engine.open()
  })
  after(() => opened.close())

  const addLocation = async () => (await addPrivateLocation(opened.store)).id

  const insert = (
    privateLocationId: string,
    ...samples: [minute: number, queued: number, oldest: number][]
  ) =>
    opened.store.write((db) =>
      insertQueueSamples(
        db,
        samples.map(([minute, queued, oldestSeconds]) => ({
          privateLocationId,
          minuteAt: minute * minuteMs,
          queued,
          oldestSeconds,
          dropped: 1,
          inflight: 0,
        })),
      ),
    )

  const read = (privateLocationId: string, from: number, to: number, step: number) =>
    queueSamples(opened.store.read, {
      privateLocationId,
      from: from * minuteMs,
      to: to * minuteMs,
      stepMs: step * minuteMs,
    })

  test('each step shows the highest figures of its minutes and all that was dropped', async () => {
    const id = await addLocation()
    await insert(id, [9, 1, 1], [10, 5, 40], [19, 7, 30], [20, 2, 3], [21, 9, 9])
    assert.deepEqual(await read(id, 10, 21, 10), [
      { stepAt: 10 * minuteMs, queued: 7, oldestSeconds: 40, dropped: 2 },
      { stepAt: 20 * minuteMs, queued: 2, oldestSeconds: 3, dropped: 1 },
    ])
    assert.deepEqual(
      (await read(id, 0, 100, 1)).map(({ stepAt, queued }) => [stepAt / minuteMs, queued]),
      [
        [9, 1],
        [10, 5],
        [19, 7],
        [20, 2],
        [21, 9],
      ],
    )
  })

  test('two samples of one minute become one', async () => {
    const id = await addLocation()
    await insert(id, [3, 5, 10])
    await insert(id, [3, 4, 20])
    assert.deepEqual(await read(id, 3, 4, 1), [
      { stepAt: 3 * minuteMs, queued: 5, oldestSeconds: 20, dropped: 2 },
    ])
  })

  test('a sample of a location that is gone does not spoil the others', async () => {
    const id = await addLocation()
    const sample = { minuteAt: minuteMs, queued: 1, oldestSeconds: 2, dropped: 0, inflight: 0 }
    await opened.store.write((db) =>
      insertQueueSamples(db, [
        { privateLocationId: randomUUID(), ...sample },
        { privateLocationId: id, ...sample },
      ]),
    )
    assert.equal((await read(id, 0, 10, 1)).length, 1)
    await opened.store.write((db) => insertQueueSamples(db, []))
  })

  test('old samples are forgotten', async () => {
    const id = await addLocation()
    await insert(id, [5, 1, 1], [6, 1, 1])
    await opened.store.write((db) => forgetQueueSamplesBefore(db, 6 * minuteMs))
    assert.deepEqual(
      (await read(id, 0, 100, 1)).map(({ stepAt }) => stepAt),
      [6 * minuteMs],
    )
  })
})
