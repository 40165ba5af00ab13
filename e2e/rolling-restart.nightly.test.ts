import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { keepAsking, untilWhole, watchedCluster, withoutParts } from './support/faulted-cluster.ts'

/** No slot is begun later than 15 s after its time; an agent on a busy machine may take some seconds more. */
const latestMs = 30 * secondMs

test(
  'case 61: everything is restarted, one after the other: no request fails, every slot has one result or is counted, and every episode one alert and one recovery',
  { skip: withoutParts, timeout: 9.5 * minuteMs },
  async (t) => {
    const watched = await watchedCluster(t)
    const { cluster, together } = watched
    const { nats } = cluster
    assert.ok(nats !== null)
    const failuresOf = await keepAsking(cluster)
    const beganAt = Date.now()
    together.turn()
    for (const part of [...cluster.servers, ...nats.nodes, ...cluster.agents]) {
      await part.stop()
      await part.start()
      await untilWhole(nats)
      t.diagnostic(`${Math.round((Date.now() - beganAt) / secondMs)} s: ${part.name} was restarted`)
    }
    const endedAt = Date.now()
    await watched.untilSlotsRun()
    assert.deepEqual(await failuresOf(), [], 'whoever asks is answered')
    const all = await watched.assertAllHold()
    const late = all
      .flatMap(({ slots }) => slots)
      .filter(({ slotAt }) => slotAt > beganAt && slotAt < endedAt)
      .map(({ slotAt, startedAt }) => startedAt - slotAt)
    t.diagnostic(`of ${late.length} runs the latest began after ${Math.max(...late)} ms`)
    assert.ok(Math.max(...late) < latestMs)
  },
)
