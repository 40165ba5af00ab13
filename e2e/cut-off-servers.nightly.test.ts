import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { Cluster } from '../scripts/cluster/start-cluster.ts'
import { eventually } from './support/eventually.ts'
import { lastServer, onAll, watchedCluster, withoutParts } from './support/faulted-cluster.ts'
import { createHandMadeAgent } from './support/hand-made-agent.ts'

const allShards = 64

/** Without NATS a server has no runs for agents, and takes their results all the same. */
async function assertTakesResults(cluster: Cluster): Promise<void> {
  const { url } = lastServer(cluster)
  const earlier = new Set(cluster.proxy.calls)
  const key = readFileSync(join(dirname(cluster.keyFile), '../agent-key'), 'utf8').trim()
  const agent = createHandMadeAgent({ serviceUrl: url, key })
  assert.equal((await agent.post('lease', { free: { uptime: 1, main: 0 } })).status, 503)
  await eventually('it takes results', () =>
    cluster.proxy.calls.some(
      (call) =>
        !earlier.has(call) && call.target === url && call.path === '/agent/v1/results' && call.status === 200,
    ),
  )
}

test(
  'cases 42 and 49: whatever a server is cut off from, it leaves its work to others, every slot has one result or is counted, and every episode one alert and one recovery',
  { skip: withoutParts, timeout: 9.5 * minuteMs },
  async (t) => {
    const watched = await watchedCluster(t)
    const { cluster, together } = watched
    const { nats, routes, postgres } = watched.ways
    const last = lastServer(cluster)
    const { name = '' } = cluster.servers.at(-1) ?? {}
    const othersHaveAll = async () => {
      const shards = await watched.shards()
      return !shards.has(name) && shards.values().reduce((sum, count) => sum + count, 0) === allShards
    }
    const toPostgres = postgres.slice(-1)
    for (const [what, { ways, act }] of [
      ['case 42: it loses its connection to NATS', { ways: [nats], act: 'cut' }],
      ['case 42: it hears nothing from NATS any more', { ways: [nats], act: 'silence' }],
      ['case 42: its node of NATS has lost the others', { ways: routes, act: 'cut' }],
      ['case 49: it loses its connections to PostgreSQL', { ways: toPostgres, act: 'cut' }],
      ['case 49: it hears nothing from PostgreSQL any more', { ways: toPostgres, act: 'silence' }],
      ['case 49: it hears nothing from either', { ways: [...toPostgres, nats], act: 'silence' }],
    ] as const) {
      await t.test(what, async (of) => {
        const beganMs = performance.now()
        const say = (words: string) =>
          of.diagnostic(`${words} ${Math.round(performance.now() - beganMs)} ms after the cut`)
        together.turn()
        await onAll(ways, act)
        await eventually('the load balancer is told', async () => !(await last.isReady()))
        say('not ready')
        await eventually('the others have all shards', othersHaveAll)
        say('the others have all shards')
        if (!what.includes('case 49')) await assertTakesResults(cluster)
        await together.untilTold()
        say('everybody was told')
        await onAll(ways, 'restore')
        await eventually('it is ready again', async () => await last.isReady())
        await eventually('it has shards again', async () => (await watched.shards()).has(name))
      })
    }
    await watched.assertAllHold()
  },
)
