import { randomUUID } from 'node:crypto'
import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import { startNats } from '@sonde/runs/testing/nats-servers.ts'
import { jetStreamUnderTest } from '@sonde/runs/testing/jetstream-under-test.ts'
import { someRun } from '@sonde/runs/testing/some-run.ts'
import { packRuns } from '@sonde/runs/queue/parcels.ts'
import { cpuSecondsOf } from './process-cpu.ts'

const runCount = Number(process.env['QUEUE_RUNS'] ?? 20_000)
/** Runs of one slot, as a server publishes them together. */
const slotSize = 1_000
/** A server runs for days: what V8 compiles in the first seconds is not what a run costs. */
const warmUpSlots = 10
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
    const natsSeconds = () => nats.nodes.reduce((sum, node) => sum + cpuSecondsOf(node.pid() ?? 0), 0)
    // The same checks in every slot, as in an installation: their configurations are turned into text once.
    const checks = Array.from({ length: slotSize }, (_, nth) =>
      someRun({ checkNo: nth + 1, checkId: randomUUID() }),
    )
    let [ownMicros, natsBefore] = [0, 0]
    const slots = Math.ceil(runCount / slotSize)
    for (let slot = -warmUpSlots; slot < slots; slot += 1) {
      if (slot === 0) [ownMicros, natsBefore] = [0, natsSeconds()]
      const scheduledAt = clock.now() + (slot + warmUpSlots) * secondMs
      const runs = checks.map((run) => ({ ...run, scheduledAt, runId: runIdOf({ ...run, scheduledAt }) }))
      const before = process.cpuUsage()
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
      const { user, system } = process.cpuUsage(before)
      ownMicros += user + system
    }
    const natsMicros = (natsSeconds() - natsBefore) * 1_000_000
    await server.close()
    const runsTaken = slots * slotSize
    return { cpuMicros: (ownMicros + natsMicros) / runsTaken, ownMicros: ownMicros / runsTaken }
  } finally {
    await nats.stop()
  }
}
