import { randomUUIDv7 } from 'node:crypto'
import type { Clock } from '@sonde/ground/clock.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import { insertSession } from '@sonde/store/runs/check-sessions.ts'
import { insertSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import { upsertPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import { insertRunEnvironment, type RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { toPendingRun } from '../results/pending-run.ts'
import { occurrenceOf, type Run } from '../run.ts'
import { CannotRun } from '../runs.ts'
import type { ScheduledCheck } from '../schedule/scheduled-check.ts'
import type { Place } from '../schedule/location-pool.ts'

/** Makes the runs of a session and writes them down; who calls publishes them. */
export function createSessionStarter(deps: {
  store: Store
  clock: Clock
  isServed(place: string): boolean
  placeNamed(accountId: string, name: string): Place | null
}) {
  /** Two sessions of one check in one millisecond must not be the same runs. */
  const lastStart = new Map<string, number>()

  function startOf(checkId: string): number {
    const now = deps.clock.now()
    const at = Math.max(now, (lastStart.get(checkId) ?? 0) + 1)
    // Slots lie on whole seconds and first runs on odd milliseconds: a session takes the identity of neither.
    const even = at % 2 === 0 ? at : at + 1
    const free = even % 1000 === 0 ? even + 2 : even
    lastStart.set(checkId, free)
    const [oldest] = lastStart.size > 10_000 ? lastStart.keys() : []
    if (oldest !== undefined) lastStart.delete(oldest)
    return free
  }

  function placesOf(check: ScheduledCheck, onlyAt: string | undefined): readonly Place[] {
    const wanted = onlyAt === undefined ? check.pool : [deps.placeNamed(check.accountId, onlyAt)]
    const places = wanted.filter((place) => place !== null)
    if (places.length === 0) {
      throw new CannotRun(
        onlyAt === undefined ? 'The check has no locations to run at' : `There is no location ${onlyAt}`,
      )
    }
    const unserved = places.filter(({ place }) => !deps.isServed(place))
    if (unserved.length === places.length) {
      const names = unserved.map(({ location }) => location).join(', ')
      throw new CannotRun(`No agent serves ${names}: start one, or give the check another location`)
    }
    return places.filter(({ place }) => deps.isServed(place))
  }

  return async function startSession(
    check: ScheduledCheck,
    {
      source,
      onlyAt,
      environment,
    }: { source: RunSource; onlyAt?: string | undefined; environment?: RunEnvironment | undefined },
  ): Promise<{ sessionId: string; runs: Run[] }> {
    const places = placesOf(check, onlyAt)
    const sessionId = randomUUIDv7()
    const scheduledAt = startOf(check.checkId)
    const occurrence = occurrenceOf({
      origins: places.map(({ location }) => location),
      carried: [],
      isParallel: check.isParallel,
    })
    const runs = places.map(({ place, location }): Run => ({
      runId: runIdOf({ checkId: check.checkId, scheduledAt, origin: location }),
      checkNo: check.no,
      checkId: check.checkId,
      accountId: check.accountId,
      checkType: check.checkType,
      scheduledAt,
      origin: location,
      attempt: 1,
      location,
      place,
      queue: check.kind.queue,
      source,
      sessionId,
      occurrence,
      snapshot: check.snapshot,
      firstStartedAt: null,
      tried: [],
      retry: check.retry,
      config: check.config,
    }))
    const now = deps.clock.now()
    await deps.store.write(async (db) => {
      if (!check.isSnapshotStored) {
        const { no: checkNo, snapshot, name, configText: config } = check
        await insertSnapshots(db, [{ checkNo, snapshot, name, config, createdAt: now }])
      }
      await insertSession(db, {
        id: sessionId,
        accountId: check.accountId,
        checkNo: check.no,
        checkId: check.checkId,
        checkType: check.checkType,
        name: check.name,
        source,
        createdAt: now,
        endedAt: null,
        runs: runs.map(({ runId, origin }) => ({ runId, origin, scheduledAt, state: 'open', reason: null })),
      })
      if (environment !== undefined) await insertRunEnvironment(db, { sessionId, environment })
      await upsertPendingRuns(
        db,
        runs.map((run) => toPendingRun(run, scheduledAt)),
      )
    })
    check.isSnapshotStored = true
    return { sessionId, runs }
  }
}
