import type { CheckState } from '@sonde/store/checks/check-states.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { CheckFacts, TicketedRun } from '../run.ts'
import type { FindPrivateLocation } from '../schedule/location-pool.ts'
import { readStoredChecks } from '../schedule/stored-checks.ts'

export type CurrentFacts = {
  facts: CheckFacts
  /** Whether the runs of the check are still made with what this run was begun with. */
  isCurrent: boolean
}

/**
 * What the checks of these runs are at this moment, in the order of the runs; null for one that is gone. With their
 * states locked: where the revision is the one that the run was begun with, the run knows it; the others are read.
 */
export async function currentFacts(
  db: Db,
  runs: readonly TicketedRun[],
  deps: {
    states: ReadonlyMap<number, CheckState>
    /** Whether it matters where the check runs: a ticket does not tell that of every check. */
    needsPool(run: TicketedRun): boolean
    find: FindPrivateLocation
  },
): Promise<(CurrentFacts | null)[]> {
  const known = runs.map((run) => factsInRun(run, deps.states.get(run.checkNo), deps.needsPool))
  const unknown = runs.filter(
    (run, index) => known[index] === null && isOf(deps.states.get(run.checkNo), run),
  )
  if (unknown.length === 0) return known
  const stored = await readStoredChecks(
    db,
    unknown.map(({ checkNo }) => checkNo),
    deps.find,
  )
  return runs.map((run, index) => {
    const facts = known[index] ?? null
    if (facts !== null) return facts
    const entry = stored.get(run.checkNo)
    if (entry === undefined || !isOf(entry.check, run)) return null
    return { facts: entry.check, isCurrent: entry.snapshot === run.snapshot }
  })
}

/**
 * After a backup was restored another check may have the number of one that was made later. What was begun for that one
 * says nothing of this one.
 */
function isOf(found: { checkId: string } | undefined, { checkId }: TicketedRun): boolean {
  return found?.checkId === checkId
}

function factsInRun(
  run: TicketedRun,
  state: CheckState | undefined,
  needsPool: (run: TicketedRun) => boolean,
): CurrentFacts | null {
  const { check: facts } = run
  if (facts === null || state === undefined || !isOf(state, run) || facts.rev !== state.rev) return null
  if (facts.pool === null && (facts.isParallel || needsPool(run))) return null
  return { facts, isCurrent: true }
}
