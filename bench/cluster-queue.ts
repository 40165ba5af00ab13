import { randomUUID } from 'node:crypto'
import { startNats } from '@sonde/runs/testing/nats-servers.ts'
import { jetStreamUnderTest } from '@sonde/runs/testing/jetstream-under-test.ts'
import { someRun } from '@sonde/runs/testing/some-run.ts'
import { packRuns } from '@sonde/runs/queue/parcels.ts'
import { cpuSecondsOf } from './process-cpu.ts'

const runCount = Number(process.env['QUEUE_RUNS'] ?? 20_000)
/** Runs of one slot, as a server publishes them together. */
const slotSize = 1_000
const place = 'eu-west-1'

/** Runs through the queue alone: packed, published to three disks, fetched, unpacked and acknowledged. */
export async function measureQueue(): Promise<{ cpuMicros: number; ownMicros: number }> {
  const nats = await startNats(3)
  try {
    const server = await jetStreamUnderTest({ url: nats.url, replicas: 3 })
    const { queue, clock } = server
    const taker = {
      agentId: 'agent',
      serves: () => true,
      places: () => [place],
      checkTypes: new Set(['ICMP'] as const),
    }
    const free = { uptime: slotSize, script: 0, main: 0 }
    const cpu = () => ({
      own: cpuSecondsOf(process.pid),
      nats: nats.nodes.reduce((sum, node) => sum + cpuSecondsOf(node.pid() ?? 0), 0),
    })
    const before = cpu()
    for (let made = 0; made < runCount; made += slotSize) {
      const scheduledAt = clock.now() + made
      const runs = Array.from({ length: slotSize }, (_, nth) =>
        someRun({ checkNo: nth + 1, checkId: randomUUID(), scheduledAt }),
      )
      await queue.publishParcels(packRuns(runs).map((own) => ({ id: randomUUID(), runs: own })))
      let taken = 0
      while (taken < slotSize) {
        const { leases } = await queue.take(
          taker,
          { free, most: slotSize, waitMs: 2_000 },
          AbortSignal.timeout(60_000),
        )
        taken += leases.length
        await queue.complete(leases.map(({ run }) => run))
        await queue.settle([...new Set(leases.flatMap(({ hold }) => hold?.parcel ?? []))])
      }
    }
    const after = cpu()
    await server.close()
    const micros = (seconds: number) => (seconds * 1_000_000) / runCount
    return {
      cpuMicros: micros(after.own - before.own + after.nats - before.nats),
      ownMicros: micros(after.own - before.own),
    }
  } finally {
    await nats.stop()
  }
}
