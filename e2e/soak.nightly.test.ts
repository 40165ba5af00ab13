import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { seededIntegers } from '@sonde/ground/testing/thoroughness.ts'
import { reportText, whatFailed } from '../scripts/cluster/soak-report.ts'
import { soak } from '../scripts/cluster/soak.ts'
import { clusterForTests, withoutParts } from './support/faulted-cluster.ts'

const monitors = 30

test(
  'case 65: through faults at random, one every 30 s for three minutes, every slot has one result or is counted, and every episode one alert and one recovery',
  { skip: withoutParts, timeout: 9.5 * minuteMs },
  async (t) => {
    const { cluster, ways } = await clusterForTests(t, monitors)
    const integer = seededIntegers('soak')
    const report = await soak(cluster, {
      durationMs: 3 * minuteMs,
      everyMs: 30 * secondMs,
      flapping: 10,
      failing: 10,
      choose: (count) => integer(0, count),
      say: (line) => t.diagnostic(line),
      more: [
        {
          name: 'a server is cut off from NATS for 12 s',
          async happen() {
            await ways.nats.cut()
            await delay(12 * secondMs)
            await ways.nats.restore()
          },
        },
      ],
    })
    t.diagnostic(reportText(report))
    assert.deepEqual(whatFailed(report), [])
  },
)
