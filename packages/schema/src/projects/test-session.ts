import { type Static, Type } from 'typebox'
import { AssetName, CheckResult } from '../check-types/check-result.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { longestWaitSeconds } from '../runs/check-session.ts'
import { acceptingLoneValue } from '../validation/annotations.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { TestSessionMetadata, mostTestJobs, shortText } from './test-session-run.ts'

/** What answers tell of a session. */

const finalStatuses = ['FAILED', 'PASSED', 'CANCELLED'] as const
export const testSessionStatuses = ['RUNNING', ...finalStatuses] as const
export type TestSessionStatus = (typeof testSessionStatuses)[number]

const providers = ['GITHUB', 'VERCEL', 'API', 'TRIGGER', 'PW_REPORTER'] as const
export type TestSessionProvider = (typeof providers)[number]

export const TestSessionParams = Type.Object({ testSessionId: Uuid() })
export const TestSessionResultParams = Type.Object({ testSessionId: Uuid(), testSessionResultId: Uuid() })
export const TestSessionAssetParams = Type.Object({
  ...TestSessionResultParams.properties,
  name: AssetName,
})
export const SchedulingParams = Type.Object({ schedulingId: Uuid() })

export const TestCompletionQuery = Type.Object({
  maxWaitSeconds: Type.Number({ minimum: 1, maximum: longestWaitSeconds, default: longestWaitSeconds }),
})

/** Without a body all of its runs are meant. One id alone is what the command of the reference sends. */
export const CancelTestSession = Nullable(
  Type.Object(
    {
      sequenceId: Type.Optional(
        acceptingLoneValue(
          Type.Array(Uuid(), { minItems: 1, maxItems: mostTestJobs, description: 'Only these runs.' }),
        ),
      ),
    },
    { additionalProperties: false },
  ),
  { 'x-component': 'CancelTestSession' },
)

export const TestScheduling = component(
  'TestScheduling',
  Type.Object({
    schedulingId: Uuid(),
    testSessionId: Nullable(Uuid()),
    status: OneOf(['SUCCEEDED', 'FAILED']),
    checksTotal: Type.Integer({ minimum: 0 }),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    createdAt: Timestamp(),
    startedAt: Timestamp(),
    endedAt: Timestamp(),
  }),
)

const conciseResult = {
  testSessionResultId: Uuid(),
  testSessionResultLink: Type.String({ format: 'uri', description: 'Address in the web interface.' }),
  checkId: Nullable(Uuid(), { description: 'Of the stored check that was run; null for a check of code.' }),
  checkType: OneOf(checkTypeNames),
  name: Type.String(),
  logicalId: Nullable(Type.String(), { description: 'What the code calls it.' }),
  runLocation: Type.String(),
  errorGroupIds: Type.Array(Uuid()),
  resultType: OneOf(['FINAL', 'ATTEMPT', 'PENDING']),
  status: OneOf(testSessionStatuses),
  hasErrors: Type.Boolean({
    description: 'The run ended without a verdict because of a problem on our side.',
  }),
  hasFailures: Type.Boolean(),
  isDegraded: Type.Boolean(),
  aborted: Type.Boolean({ description: 'No agent ran it.' }),
  responseTime: Nullable(Type.Number()),
  startedAt: Nullable(Timestamp()),
  stoppedAt: Nullable(Timestamp()),
  attempts: Type.Integer({ minimum: 0 }),
  reason: Nullable(Type.String(), { description: 'Why it did not pass or did not run.' }),
  waitingFor: Nullable(Type.String(), { description: 'While no agent has it: what it is waiting for.' }),
}

const TestSessionResultEntry = component('TestSessionResultEntry', Type.Object(conciseResult))
export type TestSessionResultEntry = Static<typeof TestSessionResultEntry>

const session = {
  testSessionId: Uuid(),
  testSessionLink: Type.String({ format: 'uri', description: 'Address in the web interface.' }),
  name: Type.String(),
  provider: OneOf(providers),
  runLocation: Type.String(),
  status: OneOf(testSessionStatuses),
  errorGroupIds: Type.Array(Uuid()),
  startedAt: Timestamp(),
  stoppedAt: Nullable(Timestamp()),
  timeElapsed: Type.Number({ description: 'Milliseconds.' }),
  metadata: TestSessionMetadata,
  invoker: Nullable(Type.String(), { description: 'Who started it.' }),
  projectLogicalId: Nullable(Type.String()),
  results: Type.Array(TestSessionResultEntry),
}

