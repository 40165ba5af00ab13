import type {
  CheckSessionAnswer,
  CheckSessionResult,
  SessionStatus,
  StartedSession,
} from '@sonde/schema/runs/check-session.ts'
import { wholeMilliseconds } from '@sonde/schema/check-types/whole-milliseconds.ts'
import { flagsOf } from '@sonde/schema/runs/api-verdicts.ts'
import { sessionStatus, sessionStatusV1 } from '@sonde/runs/sessions/session-status.ts'
import type { CheckSession, SessionRun } from '@sonde/store/runs/check-sessions.ts'
import { attemptsAt, type ResultRow } from '@sonde/store/results/results.ts'
import { resultIdOf } from '@sonde/store/runs/run-identity.ts'
import type { Db } from '@sonde/store/engine/store.ts'

export type SessionVersion = 'v1' | 'v2'

type SessionView = { version: SessionVersion; publicUrl: string; now: number }

/** A session without its results. */
export function startedSession(
  session: CheckSession,
  { version, publicUrl, now }: SessionView,
): StartedSession {
  const { createdAt, endedAt } = session
  return {
    checkSessionId: session.id,
    checkSessionLink: sessionLink(session, publicUrl),
    checkId: session.checkId,
    checkType: session.checkType,
    name: session.name,
    status: statusOf(session, version),
    startedAt: new Date(createdAt).toISOString(),
    stoppedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    timeElapsed: Math.max(0, (endedAt ?? now) - createdAt),
    runLocations: session.runs.map(({ origin }) => origin),
    runSource: session.source,
  }
}

function statusOf(session: CheckSession, version: SessionVersion): SessionStatus {
  const status = sessionStatus(session.runs.map(({ state }) => state))
  return version === 'v1' ? sessionStatusV1(status) : status
}

/** A session with the results of the runs that have ended. */
export async function sessionAnswer(
  db: Db,
  session: CheckSession,
  view: SessionView,
): Promise<CheckSessionAnswer> {
  const ended = session.runs.filter(({ state }) => state !== 'open')
  const moments = [...new Set(ended.map(({ scheduledAt }) => scheduledAt))]
  const rows = await Promise.all(moments.map((scheduledAt) => attemptsAt(db, { ...session, scheduledAt })))
  const finals = rows.flat().filter(({ isFinal }) => isFinal)
  return {
    ...startedSession(session, view),
    results: ended.map((run) => {
      const final = finals.find(
        ({ scheduledAt, origin }) => scheduledAt === run.scheduledAt && origin === run.origin,
      )
      return { ...runAnswer(session, run, view), ...(final ? finalAnswer(session, final, view) : {}) }
    }),
  }
}

/** What is known of a run without its result, which it may never have had. */
function runAnswer(
  session: CheckSession,
  { runId, origin, state, reason, secretsWithheldFrom }: SessionRun,
  { publicUrl }: SessionView,
): CheckSessionResult {
  return {
    checkResultId: runId,
    checkResultLink: sessionLink(session, publicUrl),
    checkId: session.checkId,
    checkType: session.checkType,
    name: session.name,
    runLocation: origin,
    resultType: null,
    ...flagsOf(state === 'open' || state === 'dropped' ? 'withheld' : state),
    aborted: state === 'dropped',
    responseTime: null,
    startedAt: null,
    stoppedAt: null,
    attempts: 0,
    sequenceId: runId,
    scheduleError: reason,
    secretsWithheldFrom,
  }
}

function finalAnswer(
  { accountId, checkId }: CheckSession,
  row: ResultRow,
  { publicUrl }: SessionView,
): Partial<CheckSessionResult> {
  const id = resultIdOf({ checkId, scheduledAt: row.scheduledAt, origin: row.origin }, row.attempt)
  return {
    checkResultId: id,
    checkResultLink: `${publicUrl}/accounts/${accountId}/checks/${checkId}/results/${id}`,
    runLocation: row.location,
    resultType: 'FINAL',
    responseTime: wholeMilliseconds(row.responseTime),
    startedAt: new Date(row.startedAt).toISOString(),
    stoppedAt: new Date(row.startedAt + row.durationMs).toISOString(),
    attempts: row.attempt,
  }
}

function sessionLink({ accountId, id }: CheckSession, publicUrl: string): string {
  return `${publicUrl}/accounts/${accountId}/check-sessions/${id}`
}
