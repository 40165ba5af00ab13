import type { JsonObject } from '@sonde/store/engine/json-column.ts'
import type { Run } from '../src/run.ts'
import type { DispatchRecord } from '../src/schedule/dispatch-record.ts'
import { createScheduler, type Scheduler, type SchedulerDeps } from '../src/schedule/scheduler.ts'
import { icmpCheck, scheduledRow } from './icmp-checks.ts'
import { createKeptLog, type KeptLog } from './kept-log.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** Of a server that runs all checks. */
type KeptRecord = DispatchRecord & { dispatchedUntil: number; clockEra: number }

export type SchedulerUnderTest = {
  readonly clock: TestClock
  readonly log: KeptLog
  readonly scheduler: Scheduler
  readonly records: KeptRecord[]
  readonly batches: (readonly Run[])[]
  /** Places that nobody serves. */
  readonly unserved: Set<string>
  /** Whether a maintenance keeps a check from running; none unless told. */
  isPaused: SchedulerDeps['isPaused']
  /** Runs that no agent has taken. */
  readonly waiting: Set<string>
  /** Since when agents have held the runs that they have. */
  readonly held: Map<string, number>
  /** Called with every record before it is kept; throws to make the write fail. */
  onRecord: (record: DispatchRecord) => void | Promise<void>
  /** Whether runs end as soon as they are published. */
  endsAtOnce: boolean
  published(): Run[]
  /** Ends the runs of a check that began there. */
  end(checkId: string, origin: string): void
  /** Where and when the runs since the last call were published: `location@seconds since the start`. */
  taken(): string[]
  /** Due runs that were counted, by location. */
  due(): Record<string, number>
  /** Moves the clock from slot to slot, and works each of them. */
  until(at: number): Promise<void>
}

/** The real scheduler on a virtual clock, with a record and a queue in memory; `sharing`: of one server of several. */
export function schedulerUnderTest(startAt?: number, sharing?: SchedulerDeps['sharing']): SchedulerUnderTest {
  const clock = createTestClock(startAt)
  const beganAt = clock.now()
  const log = createKeptLog()
  const records: KeptRecord[] = []
  const batches: (readonly Run[])[] = []
  const unserved = new Set<string>()
  let read = 0
  const snapshotNumbers = new Map<number, number>()

  function takeNumbers({ snapshots }: DispatchRecord): ReadonlyMap<number, number> {
    return new Map(
      snapshots.map(({ checkNo }) => {
        const number = (snapshotNumbers.get(checkNo) ?? 0) + 1
        snapshotNumbers.set(checkNo, number)
        return [checkNo, number]
      }),
    )
  }

  const scheduler = createScheduler({
    clock,
    steadyMs: clock.steadyMs,
    log,
    find: (accountId, name) => ({ place: `private/${accountId}/${name}`, location: name }),
    isServed: (place) => !unserved.has(place),
    isPaused: (check, at) => under.isPaused(check, at),
    isWaiting: (runId) => under.waiting.has(runId),
    held: (runId) => {
      const sinceAt = under.held.get(runId)
      return sinceAt === undefined ? null : { attempt: 1, sinceAt }
    },
    claimMs: 60_000,
    ...(sharing === undefined ? {} : { sharing }),
    async record(record) {
      await under.onRecord(record)
      const [{ dispatchedUntil, clockEra } = { dispatchedUntil: 0, clockEra: 0 }] = record.progress
      records.push({ ...record, dispatchedUntil, clockEra })
      return takeNumbers(record)
    },
    async publish(runs) {
      batches.push(runs)
      if (under.endsAtOnce) for (const run of runs) scheduler.closed(run)
    },
  })
  const under: SchedulerUnderTest = {
    clock,
    log,
    scheduler,
    records,
    batches,
    unserved,
    isPaused: () => false,
    waiting: new Set(),
    held: new Map(),
    onRecord: () => {},
    endsAtOnce: true,
    published: () => batches.flat(),
    end(checkId, origin) {
      for (const run of batches.flat()) {
        if (run.checkId === checkId && run.origin === origin) scheduler.closed(run)
      }
    },
    taken() {
      const runs = batches.slice(read).flat()
      read = batches.length
      return runs.map(({ location, scheduledAt }) => `${location}@${(scheduledAt - beganAt) / 1000}`)
    },
    due() {
      const counts: Record<string, number> = {}
      for (const { location, count } of records.flatMap(({ due }) => due)) {
        counts[location] = (counts[location] ?? 0) + count
      }
      return counts
    },
    async until(at) {
      for (;;) {
        await scheduler.tick()
        if (clock.now() >= at) return
        clock.set(Math.min(at, scheduler.nextAt() ?? at))
      }
    },
  }
  return under
}

/** A scheduler that has begun 500 ms after a full minute, without checks unless told. */
export function begunScheduler(...configs: JsonObject[]) {
  const under = schedulerUnderTest()
  const beganAt = under.clock.now()
  const checks = configs.map((config) => icmpCheck(config))
  for (const [index, check] of checks.entries()) under.scheduler.load(scheduledRow(check, { no: index + 1 }))
  under.clock.advance(500)
  under.scheduler.begin(null)
  return { ...under, under, beganAt, checks, check: checks[0] ?? icmpCheck() }
}
