import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { checkTypeNames, isCheckType, type CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import { retryPlanOf, type RetryPlan } from '@sonde/schema/checks/retry-plan.ts'
import type { SharedFile } from '@sonde/schema/projects/project-deploy.ts'
import type { TestCheckRunJob } from '@sonde/schema/projects/test-session-run.ts'
import { withUntypedIntent } from '@sonde/schema/validation/intent.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { newDocument, type CheckDocument } from '../checks/check-document.ts'
import { kindOfNewCheck, validateNewCheck } from '../checks/validate-check.ts'
import { createPauses } from '../configuration/pauses.ts'
import { requireFewCopies, withSharedFiles } from '../projects/shared-files.ts'
import { invalidInput, Refusal } from '../refusal.ts'
import {
  groupIdIn,
  mistakesInGroup,
  scriptsOfGroup,
  withGroupPayload,
  withGroupRuntime,
} from './group-payload.ts'

/** One run of a session, before it is stored. */
export type SessionJob = {
  checkKey: string
  checkRunId: string | null
  sourceFile: string | null
  name: string
  checkType: CheckTypeName
  retry: RetryPlan | null
  /** What is run; a reason when nothing here can run it. */
  work: { kind: CheckKind; document: CheckDocument } | { cannotRun: string }
}

/** Naming every one of many wrong checks would help nobody. */
const mostNamed = 50

/** What says nothing about a single run at a chosen location, or refers to what is not deployed yet. */
const leftOut = new Set([
  'logicalId',
  'filePath',
  'group',
  'testRetryStrategy',
  'sourceInfo',
  'groupId',
  'locations',
  'privateLocations',
  'alertChannelSubscriptions',
  'triggerIncident',
])

/** The checks that code describes, each validated as if it were created. One refusal names every mistake. */
export async function readJobs(
  jobs: readonly TestCheckRunJob[],
  sharedFiles: readonly SharedFile[],
): Promise<SessionJob[]> {
  requireFewCopies(jobs, sharedFiles)
  const mistakes: Violation[] = []
  const keys = new Set<string>()
  const read: SessionJob[] = []
  // There may be a thousand, with files of megabytes.
  const pauses = createPauses()
  for (const job of jobs) {
    const name = `check "${job.logicalId}"`
    if (keys.has(job.logicalId)) mistakes.push({ path: name, message: 'is in the session twice' })
    keys.add(job.logicalId)
    try {
      read.push(readJob(job, sharedFiles))
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid-input') throw error
      mistakes.push({ path: `${name}:`, message: error.message })
    }
    await pauses.nowAndThen()
  }
  if (mistakes.length === 0) return read
  const more = mistakes.length - mostNamed
  throw invalidInput([
    ...mistakes.slice(0, mostNamed),
    ...(more > 0 ? [{ path: 'checkRunJobs', message: `and ${more} more mistakes` }] : []),
  ])
}

function readJob(job: TestCheckRunJob, sharedFiles: readonly SharedFile[]): SessionJob {
  const sent: Readonly<Record<string, unknown>> = job
  const { checkType, name } = sent
  const known = checkTypeNames.find((each) => each === checkType)
  if (known === undefined)
    throw invalidInput([{ path: 'checkType', message: `must be one of ${checkTypeNames.join(', ')}` }])
  const base = {
    checkKey: job.logicalId,
    checkRunId: job.sourceInfo?.checkRunId ?? null,
    sourceFile: job.filePath ?? null,
    name: typeof name === 'string' && name !== '' ? name : job.logicalId,
    checkType: known,
    retry: retryOf(job.testRetryStrategy ?? null),
  }
  const reason = whyNotRun(known)
  if (reason !== null) return { ...base, work: { cannotRun: reason } }
  const filled = withSharedFiles(sent, sharedFiles)
  if ('mistake' in filled)
    return { ...base, work: { cannotRun: `${filled.mistake.field} ${filled.mistake.message}` } }
  const { payload } = filled
  const fields = Object.fromEntries(Object.entries(payload).filter(([field]) => !leftOut.has(field)))
  const group = job.group ?? null
  const check = { ...withGroupRuntime(withUntypedIntent(fields), group), groupId: groupIdIn(payload) }
  const violations = [...validateNewCheck(check), ...mistakesInGroup(group)]
  if (violations.length > 0) throw invalidInput(violations)
  const kind = kindOfNewCheck(check)
  const updatesSnapshots = kind.checkType === 'BROWSER' && job.sourceInfo?.updateSnapshots === true
  const document = {
    ...withGroupPayload(kind, newDocument(kind, check), group),
    ...scriptsOfGroup(group),
    ...(updatesSnapshots ? { updateSnapshots: true } : {}),
  }
  return { ...base, work: { kind, document } }
}

/** What a session says of retries replaces what its checks say: without a word there are none. */
export function retryOf(strategy: TestCheckRunJob['testRetryStrategy'] | null): RetryPlan | null {
  return strategy === null || strategy === undefined
    ? null
    : // All of them are made at the one place of the session.
      retryPlanOf({ retryStrategy: { ...strategy, sameRegion: true } })
}

function whyNotRun(checkType: CheckTypeName): string | null {
  if (checkType === 'HEARTBEAT') return 'a heartbeat waits for pings: there is nothing to run'
  return isCheckType(checkType) ? null : `checks of type ${checkType} cannot be run by this server`
}

export function isRunnable(
  job: SessionJob,
): job is SessionJob & { work: { kind: CheckKind; document: CheckDocument } } {
  return isRecord(job.work) && 'kind' in job.work
}
