import { wholeMilliseconds } from '@sonde/schema/check-types/whole-milliseconds.ts'
import type {
  TestSession,
  TestSessionListEntry,
  TestSessionProvider,
  TestSessionResultEntry,
  TestSessionStatus,
} from '@sonde/schema/projects/test-session.ts'
import type { TestSessionMetadata } from '@sonde/schema/projects/test-session-run.ts'
import { flagsOf } from '@sonde/schema/runs/api-verdicts.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import { canonicalUuid } from '@sonde/store/engine/uuid.ts'
import type { ListedSessionRun } from '@sonde/store/test-sessions/session-runs.ts'
import type { TestSessionRow } from '@sonde/store/test-sessions/test-sessions.ts'

type View = { publicUrl: string; now: number }

type SessionName = Pick<TestSessionRow, 'id' | 'accountId'>

/** The same address that clients build by themselves. */
export function sessionLink(publicUrl: string, { id, accountId }: SessionName): string {
  return `${publicUrl.replace(/\/$/, '')}/accounts/${accountId}/test-sessions/${id}`
}

export function resultLink(publicUrl: string, session: SessionName, resultId: string): string {
  return `${sessionLink(publicUrl, session)}/results/${resultId}`
}

export function sessionAnswer(
  session: TestSessionRow,
  runs: readonly ListedSessionRun[],
  { publicUrl, now }: View,
): TestSession {
  return {
    testSessionId: session.id,
    testSessionLink: sessionLink(publicUrl, session),
    name: session.name,
    provider: providerOf(session),
    runLocation: session.location,
    status: session.status,
    errorGroupIds: [],
    startedAt: isoTime(session.createdAt),
    stoppedAt: session.endedAt === null ? null : isoTime(session.endedAt),
    timeElapsed: Math.max(0, (session.endedAt ?? now) - session.createdAt),
    metadata: metadataOf(session),
    invoker: session.invoker,
    projectLogicalId: session.projectLogicalId,
    results: runs.map((run) => resultEntry(run, session, publicUrl)),
  }
}

export function resultEntry(
  run: ListedSessionRun,
  session: SessionName,
  publicUrl: string,
): TestSessionResultEntry {
  const isOpen = run.endedAt === null
  const end: RunEnd = run.end ?? 'withheld'
  const { hasErrors, hasFailures, isDegraded } = isOpen ? flagsOf('passed') : flagsOf(end)
  const checkId = canonicalUuid(run.checkKey)
  return {
    testSessionResultId: run.id,
    testSessionResultLink: resultLink(publicUrl, session, run.id),
    checkId,
    checkType: run.checkType,
    name: run.name,
    logicalId: checkId === null ? run.checkKey : null,
    runLocation: run.location,
    errorGroupIds: [],
    resultType: isOpen ? 'PENDING' : 'FINAL',
    status: isOpen ? 'RUNNING' : statusOfEnd(end),
    hasErrors,
    hasFailures,
    isDegraded,
    aborted: !isOpen && !run.hasResult,
    responseTime: wholeMilliseconds(run.responseTime),
    startedAt: run.startedAt === null ? null : isoTime(run.startedAt),
    stoppedAt: run.endedAt === null ? null : isoTime(run.endedAt),
    attempts: run.attempt,
    reason: run.reason,
    waitingFor: run.waitingFor,
  }
}

function statusOfEnd(end: RunEnd): TestSessionStatus {
  if (end === 'cancelled') return 'CANCELLED'
  return end === 'failed' || end === 'withheld' ? 'FAILED' : 'PASSED'
}

export function listEntry(
  session: TestSessionRow,
  runs: readonly { id: string; end: RunEnd | null; isOpen: boolean }[],
  projectId: string | null,
): TestSessionListEntry {
  const metadata = metadataOf(session)
  const idsOf = (status: TestSessionStatus) =>
    runs
      .filter(({ end, isOpen }) => (isOpen ? 'RUNNING' : statusOfEnd(end ?? 'withheld')) === status)
      .map(({ id }) => id)
  const privateId = /^private\/(.+)$/.exec(session.place)?.[1] ?? null
  return {
    id: session.id,
    accountId: session.accountId,
    projectId,
    name: session.name,
    provider: session.provider,
    errorGroupIds: [],
    running: idsOf('RUNNING'),
    passed: idsOf('PASSED'),
    failed: idsOf('FAILED'),
    cancelled: idsOf('CANCELLED'),
    status: session.status,
    region: session.location,
    privateLocationId: privateId,
    ...(session.invoker === null ? {} : { invoker: { name: session.invoker, picture: null } }),
    repoUrl: metadata.repoUrl ?? null,
    commitId: metadata.commitId ?? null,
    commitOwner: metadata.commitOwner ?? null,
    commitMessage: metadata.commitMessage ?? null,
    branchName: metadata.branchName ?? null,
    environment: session.environment,
    startedAt: isoTime(session.createdAt),
    stoppedAt: session.endedAt === null ? null : isoTime(session.endedAt),
    created_at: isoTime(session.createdAt),
    updated_at: session.endedAt === null ? null : isoTime(session.endedAt),
  }
}

/** Safe because nothing but the start of a session writes there, in this form. */
function metadataOf({ metadata }: TestSessionRow): TestSessionMetadata {
  return JSON.parse(metadata) as TestSessionMetadata
}

/** The same guarantee. */
function providerOf({ provider }: TestSessionRow): TestSessionProvider {
  return provider as TestSessionProvider
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
