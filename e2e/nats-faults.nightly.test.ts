import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { eventually } from './support/eventually.ts'
import {
  keepAsking,
  untilWhole,
  watchedCluster,
  type WatchedCluster,
  withoutParts,
} from './support/faulted-cluster.ts'

const awayMs = minuteMs
/** A slot that is later than 15 s is not run; a busy machine takes some seconds more to notice and to begin. */
const marginMs = 20 * secondMs

/** Nodes are stopped for a minute. Results of runs that agents have by then are taken, and told, meanwhile. */
async function withoutNodes(t: TestContext, watched: WatchedCluster, count: number): Promise<void> {
  const { cluster, together } = watched
  const failuresOf = await keepAsking(cluster)
  const { nats } = cluster
  assert.ok(nats !== null)
  const nodes = nats.nodes.slice(0, count)
  await together.hold()
  await Promise.all(nodes.map((node) => node.stop()))
  const goneAt = Date.now()
  together.turn()
  together.release()
  await together.untilTold()
  t.diagnostic(`${count} nodes are gone: told of results ${Date.now() - goneAt} ms later`)
  await delay(awayMs - (Date.now() - goneAt))
  const backAt = Date.now()
  await Promise.all(nodes.map((node) => node.start()))
  await untilWhole(nats)
  t.diagnostic(`${count} nodes are back: NATS was whole ${Date.now() - backAt} ms after their start`)
  t.diagnostic(`every check ran again ${await watched.untilSlotsRun()} ms after that`)
  assert.deepEqual(await failuresOf(), [], 'whoever asks is answered')
  const old = (await watched.slots())
    .flatMap(({ slots }) => slots)
    .filter(({ slotAt }) => slotAt > goneAt + marginMs && slotAt < backAt - marginMs)
  assert.deepEqual(old, [], 'slots of that time are not made up for')
  together.turn()
  await together.untilTold()
}

test(
  'cases 40 and 41: through the loss of nodes of NATS, and of all they had in memory, every slot has one result or is counted, and every episode one alert and one recovery',
  { skip: withoutParts, timeout: 9.5 * minuteMs },
  async (t) => {
    const watched = await watchedCluster(t)
    const { cluster, together } = watched

    await t.test(
      'case 40: without two nodes for a minute, and without all three, results, alerts, pings and the API work',
      async (of) => {
        await withoutNodes(of, watched, 2)
        await withoutNodes(of, watched, 3)
      },
    )

    await t.test('case 41: what waits is made after all nodes were killed', async (of) => {
      for (const agent of cluster.agents) agent.kill('SIGKILL')
      await eventually('the agents are gone', () => cluster.agents.every((agent) => agent.pid() === null))
      const before = await watched.slots()
      // The first that nobody takes waits, and the next is counted because of it.
      await eventually('a run of every check waits', async () => {
        const now = await watched.slots()
        return now.every(({ due }, index) => due >= (before[index]?.due ?? 0) + 2)
      })
      const nodes = cluster.nats?.nodes ?? []
      const killedAt = Date.now()
      await Promise.all(nodes.map((node) => node.kill()))
      await Promise.all(nodes.map((node) => node.start()))
      if (cluster.nats !== null) await untilWhole(cluster.nats)
      of.diagnostic(`NATS was whole ${Date.now() - killedAt} ms after its nodes were killed`)
      for (const agent of cluster.agents) await agent.start()
      of.diagnostic(`every check ran again ${await watched.untilSlotsRun()} ms after that`)
      await eventually('every run that waited is made', async () => {
        const after = await watched.slots()
        return after.every(({ slots }) =>
          slots.some(({ slotAt, storedAt }) => slotAt <= killedAt && storedAt > killedAt),
        )
      })
      together.turn()
      await together.untilTold()
      together.turn()
      await together.untilTold()
    })

    await watched.assertAllHold()
  },
)
