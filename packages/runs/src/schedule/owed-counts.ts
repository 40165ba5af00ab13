import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { createStandingTrouble } from '@sonde/ground/standing-trouble.ts'
import type { DueCount } from '@sonde/store/runs/due-runs.ts'
import type { RunKey } from '@sonde/store/runs/left-out-slots.ts'

/** Counts that settle a run are written with it or not at all. */
type Settled = { due: readonly DueCount[]; settled: RunKey }

/** Gaps are counted little by little: after a night's rest there are many. */
const batchSize = 1_000

/** What is due and could not be written when it was known: slots that nobody ran, and runs of which it is known how they ended. */
export function createOwedCounts(deps: {
  clock: Clock
  log: Logger
  /** Whether this server has the check: whoever has it next counts from where it was left. */
  isHere(checkNo: number): boolean
  write(counts: { due: readonly DueCount[]; settled: readonly RunKey[] }): Promise<unknown>
}) {
  const { isHere } = deps
  /** By check, hour and location: a disk may be full for days. */
  const missed = new Map<string, DueCount>()
  const settled: Settled[] = []
  const trouble = createStandingTrouble({
    ...deps,
    message: 'missed slots could not be counted yet; retrying',
    overMessage: 'missed slots are counted again',
  })

  function addMissed(due: readonly DueCount[]): void {
    for (const each of due) {
      if (!isHere(each.checkNo)) continue
      const name = `${each.checkNo}/${each.hour}/${each.location}`
      missed.set(name, { ...each, count: each.count + (missed.get(name)?.count ?? 0) })
    }
  }

  function takeMissed(isWanted: (checkNo: number) => boolean, most: number): DueCount[] {
    const taken: DueCount[] = []
    for (const [name, each] of missed) {
      if (taken.length === most) break
      if (!isWanted(each.checkNo)) continue
      missed.delete(name)
      if (isHere(each.checkNo)) taken.push(each)
    }
    return taken
  }

  async function tryToWrite(due: readonly DueCount[], runs: readonly Settled[]): Promise<boolean> {
    if (due.length === 0 && runs.length === 0) return true
    try {
      await deps.write({
        due: [...due, ...runs.flatMap((run) => run.due)],
        settled: runs.map((run) => run.settled),
      })
    } catch (error) {
      addMissed(due)
      settled.push(...runs)
      trouble.happened({ err: error, due: due.length, runs: runs.length })
      return false
    }
    return true
  }

  return {
    addMissed,
    settle(run: RunKey, due: readonly DueCount[]): void {
      settled.push({ due, settled: run })
    },
    /** All of these checks, for whoever writes them: what fails is to be added again. */
    takeMissed: (isWanted: (checkNo: number) => boolean): DueCount[] => takeMissed(isWanted, Infinity),
    /** The checks with slots that nobody ran. */
    missedChecks: (): { no: number }[] => [...missed.values()].map(({ checkNo }) => ({ no: checkNo })),
    forget(isGone: (checkNo: number) => boolean): void {
      for (const [name, { checkNo }] of missed) if (isGone(checkNo)) missed.delete(name)
      settled.splice(0, settled.length, ...settled.filter((run) => !isGone(run.settled.checkNo)))
    },
    async write(): Promise<void> {
      while (missed.size > 0 || settled.length > 0) {
        const runs = settled.splice(0, batchSize).filter((run) => isHere(run.settled.checkNo))
        const due = takeMissed(() => true, batchSize)
        if (!(await tryToWrite(due, runs))) return
      }
      trouble.worked()
    },
  }
}
