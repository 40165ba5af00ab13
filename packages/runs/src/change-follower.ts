import { forgetCheckChanges, listCheckChanges } from '@sonde/store/check-changes.ts'
import type { CheckRow } from '@sonde/store/checks.ts'
import { findScheduled } from '@sonde/store/scheduled-checks.ts'
import type { Store } from '@sonde/store/store.ts'
import type { Logger } from './logger.ts'
import type { Intake } from './results/intake.ts'
import type { Scheduler } from './schedule/scheduler.ts'
import type { createUnfinishedRuns } from './unfinished-runs.ts'

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

  /** What other servers on this database were asked to change. */
  async function follow(): Promise<void> {
    for (const checkId of unfollowed) {
      // oxlint-disable-next-line no-await-in-loop
      await followCheck(checkId)
      unfollowed.delete(checkId)
    }
    const changes = await listCheckChanges(store.read, { limit: 1_000 })
    if (changes.length === 0) return
    for (const checkId of new Set(changes.map((change) => change.checkId))) {
      // oxlint-disable-next-line no-await-in-loop
      if (checkId === null) await deps.locationsChanged()
      // oxlint-disable-next-line no-await-in-loop
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
    const row = await findScheduled(store.read, checkId)
    if (row === null) await removeCheck(checkId)
    else await putCheck(row.check)
  }

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
  async function following(checkId: string, step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      log.warn({ err: error, checkId }, 'a change of a check is followed a little later')
      unfollowed.add(checkId)
    }
  }

  return {
    follow,
    checkWritten: (check: CheckRow) => following(check.id, () => putCheck(check)),
    checkDeleted: (checkId: string) => following(checkId, () => removeCheck(checkId)),
  }
}