export const TestSession = component('TestSession', Type.Object(session))
export type TestSession = Static<typeof TestSession>

export const EndedTestSession = component(
  'EndedTestSession',
  Type.Object({
    ...session,
    status: OneOf(finalStatuses),
    stoppedAt: Timestamp(),
  }),
)

/** What only one type of check has is as in its results. */
const { id: _id, checkId: _checkId, ...ofResult } = CheckResult.properties

export const TestSessionResult = component(
  'TestSessionResultDetails',
  Type.Object({
    ...ofResult,
    ...conciseResult,
    id: Uuid(),
    privateLocationId: Nullable(Uuid()),
    filePath: Nullable(Type.String()),
    isCancelled: Type.Boolean(),
    overMaxResponseTime: Type.Boolean(),
    sequenceId: Uuid(),
    scheduleError: Nullable(Type.String(), { description: 'Why no agent ran it.' }),
    startedAt: Nullable(Timestamp()),
    stoppedAt: Nullable(Timestamp()),
    updated_at: Nullable(Timestamp()),
  }),
)
export type TestSessionResult = Static<typeof TestSessionResult>

export const TestSessionsQuery = Type.Object({
  limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100, default: 20 }))),
  nextId: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: 'The value that the previous page returned.' }),
  ),
  from: Type.Optional(
    Type.Number({ minimum: 0, description: 'Started at or after, in seconds or milliseconds since 1970.' }),
  ),
  to: Type.Optional(Type.Number({ minimum: 0, description: 'Started before.' })),
  statuses: Type.Optional(acceptingLoneValue(Type.Array(OneOf(testSessionStatuses), { maxItems: 10 }))),
  branches: Type.Optional(acceptingLoneValue(Type.Array(shortText, { maxItems: 100 }))),
  users: Type.Optional(
    acceptingLoneValue(
      Type.Array(shortText, { maxItems: 100, description: 'Names of those who started it.' }),
    ),
  ),
  noUsers: Type.Optional(Type.Boolean({ default: false, description: 'Only those that no person started.' })),
  providers: Type.Optional(acceptingLoneValue(Type.Array(OneOf(providers), { maxItems: 10 }))),
  textSearch: Type.Optional(
    Type.String({ minLength: 3, maxLength: 200, description: 'In name, project, branch and commit.' }),
  ),
  errorGroupId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
})

const uuids = Type.Array(Uuid())

const TestSessionListEntry = component(
  'TestSessionListEntry',
  Type.Object({
    id: Uuid(),
    accountId: Uuid(),
    projectId: Nullable(Uuid()),
    name: Type.String(),
    provider: Type.String(),
    errorGroupIds: Nullable(uuids),
    running: Nullable(uuids, { description: 'Results of runs that have not ended.' }),
    passed: Nullable(uuids),
    failed: Nullable(uuids),
    cancelled: uuids,
    status: OneOf(testSessionStatuses),
    region: Type.String(),
    privateLocationId: Nullable(Uuid()),
    invoker: Type.Optional(
      Type.Object(
        { name: Type.String(), picture: Nullable(Type.String()) },
        { description: 'Who started it; absent for a service key.' },
      ),
    ),
    repoUrl: Nullable(Type.String()),
    commitId: Nullable(Type.String()),
    commitOwner: Nullable(Type.String()),
    commitMessage: Nullable(Type.String()),
    branchName: Nullable(Type.String()),
    environment: Nullable(Type.String()),
    startedAt: Timestamp(),
    stoppedAt: Nullable(Timestamp()),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)

export const TestSessionList = component(
  'TestSessionList',
  Type.Object({
    length: Type.Integer({ minimum: 0, description: 'Entries in this page.' }),
    entries: Type.Array(TestSessionListEntry),
    nextId: Nullable(Type.String(), { description: 'Where the next page begins; null on the last one.' }),
  }),
)
export type TestSessionListEntry = Static<typeof TestSessionListEntry>

export const TestSessionLink = component('TestSessionLink', Type.Object({ link: Type.String() }))

export const TestResultLinks = component(
  'TestResultLinks',
  Type.Object({
    testResultLink: Type.String(),
    testTraceLinks: Type.Array(Type.String()),
    videoLinks: Type.Array(Type.String()),
    screenshotLinks: Type.Array(Type.String()),
  }),
)
