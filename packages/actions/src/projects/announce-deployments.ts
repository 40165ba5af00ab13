import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@sonde/ground/logger.ts'
import { createPace } from '@sonde/ground/pace.ts'
import { CannotRun, mostFirstRunsEachSecond, StandingBy } from '@sonde/runs/runs.ts'
import { findAllScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import { checksWithSession } from '@sonde/store/runs/check-sessions.ts'
import {
  abandonDeployments,
  claimAnnouncement,
  endAnnouncement,
  touchAnnouncement,
  unannouncedDeployments,
  type DeploymentRow,
} from '@sonde/store/projects/project-deployments.ts'
import type { ActionDeps } from '../action-deps.ts'
import { resultIn } from './project-answer.ts'

type Announced = Pick<DeploymentRow, 'id' | 'accountId' | 'schedules' | 'result' | 'startedAt'>

/** What a deployment has written is told to the schedule once, and its checks run once, whoever dies meanwhile. */
export function createAnnouncer({
  deps,
  log,
  abandonedMs,
  touchMs,
  ours,
}: {
  deps: ActionDeps
  log: Logger
  abandonedMs: number
  /** How often it says that it is at work. */
  touchMs: number
  /** The deployments that this server works on. */
  ours(): readonly string[]
}) {
  const underWay = new Map<string, Promise<void>>()
  const pace = createPace({ eachSecond: mostFirstRunsEachSecond, steadyMs: () => performance.now() })

  /** Never fails: what could not be told is told by the next look. `tellOthers` is what only the writer knows. */
  function announce(row: Announced, tellOthers: () => Promise<void> = async () => {}): Promise<void> {
    const work = tell(row, tellOthers)
      .catch(async (error: unknown) => {
        log.warn({ err: error, deploymentId: row.id }, 'a deployment is announced with a delay')
        // The server that runs the checks need not wait until this one counts as silent.
        if (error instanceof StandingBy)
          await deps.store.write((db) => touchAnnouncement(db, { id: row.id, at: 0 }))
      })
      .catch((error: unknown) => log.warn({ err: error }, 'a deployment could not be released'))
      .finally(() => underWay.delete(row.id))
    underWay.set(row.id, work)
    return work
  }

  async function tell(
    { id, accountId, schedules, result, startedAt }: Announced,
    tellOthers: () => Promise<void>,
  ): Promise<void> {
    const touching = setInterval(() => {
      deps.store
        .write(async (db) => touchAnnouncement(db, { id, at: await deps.store.now(db) }))
        .catch((error: unknown) => log.warn({ err: error }, 'a deployment could not be marked as alive'))
    }, touchMs)
    try {
      await tellOthers()
      const changed = (resultIn(result)?.diff ?? []).filter(({ type, changed: isChanged }) => {
        return type === 'check' && isChanged
      })
      const idsOf = (actions: readonly string[]) =>
        changed.flatMap(({ action, physicalId }) => (actions.includes(action) ? [String(physicalId)] : []))
      const written = idsOf(['CREATE', 'UPDATE'])
      // Those that are to run at once do so as runs of this deployment.
      await deps.runs.checksWritten(written, { startsAtOnce: false })
      for (const checkId of idsOf(['DELETE'])) await deps.runs.checkDeleted(checkId)
      await deps.runs.locationsChanged()
      if (schedules) await runOnce({ accountId, checkIds: written, since: startedAt ?? 0 })
      await deps.store.write((db) => endAnnouncement(db, { id, at: deps.clock.now() }))
    } finally {
      clearInterval(touching)
    }
  }

  /** Those that have run since the deployment began have been started by whoever died meanwhile. */
  async function runOnce({
    accountId,
    checkIds,
    since,
  }: {
    accountId: string
    checkIds: readonly string[]
    since: number
  }): Promise<void> {
    for (let from = 0; from < checkIds.length;) {
      const some = checkIds.slice(from, from + pace.take(checkIds.length - from))
      from += some.length
      if (some.length === 0) {
        await delay(pace.waitMs())
        continue
      }
      const source = 'CLI_DEPLOY'
      const rows = await findAllScheduled(deps.store.read, some)
      const activated = new Set(rows.flatMap(({ check }) => (check.activated ? [check.id] : [])))
      const started = await checksWithSession(deps.store.read, { checkIds: some, source, since })
      for (const checkId of some) {
        if (!activated.has(checkId) || started.has(checkId)) continue
        try {
          await deps.runs.startSession({ accountId, checkId, source })
        } catch (error) {
          if (!(error instanceof CannotRun)) throw error
        }
      }
    }
  }

  return {
    announce,

    /** What servers have left behind that are not heard of any more. Returns when there may be something to do again. */
    async resume(): Promise<number> {
      const worked = new Set(ours())
      const all = await unannouncedDeployments(deps.store.read)
      if (all.length === 0) return Infinity
      // By the clock that all servers share, as whoever works on one says that it does.
      const now = await deps.store.now(deps.store.read)
      const rows = all.filter(({ id, endedAt }) => endedAt !== null || !worked.has(id))
      const silent = rows.filter(({ seenAt }) => seenAt < now - abandonedMs)
      if (silent.some(({ endedAt }) => endedAt === null))
        await deps.store.write((db) =>
          abandonDeployments(db, { seenBefore: now - abandonedMs, at: deps.clock.now(), ours: ours() }),
        )
      for (const row of silent) {
        if (row.endedAt === null || underWay.has(row.id)) continue
        const { id, seenAt } = row
        const isOurs = await deps.store.write((db) => claimAnnouncement(db, { id, seenAt, at: now }))
        if (isOurs) await announce(row)
      }
      const waiting = rows.filter(({ seenAt }) => seenAt >= now - abandonedMs)
      const ahead = deps.clock.now() - now
      return Math.min(Infinity, ...waiting.map(({ seenAt }) => seenAt + abandonedMs + 1 + ahead))
    },

    async close(): Promise<void> {
      await Promise.all(underWay.values())
    },
  }
}
