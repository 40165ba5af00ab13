import { setTimeout as delay } from 'node:timers/promises'
import { notFound } from '@sonde/actions/refusal.ts'
import { listSessionRuns } from '@sonde/store/test-sessions/session-runs.ts'
import { findTestSession, type TestSessionRow } from '@sonde/store/test-sessions/test-sessions.ts'
import type { ApiDeps } from '../api-deps.ts'
import { sessionAnswer } from './session-answer.ts'

/** How soon whoever waits hears of an end, whichever server has written it. */
const lookMs = 300

/** A session of the account that was recorded; refused when there is none. */
export async function knownSession(
  { store }: Pick<ApiDeps, 'store'>,
  key: { accountId: string; id: string },
): Promise<TestSessionRow> {
  const session = await findTestSession(store.read, key)
  if (session === null || !session.isRecorded) throw notFound('test session')
  return session
}

/** The session when it has ended, or as it is after the wait. */
export async function settledSession(
  deps: Pick<ApiDeps, 'store'>,
  key: { accountId: string; id: string },
  { waitMs, gone }: { waitMs: number; gone: AbortSignal },
): Promise<TestSessionRow> {
  const over = AbortSignal.any([gone, AbortSignal.timeout(waitMs)])
  let session = await knownSession(deps, key)
  while (session.endedAt === null && !over.aborted) {
    await delay(lookMs, undefined, { signal: over, ref: false }).catch(() => undefined)
    session = await knownSession(deps, key)
  }
  return session
}

export async function wholeSession(
  deps: Pick<ApiDeps, 'store' | 'publicUrl' | 'clock'>,
  session: TestSessionRow,
) {
  const runs = await listSessionRuns(deps.store.read, [session.id])
  return sessionAnswer(session, runs, { publicUrl: deps.publicUrl(), now: deps.clock.now() })
}
