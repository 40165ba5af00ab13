import { randomBytes, randomUUID } from 'node:crypto'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { createGatheredMessages } from '../src/cluster/gathered-messages.ts'
import { createNatsBus } from '../src/cluster/nats-bus.ts'
import { connectNats } from '../src/cluster/nats-connection.ts'
import { createJetStreamQueue, jetStreamTimes } from '../src/queue/jetstream/jetstream-queue.ts'
import type { UnreadableRow } from '../src/queue/jetstream/receive-parcel.ts'
import { openStreams, streamLimits } from '../src/queue/jetstream/streams.ts'
import { attemptKey, type Run, type TicketedRun } from '../src/run.ts'
import { createTestClock } from './test-clock.ts'

const key = randomBytes(32)

export type JetStreamOptions = {
  url: string
  /** The same for servers of one installation. */
  installation?: string
  replicas?: number
  leaseMs?: number
  maxBytes?: number
  idleConsumerMs?: number
  lookEveryMs?: number
  clock?: ReturnType<typeof createTestClock>
}

/** One server's queue on real NATS. Leases are real time; waits in the line are those of the test's clock. */
export async function jetStreamUnderTest(options: JetStreamOptions) {
  const { url, installation = randomUUID().slice(0, 8), replicas = 1, leaseMs = 60_000 } = options
  const log = silentLogger
  const clock = options.clock ?? createTestClock()
  const nats = await connectNats(
    { addresses: url.split(','), credsFile: null, caFile: null, name: 'test' },
    { log, steadyMs: () => performance.now() },
  )
  const { connection } = nats
  const limits = {
    maxBytes: options.maxBytes ?? 64 * 1024 ** 2,
    idleConsumerMs: options.idleConsumerMs ?? streamLimits.idleConsumerMs,
  }
  const streams = await openStreams({ connection, installation, replicas, leaseMs, limits, log })
  await ensurePatiently(streams)
  const gathered = createGatheredMessages(connection, log)
  const bus = createNatsBus({ connection, installation, gathered, log })
  /** Attempts that have their results, and types that not every agent takes. */
  const over = new Set<string>()
  const special = new Set<string>()
  const stored = new Map<string, Run>()
  const unreadable: UnreadableRow[] = []
  /** `answered`: what a question waits for; `refused`: checks that it cannot be asked about. */
  const database = { isAway: false, answered: Promise.resolve(), refused: new Set<number>() }
  const site = { connection, bus, gathered, streams, installation, key, serverId: randomUUID() }
  const queue = createJetStreamQueue(
    site,
    {
      clock,
      log,
      times: { leaseMs, expiryMs: 360_000 },
      isForAll: (_, checkType) => !special.has(checkType),
      async areOpen(runs) {
        if (database.isAway) throw new Error('the database does not answer')
        await database.answered
        if (runs.some(({ checkNo }) => database.refused.has(checkNo))) throw new Error('refused')
        return runs.map((run) => !over.has(attemptKey(run)))
      },
      restore: async (runs) => runs.map((run) => stored.get(attemptKey(run)) ?? null),
      keepUnreadable: async (row) => void unreadable.push(row),
    },
    {
      ...jetStreamTimes,
      slackMs: 0,
      unreadableMs: 20,
      lookEveryMs: options.lookEveryMs ?? jetStreamTimes.lookEveryMs,
      patienceMs: 200,
    },
  )
  return {
    ...site,
    nats,
    queue,
    clock,
    special,
    unreadable,
    database,
    limits,
    /** The result of an attempt is in the database, where every server finds it. */
    noteResult: (run: TicketedRun) => void over.add(attemptKey(run)),
    store: (runs: readonly Run[]) => {
      for (const run of runs) stored.set(attemptKey(run), run)
    },
    over,
    async close() {
      await queue.stop()
      await nats.close()
    },
  }
}

/** Nodes that were just started, on a busy machine, may take longer to agree than one question waits. */
async function ensurePatiently(streams: Awaited<ReturnType<typeof openStreams>>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await streams.ensureStreams()
    } catch (error) {
      if (tries === 6) throw error
    }
  }
}
