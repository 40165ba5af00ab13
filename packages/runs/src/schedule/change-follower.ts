import { chunks } from '@sonde/ground/chunks.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { forgetCheckChanges, listCheckChanges } from '@sonde/store/checks/check-changes.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { findAllScheduled, findScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Intake } from '../results/intake.ts'
import type { Scheduler } from './scheduler.ts'
import type { createUnfinishedRuns } from './unfinished-runs.ts'

/** Checks of a changed group that are read, and whose first runs are written, together. */
const sliceSize = 200

/** Makes the schedule follow what was written, by this server or by others on the same database. */
export function createChangeFollower(deps: {
  store: Store
  log: Logger
  scheduler: Scheduler
  unfinished: Pick<ReturnType<typeof createUnfinishedRuns>, 'dropOf'>
  intake: Pick<Intake, 'poolChanged'>
  locationsChanged(): Promise<void>
  /** There may be something to run sooner than was thought. */
  wake(): void
}) {
  const { store, log, scheduler, unfinished, intake } = deps
  /** Checks whose last change could not be followed yet. */
  const unfollowed = new Set<string>()
  /** The last of the steps that read checks together with their groups. */
  let lastRead: Promise<unknown> = Promise.resolve()

  /**
   * One after the other: a group leaves no trace in its checks, so that of two reads of one check nothing but
   * their order tells which is the newer.
   */
  async function inTurn(step: () => Promise<void>): Promise<void> {
    const turn = lastRead.then(step)
    lastRead = turn.catch(() => undefined)
    await turn
  }

  /** What other servers on this database were asked to change. */
  async function follow(): Promise<void> {
    for (const checkId of unfollowed) {
      await followCheck(checkId)
      unfollowed.delete(checkId)
    }
    const changes = await listCheckChanges(store.read, { limit: 1_000 })
    if (changes.length === 0) return
    for (const checkId of new Set(changes.map((change) => change.checkId))) {
      if (checkId === null) await deps.locationsChanged()
      else await followCheck(checkId)
    }
    await store.write((db) =>
      forgetCheckChanges(
        db,
        changes.map(({ id }) => id),
      ),
    )
  }

  async function followCheck(checkId: string): Promise<void> {
    await inTurn(async () => {
      const row = await findScheduled(store.read, checkId)
      if (row === null) await removeCheck(checkId)
      else await putCheck(row.check)
    })
  }

  /** Those whose group was changed, or who know nothing of it yet, are read together with it. */
  async function followChecks(checkIds: readonly string[]): Promise<void> {
    for (const slice of chunks(checkIds, sliceSize)) {
      await inTurn(async () => {
        const rows = await findAllScheduled(store.read, slice)
        await Promise.all(rows.map(({ check }) => putCheck(check)))
      })
    }
  }

  /** `check` is as its group lets it run. */
  async function putCheck(check: CheckRow): Promise<void> {
    const before = scheduler.find(check.id)
    await scheduler.put(check, before === undefined ? await findScheduled(store.read, check.id) : null)
    const after = scheduler.find(check.id)
    if (!check.activated) await unfinished.dropOf(check.id, 'keep', 'The check was deactivated')
    if (before !== undefined && after !== undefined) await intake.poolChanged(before, after)
    deps.wake()
  }

  async function removeCheck(checkId: string): Promise<void> {
    scheduler.remove(checkId)
    await unfinished.dropOf(checkId, 'cancel', 'The check was deleted')
  }

  /** What is written is written: a database that fails now must not make the schedule miss it. */
  async function following(checkIds: readonly string[], step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      log.warn({ err: error, checkIds }, 'a change of a check is followed a little later')
      for (const checkId of checkIds) unfollowed.add(checkId)
    }
  }

  return {
    follow,
    checkWritten: (check: CheckRow) =>
      following([check.id], () => (check.groupId === null ? putCheck(check) : followCheck(check.id))),
    checkDeleted: (checkId: string) => following([checkId], () => removeCheck(checkId)),
    groupWritten: (checkIds: readonly string[]) => following(checkIds, () => followChecks(checkIds)),
  }
}
