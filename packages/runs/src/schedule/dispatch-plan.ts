import { type DueCount, hourOf } from '@sonde/store/runs/due-runs.ts'
import { occurrenceOf, type Run } from '../run.ts'
import { nextInRotation, type LocationQueue } from './location-pool.ts'
import { newRun } from './new-run.ts'
import type { ScheduledCheck } from './scheduled-check.ts'

export type DispatchPorts = {
  /** Whether runs at this place would be taken by somebody. */
  isServed(place: string): boolean
  /** Whether an open run waits for an agent: nobody is looking then. */
  isWaiting(runId: string): boolean
}

/** What is to be written down and published for one slot of these checks. */
export type DispatchPlan = {
  due: readonly DueCount[]
  runs: readonly Run[]
  /** Where the rotations of checks with several locations move to. */
  turns: readonly { check: ScheduledCheck; to: string }[]
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
  for (const check of checks) {
    const places = placesOf(check, ports)
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
  return { due, runs, turns }
}

/**
 * The places where a slot of a check is due, and those of them where it is run; and where a run before has not
 * ended yet, so that what it said last still counts.
 */
function placesOf(
  check: ScheduledCheck,
  { isServed, isWaiting }: DispatchPorts,
): { due: readonly LocationQueue[]; run: readonly LocationQueue[]; carried: readonly LocationQueue[] } {
  if (check.isParallel) {
    const busy = new Map([...check.open].map(([runId, origin]) => [origin, runId]))
    // Where the run before has not ended, the check is looking already, unless no agent took it.
    const due = check.pool.filter(({ location }) => {
      const runId = busy.get(location)
      return runId === undefined || isWaiting(runId)
    })
    const run = due.filter(({ place, location }) => !busy.has(location) && isServed(place))
    const carried = check.pool.filter(({ place, location }) => busy.has(location) && isServed(place))
    return { due, run, carried }
  }
  if (check.open.size > 0) {
    const waitingAt = new Set([...check.open].filter(([runId]) => isWaiting(runId)).map(([, at]) => at))
    return { due: check.pool.filter(({ location }) => waitingAt.has(location)), run: [], carried: [] }
  }
  const next = nextInRotation(check.pool, check.lastOrigin, isServed)
  if (next !== null) return { due: [next], run: [next], carried: [] }
  const unserved = nextInRotation(check.pool, check.lastOrigin, () => true)
  return { due: unserved === null ? [] : [unserved], run: [], carried: [] }
}

function locationOf({ location }: LocationQueue): string {
  return location
}
