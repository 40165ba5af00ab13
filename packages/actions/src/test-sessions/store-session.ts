import { randomUUIDv7 } from 'node:crypto'
import type { TestSessionProvider } from '@sonde/schema/projects/test-session.ts'
import type { TestSessionMetadata } from '@sonde/schema/projects/test-session-run.ts'
import { endMessage } from '@sonde/runs/trial-runs/session-messages.ts'
import type { LocationQueue } from '@sonde/runs/schedule/location-pool.ts'
import { findUser } from '@sonde/store/accounts/users.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { foldForSearch } from '@sonde/store/engine/text-search.ts'
import { insertTrialRun } from '@sonde/store/runs/trial-runs.ts'
import { addSessionMessages, type NewMessage } from '@sonde/store/test-sessions/session-messages.ts'
import { insertRefusedRun } from '@sonde/store/test-sessions/session-runs.ts'
import {
  insertTestSession,
  lockTestSession,
  noteEndedRuns,
} from '@sonde/store/test-sessions/test-sessions.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { requireReferences } from '../checks/check-references.ts'
import { createPauses } from '../configuration/pauses.ts'
import { effectiveRow, newTrialRun } from '../trial-runs/start-trial-run.ts'
import { isRunnable, type SessionJob } from './read-jobs.ts'

export type NewSession = {
  name: string
  suiteId: string | null
  provider: TestSessionProvider
  projectLogicalId: string | null
  metadata: TestSessionMetadata
  isRecorded: boolean
  streamsLogs: boolean
  /** Projects throw away what they have installed before, and install it anew. */
  refreshesCache: boolean
}

export type StoredSession = { sessionId: string; runs: readonly { checkKey: string; id: string }[] }

/** Stores a session with all of its runs, in one write: they are run from then on, whatever happens to this server. */
export async function storeSession(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'runs'>,
  actor: Actor,
  {
    session,
    jobs,
    locationOf,
  }: { session: NewSession; jobs: readonly SessionJob[]; locationOf(db: Db): Promise<LocationQueue> },
): Promise<StoredSession> {
  const { accountId } = actor
  const sessionId = randomUUIDv7()
  const at = deps.clock.now()
  const runs = jobs.map((job) => ({ job, id: randomUUIDv7(), checkKey: job.checkKey }))
  await deps.store.write(async (db) => {
    const { place, location } = await locationOf(db)
    const { metadata } = session
    const user = actor.userId === null ? null : await findUser(db, actor.userId)
    await insertTestSession(db, {
      id: sessionId,
      accountId,
      suiteId: session.suiteId ?? sessionId,
      name: session.name,
      projectLogicalId: session.projectLogicalId,
      provider: session.provider,
      place,
      location,
      environment: metadata.environment ?? null,
      metadata: JSON.stringify(metadata),
      branchName: metadata.branchName ?? null,
      searchText: foldForSearch(searchable(session).join('\n')),
      invoker: user === null ? null : user.name,
      isRecorded: session.isRecorded,
      streamsLogs: session.streamsLogs,
      status: 'RUNNING',
      runs: runs.length,
      openRuns: runs.length,
      createdAt: at,
      endedAt: null,
      heardAt: at,
    })
    const refused: NewMessage[] = []
    // A thousand of them would be written in one turn on SQLite.
    const pauses = createPauses()
    for (const [position, { job, id }] of runs.entries()) {
      const checkRunId = job.checkRunId ?? id
      const part = {
        id: sessionId,
        checkKey: job.checkKey,
        checkRunId,
        sourceFile: job.sourceFile,
        position,
        retry: job.retry,
      }
      if (isRunnable(job)) {
        const { kind } = job.work
        const isRefreshed = session.refreshesCache && kind.run?.needs?.suite === true
        const document = isRefreshed ? { ...job.work.document, refreshCache: true } : job.work.document
        await requireReferences(db, accountId, document)
        const row = await effectiveRow(db, deps.store.sealer, {
          id,
          accountId,
          kind,
          document,
          createdAt: at,
        })
        await insertTrialRun(db, { ...newTrialRun(row), place, location, session: part })
      } else {
        const reason = 'cannotRun' in job.work ? job.work.cannotRun : ''
        const { name, checkType } = job
        const run = { id, checkRunId, name, checkType, location }
        await insertRefusedRun(db, { ...run, ...part, id, sessionId, accountId, place, reason, at })
        refused.push(endMessage({ ...run, startedAt: null }, { attempt: 1, result: null, reason }))
      }
      await pauses.nowAndThen()
    }
    if (refused.length > 0) {
      await lockTestSession(db, sessionId)
      await addSessionMessages(db, sessionId, refused)
      await noteEndedRuns(db, { sessionId, ended: refused.length, at })
    }
    // What a run sends, and secrets with it, may have gone anywhere.
    await recordChange(db, actor, {
      entityType: 'TEST_SESSION',
      entityId: sessionId,
      entityName: session.name,
      before: null,
      after: {
        location,
        provider: session.provider,
        isRecorded: session.isRecorded,
        projectLogicalId: session.projectLogicalId,
        metadata,
        checks: jobs.map(({ name }) => name).slice(0, mostNamed),
        runs: runs.length,
      },
    })
  })
  await deps.runs.trialRunWritten()
  return { sessionId, runs }
}

/** Of the checks in an entry of the audit log. */
const mostNamed = 100

function searchable({ name, projectLogicalId, metadata }: NewSession): string[] {
  const { branchName, commitId, commitMessage, commitOwner, environment } = metadata
  return [name, projectLogicalId, branchName, commitId, commitMessage, commitOwner, environment].flatMap(
    (text) => text ?? [],
  )
}
