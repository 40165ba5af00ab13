import { secondMs } from '@sonde/ground/durations.ts'
import { type DueCount, hourOf } from '@sonde/store/runs/due-runs.ts'
import type { HeldAttempt } from '../queue/run-queue.ts'
import { occurrenceOf, type Run } from '../run.ts'
import { nextInRotation, type LocationQueue } from './location-pool.ts'
import { newRun } from './new-run.ts'
import type { OpenRun, ScheduledCheck } from './scheduled-check.ts'

export type DispatchPorts = {
  /** Whether runs at this place would be taken by somebody. */
  isServed(place: string): boolean
  /** Whether an open run waits for an agent: nobody is looking then. */
  isWaiting(runId: string): boolean
  /** The attempt of an open run that an agent holds; null between two attempts. */
  held(runId: string): HeldAttempt | null
}

/** Beyond its longest attempt an agent has this long to give up by itself and to say so. */
const graceMs = 5 * secondMs

/** What is to be written down and published for one slot of these checks. */
export type DispatchPlan = {
  due: readonly DueCount[]
  runs: readonly Run[]
  /** Where the rotations of checks with several locations move to. */
  turns: readonly { check: ScheduledCheck; to: string }[]
  /** The open runs because of which the slot is left out, with the attempt that an agent holds. */
  leftOut: readonly { run: OpenRun; attempt: number }[]
}

export function planDispatch(
  checks: readonly ScheduledCheck[],
  scheduledAt: number,
  ports: DispatchPorts,
): DispatchPlan {
  const hour = hourOf(scheduledAt)
  const due: DueCount[] = []
  const runs: Run[] = []
  const turns: { check: ScheduledCheck; to: string }[] = []
  const leftOut: { run: OpenRun; attempt: number }[] = []
  for (const check of checks) {
    const looking = lookingRuns(check, scheduledAt, ports)
    for (const { run, held } of looking) {
      // What is left out before an attempt is handed out counts for the one before, which was made.
      if (held !== null && held.sinceAt <= scheduledAt) leftOut.push({ run, attempt: held.attempt })
    }
    const places = placesOf(check, new Set(looking.map(({ run }) => run.key.origin)), ports)
    for (const { location } of places.due) due.push({ checkNo: check.no, hour, location, count: 1 })
    const occurrence = occurrenceOf({
      origins: places.run.map(locationOf),
      carried: places.carried.map(locationOf),
      isParallel: check.isParallel,
    })
    const { snapshot } = check
    for (const at of places.run) {
      runs.push(newRun(check, at, { scheduledAt, source: 'SCHEDULER', snapshot, occurrence }))
    }
    const [only] = places.run
    if (!check.isParallel && check.pool.length > 1 && only !== undefined) {
      turns.push({ check, to: only.location })
    }
  }
  return { due, runs, turns, leftOut }
}

/** The open runs with which an agent looks at the target, as far as can be told. */
function lookingRuns(
  check: ScheduledCheck,
  at: number,
  ports: DispatchPorts,
): { run: OpenRun; held: HeldAttempt | null }[] {
  if (check.open.size === 0) return []
  const longestMs = check.kind.longestAttemptMs(check.config) + graceMs
  return [...check.open].flatMap(([runId, run]) => {
    if (ports.isWaiting(runId)) return []
    const held = ports.held(runId)
    return held === null || at - held.sinceAt <= longestMs ? [{ run, held }] : []
  })
}

/**
 * The places where a slot of a check is due, and those of them where it is run; and where a run before has not
 * ended yet, so that what it said last still counts.
 */
function placesOf(
  check: ScheduledCheck,
  looking: ReadonlySet<string>,
  { isServed }: DispatchPorts,
): { due: readonly LocationQueue[]; run: readonly LocationQueue[]; carried: readonly LocationQueue[] } {
  const busy = new Set([...check.open.values()].map(({ key }) => key.origin))
  if (check.isParallel) {
    const due = check.pool.filter(({ location }) => !looking.has(location))
    const run = due.filter(({ place, location }) => !busy.has(location) && isServed(place))
    const carried = check.pool.filter(({ place, location }) => busy.has(location) && isServed(place))
    return { due, run, carried }
  }
  if (busy.size > 0) {
    const due = looking.size > 0 ? [] : check.pool.filter(({ location }) => busy.has(location))
    return { due, run: [], carried: [] }
  }
  const next = nextInRotation(check.pool, check.lastOrigin, isServed)
  if (next !== null) return { due: [next], run: [next], carried: [] }
  const unserved = nextInRotation(check.pool, check.lastOrigin, () => true)
  return { due: unserved === null ? [] : [unserved], run: [], carried: [] }
}

function locationOf({ location }: LocationQueue): string {
  return location
}
