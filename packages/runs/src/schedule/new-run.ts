import { queueOf } from '@sonde/schema/check-types/run-scripts.ts'
import { runIdOf } from '@sonde/store/runs/run-identity.ts'
import type { Run } from '../run.ts'
import type { LocationQueue } from './location-pool.ts'
import type { RunnableCheck } from './scheduled-check.ts'

/** The first attempt of a run of this check. */
export function newRun(
  check: RunnableCheck,
  { place, location }: LocationQueue,
  fields: Pick<Run, 'scheduledAt' | 'source' | 'snapshot'> &
    Partial<Pick<Run, 'sessionId' | 'occurrence' | 'retry'>>,
): Run {
  const { checkId, config, sealedSecrets } = check
  const { scheduledAt, source, snapshot, sessionId = null, occurrence = null, retry = check.retry } = fields
  return {
    runId: runIdOf({ checkId, scheduledAt, origin: location }),
    checkNo: check.no,
    checkId,
    accountId: check.accountId,
    checkType: check.checkType,
    scheduledAt,
    origin: location,
    attempt: 1,
    location,
    place,
    queue: queueOf(check.kind, config),
    source,
    sessionId,
    occurrence,
    snapshot,
    firstStartedAt: null,
    tried: [],
    noisyAttempts: 0,
    retry,
    check,
    config,
    sealedSecrets,
  }
}
