import { setImmediate as endOfTurn } from 'node:timers/promises'
import { chunks } from '@sonde/ground/chunks.ts'
import { createLookGate } from '@sonde/ground/change-feed.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { forgetCheckChanges, listCheckChanges } from '@sonde/store/checks/check-changes.ts'
import { findAllScheduled, findScheduled, type ScheduledRow } from '@sonde/store/checks/scheduled-checks.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { FirstRuns } from '../runs.ts'
import type { RunnableCheck } from './scheduled-check.ts'
import type { Scheduler } from './scheduler.ts'
import type { UnfinishedRuns } from './unfinished-runs.ts'

/** Checks of a changed group that are read, and whose first runs are written, together. */
const sliceSize = 200

/** Far more than are removed while one check is read. */
const mostRemovals = 10_000

type CheckChange = { checkId: string | null; startsAtOnce: boolean }

/** Where several servers share the schedule: which checks this one has, and what others have changed. */
export type ChangeSharing = {
  isOwn(checkNo: number): boolean
  /**
   * Checks that were written or deleted, each change told once; null: private locations. `isTold`: somebody says that there
   * are some.
   */
  readChanges(isTold: boolean): Promise<readonly CheckChange[]>
}

/** Makes the schedule follow what was written, by this server or by others on the same database. */
export function createChangeFollower(deps: {
  store: Store
  clock: Clock
  log: Logger
  scheduler: Pick<Scheduler, 'put' | 'remove'>
  unfinished: Pick<UnfinishedRuns, 'dropOf'>
  /** Locations that a check has left have no say in its status any more. */
  poolChanged(before: RunnableCheck, after: RunnableCheck): Promise<void>
  locationsChanged(): Promise<void>
  /** There may be something to run sooner than was thought. */
  wake(): void
  sharing?: ChangeSharing
}) {
  const { store, clock, log, scheduler, unfinished, sharing } = deps
  const gate = createLookGate({ changes: store.changes, clock })
  /** Checks whose last change could not be followed yet. */
  const unfollowed = new Map<string, FirstRuns | undefined>()
  /** The checks that were removed last, and which removal that was. */
  const removals = new Map<string, number>()
  let removalCount = 0
  /** Checks whose write has committed in this turn of the event loop: they are read together. */
  let written: { checkIds: Set<string>; followed: Promise<void> } | null = null

  /** What other servers on this database were asked to change. */
  async function follow({ isTold }: { isTold: boolean }): Promise<void> {
    for (const [checkId, options] of unfollowed) {
      await followCheck(checkId, options)
      unfollowed.delete(checkId)
    }
    await gate.pass(() => followOthers(isTold))
  }

  /** There is no time at which something is to do: others write what they have changed. */
  async function followOthers(isTold: boolean): Promise<number> {
    if (sharing !== undefined) {
      await followMany(await sharing.readChanges(isTold))
      return -Infinity
    }
    const changes = await listCheckChanges(store.read, { limit: 1_000 })
    if (changes.length === 0) return Infinity
    for (const { checkId, startsAtOnce } of perCheck(changes)) {
      if (checkId === null) await deps.locationsChanged()
      else await followCheck(checkId, { startsAtOnce })
    }
    await store.write((db) =>
      forgetCheckChanges(
        db,
        changes.map(({ id }) => id),
      ),
    )
    return -Infinity
  }

  /** Most of them are of checks that other servers have. */
  async function followMany(changes: readonly CheckChange[]): Promise<void> {
    const byStart = Map.groupBy(perCheck(changes), ({ startsAtOnce }) => startsAtOnce)
    for (const [startsAtOnce, group] of byStart) {
      const checkIds = group.map(({ checkId }) => checkId).filter((checkId) => checkId !== null)
      if (checkIds.length < group.length) await deps.locationsChanged()
      await followChecks(checkIds, { startsAtOnce })
    }
  }

  /** Read with its group and its revision, so that of several reads of one check the newest counts. */
  async function followCheck(checkId: string, options?: FirstRuns): Promise<void> {
    const since = removalCount
    const row = await findScheduled(store.read, checkId)
    if (wasRemoved(checkId, since)) await followCheck(checkId, options)
    else if (row === null) await removeCheck(checkId)
    else await putCheck(row, options)
  }

  async function followChecks(checkIds: readonly string[], options?: FirstRuns): Promise<void> {
    for (const slice of chunks(checkIds, sliceSize)) {
      const since = removalCount
      const rows = await findAllScheduled(store.read, slice)
      const rowsById = new Map(rows.map((row) => [row.check.id, row]))
      await Promise.all(
        slice.map((checkId) => {
          const row = rowsById.get(checkId)
          if (wasRemoved(checkId, since)) return followCheck(checkId, options)
          return row === undefined ? removeCheck(checkId) : putCheck(row, options)
        }),
      )
    }
  }

  /** Writes that share a commit are answered together: one read follows all of them. */
  async function followWritten(checkId: string): Promise<void> {
    if (written === null) {
      const checkIds = new Set<string>()
      written = { checkIds, followed: endOfTurn().then(() => followTogether(checkIds)) }
    }
    written.checkIds.add(checkId)
    await written.followed
  }

  async function followTogether(checkIds: ReadonlySet<string>): Promise<void> {
    written = null
    const [first, ...more] = checkIds
    if (first === undefined) return
    await following([...checkIds], () =>
      more.length === 0 ? followCheck(first) : followChecks([...checkIds]),
    )
  }

  /** While it was read: then what was read may be from before. */
  function wasRemoved(checkId: string, since: number): boolean {
    return (removals.get(checkId) ?? 0) > since
  }

  async function putCheck(row: ScheduledRow, options?: FirstRuns): Promise<void> {
    if (sharing?.isOwn(row.no) === false) return
    const change = await scheduler.put(row, options)
    if (change === null) return
    const { before, after } = change
    if (!after.isActivated) await unfinished.dropOf(after.checkId, 'keep', 'The check was deactivated')
    if (before !== undefined) await deps.poolChanged(before, after)
    deps.wake()
  }

  async function removeCheck(checkId: string): Promise<void> {
    scheduler.remove(checkId)
    removalCount += 1
    removals.set(checkId, removalCount)
    const [oldest] = removals.size > mostRemovals ? removals.keys() : []
    if (oldest !== undefined) removals.delete(oldest)
    await unfinished.dropOf(checkId, 'cancel', 'The check was deleted')
  }

  /** What is written is written: a database that fails now must not make the schedule miss it. */
  async function following(
    checkIds: readonly string[],
    step: () => Promise<void>,
    options?: FirstRuns,
  ): Promise<void> {
    try {
      await step()
    } catch (error) {
      log.warn({ err: error, checkIds }, 'a change to a check is applied with a delay')
      for (const checkId of checkIds) unfollowed.set(checkId, options)
    }
  }

  return {
    follow,
    checkWritten: followWritten,
    checkDeleted: (checkId: string) => following([checkId], () => removeCheck(checkId)),
    checksWritten: (checkIds: readonly string[], options?: FirstRuns) =>
      following(checkIds, () => followChecks(checkIds, options), options),
  }
}

/** One who runs it by other means has said so: a second run beside that one is nobody's wish. */
function perCheck(changes: readonly CheckChange[]): CheckChange[] {
  return [...Map.groupBy(changes, ({ checkId }) => checkId)].map(([checkId, notes]) => ({
    checkId,
    startsAtOnce: notes.every((note) => note.startsAtOnce),
  }))
}
