import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { watchedCluster, withoutParts } from './support/faulted-cluster.ts'

const crashes = 3
const slowForMs = 15 * secondMs
const mostMegabytes = 1_000

function megabytesOf(pid: number | null): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

test(
  'cases 44 and 47: through crashes of PostgreSQL and slow statements every slot has one result or is counted, and every episode one alert and one recovery',
  { skip: withoutParts, timeout: 9.5 * minuteMs },
  async (t) => {
    const watched = await watchedCluster(t)
    const { cluster, ways, together } = watched

    await t.test('case 44: PostgreSQL is restarted as after a crash', async (of) => {
      for (let nth = 0; nth < crashes; nth += 1) {
        together.turn()
        await cluster.postgres.stop('immediate')
        await cluster.postgres.start()
        const startedMs = performance.now()
        await together.untilTold()
        of.diagnostic(`everybody was told ${Math.round(performance.now() - startedMs)} ms after its start`)
      }
    })

    await t.test('case 47: every statement takes 2 s longer, then 6 s', async (of) => {
      const pids = cluster.servers.map((server) => server.pid())
      together.turn()
      for (const ms of [2 * secondMs, 6 * secondMs]) {
        for (const way of ways.postgres) way.slowDown(ms)
        await delay(slowForMs)
      }
      for (const way of ways.postgres) way.slowDown(0)
      of.diagnostic(`every check ran again ${await watched.untilSlotsRun()} ms after it was over`)
      await together.untilTold()
      assert.deepEqual(
        cluster.servers.map((server) => server.pid()),
        pids,
        'no server has ended',
      )
      const megabytes = pids.map(megabytesOf)
      of.diagnostic(`the servers have ${megabytes.join(', ')} MB`)
      assert.ok(Math.max(...megabytes) < mostMegabytes)
    })

    await watched.assertAllHold()
  },
)
