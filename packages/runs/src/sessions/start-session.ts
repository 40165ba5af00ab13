import { randomUUIDv7 } from 'node:crypto'
import type { Clock } from '@sonde/ground/clock.ts'
import { dataCenterLocations } from '@sonde/schema/agents/location.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import { insertSession } from '@sonde/store/runs/check-sessions.ts'
import { takeSnapshots } from '@sonde/store/checks/check-snapshots.ts'
import { findScheduled, type ScheduledRow } from '@sonde/store/checks/scheduled-checks.ts'
import { canonicalUuid } from '@sonde/store/engine/uuid.ts'
import { upsertPendingRuns } from '@sonde/store/runs/pending-runs.ts'
import { insertRunEnvironment, type RunEnvironment } from '@sonde/store/runs/run-environments.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { toPendingRun } from '../results/pending-run.ts'
import { occurrenceOf, type Run } from '../run.ts'
import { CannotRun } from '../runs.ts'
import { type FindPrivateLocation, type LocationQueue, dataCenterQueue } from '../schedule/location-pool.ts'
import { newRun } from '../schedule/new-run.ts'
import { type RunnableCheck, toRunnableCheck } from '../schedule/scheduled-check.ts'

export type SessionRequest = {
  accountId: string
  checkId: string
  source: RunSource
  onlyAt?: string | undefined
  environment?: RunEnvironment | undefined
  /** A project throws away what it has installed before. */
  refreshesCache?: boolean | undefined
}

/** Makes the runs of a session from the check as it is stored, and writes them down; who calls publishes them. */
export function createSessionStarter(deps: {
  store: Store
  clock: Clock
  find: FindPrivateLocation
  isServed(place: string): boolean
}) {
  const { store, clock, find } = deps
  /** Two sessions of one check in one millisecond must not be the same runs. */
  const lastStart = new Map<string, number>()

  function startOf(checkId: string): number {
    const now = clock.now()
    const at = Math.max(now, (lastStart.get(checkId) ?? 0) + 1)
    // Slots lie on whole seconds and first runs on odd milliseconds: a session takes the identity of neither.
    const even = at % 2 === 0 ? at : at + 1
    const free = even % 1000 === 0 ? even + 2 : even
    lastStart.set(checkId, free)
    const [oldest] = lastStart.size > 10_000 ? lastStart.keys() : []
    if (oldest !== undefined) lastStart.delete(oldest)
    return free
  }

  function placeNamed(accountId: string, name: string): LocationQueue | null {
    return dataCenterLocations.some((code) => code === name) ? dataCenterQueue(name) : find(accountId, name)
  }

  async function readCheck({ accountId, checkId, refreshesCache }: SessionRequest): Promise<RunnableCheck> {
    const id = canonicalUuid(checkId)
    const stored = id === null ? null : await findScheduled(store.read, id)
    const row = stored !== null && refreshesCache === true ? refreshing(stored) : stored
    const check = row === null ? null : toRunnableCheck(row, find)
    if (check === null || check.accountId !== accountId) throw noSuchCheck()
    return check
  }

  function placesOf(check: RunnableCheck, onlyAt: string | undefined): readonly LocationQueue[] {
    const candidates = onlyAt === undefined ? check.pool : [placeNamed(check.accountId, onlyAt)]
    const places = candidates.filter((place) => place !== null)
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

  return async function startSession(request: SessionRequest): Promise<{ sessionId: string; runs: Run[] }> {
    const { source, onlyAt, environment } = request
    const check = await readCheck(request)
    const { accountId, checkId, checkType, name, no: checkNo } = check
    const places = placesOf(check, onlyAt)
    const sessionId = randomUUIDv7()
    const scheduledAt = startOf(checkId)
    const createdAt = clock.now()
    const occurrence = occurrenceOf({
      origins: places.map(({ location }) => location),
      carried: [],
      isParallel: check.isParallel,
    })
    const runs = await store.write(async (db) => {
      const { configText: config, sealedSecrets } = check
      const content = { checkNo, name, config, sealedSecrets, createdAt }
      const snapshot = (await takeSnapshots(db, [content])).get(checkNo)
      if (snapshot === undefined) throw noSuchCheck()
      const fields = { scheduledAt, source, snapshot, sessionId, occurrence }
      const first = places.map((place) => newRun(check, place, fields))
      await insertSession(db, {
        id: sessionId,
        accountId,
        checkNo,
        checkId,
        checkType,
        name,
        source,
        createdAt,
        endedAt: null,
        runs: first.map(({ runId, origin }) => ({
          runId,
          origin,
          scheduledAt,
          state: 'open',
          reason: null,
          secretsWithheldFrom: null,
        })),
      })
      if (environment !== undefined) await insertRunEnvironment(db, { sessionId, environment })
      await upsertPendingRuns(
        db,
        first.map((run) => toPendingRun(run, scheduledAt)),
      )
      return first
    })
    return { sessionId, runs }
  }
}

function refreshing(row: ScheduledRow): ScheduledRow {
  return { ...row, check: { ...row.check, config: { ...row.check.config, refreshCache: true } } }
}

function noSuchCheck(): CannotRun {
  return new CannotRun('There is no such check')
}
