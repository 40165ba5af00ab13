import type { Db } from '@sonde/store/engine/store.ts'
import type { TrialResult, TrialRunRow } from '@sonde/store/runs/trial-run-rows.ts'
import { endTrialRun, moveTrialRun, retryTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { addSessionMessages, type NewMessage } from '@sonde/store/test-sessions/session-messages.ts'
import { listSessionRuns } from '@sonde/store/test-sessions/session-runs.ts'
import { lockTestSession, noteEndedRuns } from '@sonde/store/test-sessions/test-sessions.ts'
import { attemptMessage, cancelMessage, endMessage, startMessage } from './session-messages.ts'

/** Changes of trial runs, each with what the session of the run is told, in one write. */

type EndedRun = Parameters<typeof endTrialRun>[1]

/** False when it had ended before, or another attempt is being made since. */
export async function writeEnd(db: Db, row: TrialRunRow, end: Omit<EndedRun, 'id'>): Promise<boolean> {
  const { id, session } = row
  if (session === null) return await endTrialRun(db, { id, ...end })
  const { attempt = row.attempt, result, reason } = end
  const run = { ...row, checkRunId: session.checkRunId }
  return await writeSessionEnd(db, session.id, { id, ...end }, endMessage(run, { attempt, result, reason }))
}

async function writeSessionEnd(
  db: Db,
  sessionId: string,
  end: EndedRun,
  message: NewMessage,
): Promise<boolean> {
  await lockTestSession(db, sessionId)
  if (!(await endTrialRun(db, end))) return false
  await addSessionMessages(db, sessionId, [message])
  await noteEndedRuns(db, { sessionId, ended: 1, at: end.endedAt })
  return true
}

/** Nobody is to make them any more: somebody wanted that, or they were not made for too long. */
export async function giveUpSessionRuns(
  db: Db,
  {
    sessionId,
    runIds,
    why,
    at,
  }: { sessionId: string; runIds: readonly string[] | null; why: 'cancelled' | 'too-late'; at: number },
): Promise<void> {
  await lockTestSession(db, sessionId)
  const runs = await listSessionRuns(db, [sessionId])
  const messages: NewMessage[] = []
  for (const run of runs) {
    if (run.endedAt !== null || (runIds !== null && !runIds.includes(run.id))) continue
    const reason = why === 'cancelled' ? 'The session was cancelled' : 'The run did not finish within an hour'
    const end = {
      id: run.id,
      status: 'FAILED_TO_RUN',
      startedAt: run.startedAt,
      endedAt: at,
      reason,
      result: null,
      runEnd: why === 'cancelled' ? 'cancelled' : 'withheld',
    } as const
    if (!(await endTrialRun(db, end))) continue
    const { attempt } = run
    messages.push(
      why === 'cancelled' ? cancelMessage(run, at) : endMessage(run, { attempt, result: null, reason }),
    )
  }
  if (messages.length === 0) return
  await addSessionMessages(db, sessionId, messages)
  await noteEndedRuns(db, { sessionId, ended: messages.length, at })
}

/** The attempt has failed, and another one is due. False when that was known before. */
export async function writeRetry(
  db: Db,
  row: TrialRunRow,
  { result, reason, dueAt }: { result: TrialResult; reason: string | null; dueAt: number },
): Promise<boolean> {
  const { id, attempt, session } = row
  if (session === null) return false
  await lockTestSession(db, session.id)
  const earlier = [...row.earlier, { result, reason }]
  if (!(await retryTrialRun(db, { id, attempt, dueAt, earlier }))) return false
  const run = { ...row, checkRunId: session.checkRunId }
  await addSessionMessages(db, session.id, [attemptMessage(run, attempt, result)])
  return true
}

/** An agent has it, or nobody has any more. */
export async function writeMove(
  db: Db,
  row: TrialRunRow,
  to: Pick<TrialRunRow, 'status' | 'waitingFor' | 'startedAt'>,
): Promise<void> {
  const { id, session } = row
  const isStart = session !== null && to.status === 'RUNNING' && row.attempt === 1
  if (isStart) await lockTestSession(db, session.id)
  const isMoved = await moveTrialRun(db, { id, ...to })
  if (!isStart || !isMoved) return
  await addSessionMessages(db, session.id, [startMessage({ ...row, checkRunId: session.checkRunId })])
}
