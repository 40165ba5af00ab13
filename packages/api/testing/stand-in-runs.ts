import { randomUUIDv7 } from 'node:crypto'
import { CannotRun, type Runs } from '@sonde/runs/runs.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { endSessionRuns, insertSession } from '@sonde/store/runs/check-sessions.ts'
import type { SessionRunState } from '@sonde/store/runs/session-run-state.ts'
import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import { findScheduled } from '@sonde/store/checks/scheduled-checks.ts'
import type { Store } from '@sonde/store/engine/store.ts'

type Request<Name extends 'startSession' | 'cancelSession'> = Parameters<Runs[Name]>[0]

/**
 * Stands where the part that runs checks will be: it stores sessions as that one does, and no run ends unless
 * the test says so. Waiting takes no time.
 */
export type StandInRuns = Runs & {
  readonly started: Request<'startSession'>[]
  readonly cancelled: Request<'cancelSession'>[]
  readonly waits: { sessionId: string; waitMs: number }[]
  /** What happens while somebody waits for a session; nothing unless the test sets it. */
  whileWaiting: (sessionId: string, signal: AbortSignal) => Promise<void>
  endRun(run: {
    sessionId: string
    origin: string
    state: SessionRunState
    reason?: string
    at?: number
  }): Promise<{ runId: string; scheduledAt: number }>
}

export function createStandInRuns({ store, clock }: { store: Store; clock: Clock }): StandInRuns {
  let lastScheduledAt = 0
  const runs: StandInRuns = {
    started: [],
    cancelled: [],
    waits: [],
    whileWaiting: async () => {},
    announceChange: async () => {},
    announceChanges: async () => {},
    checksWritten: async () => {},
    checkWritten: async () => {},
    checkDeleted: async () => {},
    locationsChanged: async () => {},

    async startSession(request) {
      const scheduled = await findScheduled(store.read, request.checkId)
      if (scheduled === null) throw new CannotRun('the check was deleted')
      const { no, check } = scheduled
      const pool = [...namesIn(check.config['locations']), ...namesIn(check.config['privateLocations'])]
      const origins = request.onlyAt === undefined ? pool : [request.onlyAt]
      if (origins.length === 0) throw new CannotRun('it has no location')
      runs.started.push(request)
      const sessionId = randomUUIDv7()
      const createdAt = clock.now()
      // Two sessions of one moment are two runs.
      lastScheduledAt = Math.max(createdAt, lastScheduledAt + 1)
      const scheduledAt = lastScheduledAt
      await store.write((db) =>
        insertSession(db, {
          id: sessionId,
          accountId: request.accountId,
          checkNo: no,
          checkId: check.id,
          checkType: check.checkType,
          name: check.name,
          source: request.source,
          createdAt,
          endedAt: null,
          runs: [...new Set(origins)].map((origin) => ({
            runId: runIdOf({ checkId: check.id, scheduledAt, origin }),
            origin,
            scheduledAt,
            state: 'open',
            reason: null,
            secretsWithheldFrom: null,
          })),
        }),
      )
      return { sessionId }
    },

    trialRunWritten: async () => {},
    waitForTrialRun: async () => {},

    async waitForSession(sessionId, waitMs, signal) {
      runs.waits.push({ sessionId, waitMs })
      await runs.whileWaiting(sessionId, signal)
    },

    async cancelSession(request) {
      runs.cancelled.push(request)
    },

    async endRun({ sessionId, origin, state, reason = null, at = clock.now() }) {
      const run = await store.read
        .selectFrom('session_runs')
        .select(['run_id', 'scheduled_at'])
        .where('session_id', '=', sessionId)
        .where('origin', '=', origin)
        .executeTakeFirstOrThrow()
      await store.write((db) => endSessionRuns(db, [{ sessionId, runId: run.run_id, state, reason }], at))
      return { runId: run.run_id, scheduledAt: run.scheduled_at }
    },
  }
  return runs
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}
