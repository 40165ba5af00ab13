import assert from 'node:assert/strict'
import { minuteMs } from '@sonde/ground/durations.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { someRun } from './some-run.ts'
import { createTestClock } from './test-clock.ts'
import type { Run, TicketedRun } from '../src/run.ts'
import { createMemoryQueue } from '../src/queue/memory-queue.ts'
import type { Handout, Lease, Taker } from '../src/queue/run-queue.ts'

const times = { leaseMs: minuteMs, expiryMs: 6 * minuteMs }
export const plenty = { uptime: 1_000, script: 1_000, main: 1_000 }
const { signal } = new AbortController()

/** The queue in memory on a virtual clock. Nobody waits unless told: whoever finds nothing is answered at once. */
export function queueUnderTest() {
  const clock = createTestClock()
  /** Runs from before the program started that may go on. */
  const reopenable = new Set<string>()
  const queue = createMemoryQueue({
    clock,
    times,
    reopen: async (ticketed) =>
      reopenable.has(ticketed.runId)
        ? someRun({ ...run(ticketed.checkNo), config: { name: 'from before' } })
        : null,
  })
  const [expired, lost]: [Run[], Run[]] = [[], []]
  queue.onExpired((runs) => void expired.push(...runs))
  queue.onLost((runs) => void lost.push(...runs))

  async function ask(
    taker: Taker,
    free: typeof plenty & { suites?: number } = plenty,
    most = 1_000,
  ): Promise<Handout> {
    return await queue.take(taker, { free, mostSuites: free.suites ?? most, most, waitMs: 0 }, signal)
  }

  return {
    clock,
    queue,
    reopenable,
    ask,
    /** Asks, and waits for as long as it takes. */
    wait(taker: Taker) {
      const gone = new AbortController()
      const asked = {
        answers: 0,
        abort: () => gone.abort(),
        answer: queue.take(taker, { free: plenty, most: 1_000, waitMs: 60_000 }, gone.signal),
      }
      void asked.answer.then(() => (asked.answers += 1))
      return asked
    },
    take: async (taker: Taker, free: typeof plenty & { suites?: number } = plenty, most = 1_000) =>
      (await ask(taker, free, most)).leases,
    renew: async (lease: Lease) => await queue.renew(lease.agentId, [lease]),
    release: async (lease: Lease) => await queue.release(lease.agentId, [lease]),
    async complete(attempt: TicketedRun): Promise<boolean> {
      const [wasOpen] = await queue.complete([attempt])
      return wasOpen === true
    },
    /** The lease of the attempt, `waiting`, or what else is known of it. */
    async statusOf(attempt: TicketedRun): Promise<string> {
      const [status] = await queue.lookUp([attempt])
      if (status === undefined) return 'nothing'
      return status.kind === 'held' ? status.leaseId : status.kind
    },
    /** What was given up since the last call. */
    expire(): { expired: number[]; lost: number[] } {
      queue.expire()
      const numbersOf = (runs: Run[]) => runs.splice(0).map(({ checkNo }) => checkNo)
      return { expired: numbersOf(expired), lost: numbersOf(lost) }
    },
  }
}

export function agent(
  agentId: string,
  place = 'eu-west-1',
  checkTypes: readonly CheckType[] = ['ICMP'],
): Taker {
  return {
    agentId,
    serves: (candidate) => candidate === place,
    places: () => [place],
    checkTypes: new Set(checkTypes),
  }
}

/** Runs of different checks, named by their number. */
export function run(checkNo: number, fields: Partial<Run> = {}): Run {
  return someRun({ checkNo, checkId: `check-${checkNo}`, ...fields })
}

export const numbers = (leases: readonly Lease[]) => leases.map((lease) => lease.run.checkNo)

export function only(leases: readonly Lease[]): Lease {
  const [lease] = leases
  assert.ok(lease !== undefined && leases.length === 1)
  return lease
}
