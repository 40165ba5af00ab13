import type { TestSessionRun } from '@sonde/schema/projects/test-session-run.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { readJobs } from './read-jobs.ts'
import { sessionLocation } from './session-location.ts'
import { metadataOf } from './session-metadata.ts'
import { storeSession, type StoredSession } from './store-session.ts'

/** Runs checks as code describes them, once each and without storing them. */
export async function startTestSession(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'runs'>,
  actor: Actor,
  { input }: { input: TestSessionRun },
): Promise<StoredSession> {
  const jobs = await readJobs(input.checkRunJobs, input.sharedFiles ?? [])
  const metadata = metadataOf(input.repoInfo, input.environment)
  return await storeSession(deps, actor, {
    jobs,
    locationOf: (db) => sessionLocation(db, actor.accountId, input.runLocation),
    session: {
      name: input.name,
      suiteId: input.checkRunJobs[0]?.sourceInfo?.checkRunSuiteId ?? null,
      provider: metadata.github === undefined ? 'API' : 'GITHUB',
      projectLogicalId: input.project?.logicalId ?? null,
      metadata,
      isRecorded: input.shouldRecord !== false,
      streamsLogs: input.streamLogs === true,
      refreshesCache: input.refreshCache === true,
    },
  })
}
