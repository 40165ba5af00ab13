import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { newDocument } from '@sonde/actions/checks/check-document.ts'
import { secondMs } from '@sonde/ground/durations.ts'
import { packRuns } from '@sonde/runs/queue/parcels.ts'
import type { Run } from '@sonde/runs/run.ts'
import { newRun } from '@sonde/runs/schedule/new-run.ts'
import { toRunnableCheck } from '@sonde/runs/schedule/scheduled-check.ts'
import { icmpCheck } from '@sonde/runs/testing/icmp-checks.ts'
import { jetStreamUnderTest } from '@sonde/runs/testing/jetstream-under-test.ts'
import { startNats } from '@sonde/runs/testing/nats-servers.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { pingMonitors } from './ping-monitors.ts'
import { cpuSecondsOf } from './process-cpu.ts'

const runCount = Number(process.env['QUEUE_RUNS'] ?? 50_000)
/** A server runs for days: what V8 compiles in the first seconds is not what a run costs. */
const warmUpRuns = 20_000
/** Each is dear enough to be told from noise sooner. */
const singleRuns = [10_000, 5_000] as const
const place = 'eu-west-1'

/** Processor time per run: of everything, and of it this process. */
export type QueueCost = { cpuMicros: number; ownMicros: number }

/**
 * Runs through the queue alone: packed, published to three disks, fetched, unpacked and acknowledged. `slotSize`: how many a
 * server publishes together, which says how full its parcels are and how many of them NATS writes together.
 */
export async function measureQueue(
  slotSize: number,
  packed: 'in parcels' | 'one by one' = 'in parcels',
): Promise<QueueCost> {
  const share = (runs: Run[]) => (packed === 'in parcels' ? packRuns(runs) : runs.map((run) => [run]))
  const [measured, unmeasured] = packed === 'in parcels' ? [runCount, warmUpRuns] : singleRuns
  const nats = await startNats(3)
  try {
    // By two servers: what one has published itself it need not unpack.
    const publisher = await jetStreamUnderTest({ url: nats.url, replicas: 3 })
    const { clock, installation } = publisher
    const server = await jetStreamUnderTest({ url: nats.url, replicas: 3, clock, installation })
    const { queue } = server
    const taker = {
      agentId: 'agent',
      serves: () => true,
      places: () => [place],
      checkTypes: new Set(['ICMP'] as const),
    }
    const free = { uptime: slotSize, script: 0, main: 0 }
    const natsSeconds = () => nats.nodes.reduce((sum, node) => sum + cpuSecondsOf(node.pid() ?? 0), 0)
    // The same checks in every slot, as in an installation: what they are is turned into text once.
    const beginAll = monitorsOf(slotSize)
    const slots = Math.ceil(measured / slotSize)
    const warmUpSlots = Math.ceil(unmeasured / slotSize)
    let [ownMicros, natsBefore] = [0, 0]
    for (let slot = -warmUpSlots; slot < slots; slot += 1) {
      if (slot === 0) [ownMicros, natsBefore] = [0, natsSeconds()]
      const scheduledAt = clock.now() + (slot + warmUpSlots) * secondMs
      const runs = beginAll(scheduledAt)
      const before = process.cpuUsage()
      await publisher.queue.publishParcels(share(runs).map((own) => ({ id: randomUUID(), runs: own })))
      let taken = 0
      while (taken < slotSize) {
        const { leases } = await queue.take(
          taker,
          { free, most: slotSize, waitMs: 2_000 },
          AbortSignal.timeout(60_000),
        )
        taken += leases.length
        for (const each of [server, publisher]) await each.queue.complete(leases.map(({ run }) => run))
        await queue.settle([...new Set(leases.flatMap(({ hold }) => hold?.parcel ?? []))])
      }
      const { user, system } = process.cpuUsage(before)
      ownMicros += user + system
    }
    const natsMicros = (natsSeconds() - natsBefore) * 1_000_000
    await Promise.all([server.close(), publisher.close()])
    const runsTaken = slots * slotSize
    return { cpuMicros: (ownMicros + natsMicros) / runsTaken, ownMicros: ownMicros / runsTaken }
  } finally {
    await nats.stop()
  }
}

/** Monitors as the benchmark of whole servers has them; begins a run of each. */
function monitorsOf(count: number): (scheduledAt: number) => Run[] {
  const checks = pingMonitors(count, place).map((body, index) => {
    const { name, ...fields } = newDocument(kindOf('ICMP'), body)
    const check = icmpCheck(fields, { id: randomUUIDv7(), name })
    const runnable = toRunnableCheck({ no: index + 1, rev: 1, check, group: null }, () => null)
    if (runnable === null) throw new Error('agents run such monitors')
    return runnable
  })
  return (scheduledAt) =>
    checks.map((check) =>
      newRun(check, { place, location: place }, { scheduledAt, source: 'SCHEDULER', snapshot: 1 }),
    )
}
