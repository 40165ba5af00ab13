import { type Static, Type } from 'typebox'
import { AssetName, CheckResult } from '../check-types/check-result.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { RetryStrategy } from '../checks/retry-strategy.ts'
import { CheckSessionTarget, longestWaitSeconds } from '../runs/check-session.ts'
import { acceptingLoneValue } from '../validation/annotations.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/** Runs of checks as code describes them, or of stored ones, which leave nothing behind but their session. */

/** Of the body that starts one, after unpacking. */
export const testRunBytes = 50 * 1024 * 1024
export const mostTestJobs = 1_000
/** Values of a JSON document, how deep they lie in each other, and how many one list may have. */
export const testRunLimits = { values: 3_000_000, depth: 100, items: 5_000 }

const finalStatuses = ['FAILED', 'PASSED', 'CANCELLED'] as const
export const testSessionStatuses = ['RUNNING', ...finalStatuses] as const
export type TestSessionStatus = (typeof testSessionStatuses)[number]

const providers = ['GITHUB', 'VERCEL', 'API', 'TRIGGER', 'PW_REPORTER'] as const
export type TestSessionProvider = (typeof providers)[number]

const anyObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
})
const shortText = Type.String({ maxLength: 1000 })
const longText = Type.String({ maxLength: 20_000 })

const sessionName = Type.String({ minLength: 1, maxLength: 1000 })

const RunLocation = component(
  'TestRunLocation',
  Type.Unsafe<string | { type: string; region?: string; id?: string; slugName?: string }>({
    anyOf: [
      { type: 'string', minLength: 1, maxLength: 100 },
      {
        type: 'object',
        properties: {
          type: { type: 'string', enum: ['PUBLIC', 'PRIVATE'] },
          region: { type: 'string', maxLength: 100 },
          id: { type: 'string', maxLength: 100 },
          slugName: { type: 'string', maxLength: 100 },
        },
        required: ['type'],
      },
    ],
    description:
      'Code of a location or slug of a private location; or `{ "type": "PUBLIC", "region" }` or `{ "type": "PRIVATE", "id" }`.',
  }),
)

const TestCheckRunJob = component(
  'TestCheckRunJob',
  Type.Object(
    {
      logicalId: Type.String({ minLength: 1, maxLength: 255 }),
      filePath: Type.Optional(Nullable(shortText)),
      group: Type.Optional(Nullable(anyObject, { description: 'Settings of its group.' })),
      testRetryStrategy: Type.Optional(RetryStrategy),
      sourceInfo: Type.Optional(
        Type.Object(
          {
            checkRunSuiteId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
            checkRunId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          },
          { description: 'Ids that the client has chosen for the live channel.' },
        ),
      ),
    },
    { additionalProperties: true, description: 'A check as it would be created, and how to run it once.' },
  ),
)
export type TestCheckRunJob = Static<typeof TestCheckRunJob>

export const TestSessionRun = component(
  'TestSessionRun',
  Type.Object({
    name: sessionName,
    checkRunJobs: Type.Array(TestCheckRunJob, { minItems: 1, maxItems: mostTestJobs }),
    project: Type.Optional(Type.Object({ logicalId: Type.String({ minLength: 1, maxLength: 255 }) })),
    sharedFiles: Type.Optional(Type.Array(anyObject, { maxItems: 5_000 })),
    runLocation: RunLocation,
    repoInfo: Type.Optional(Nullable(anyObject, { description: 'Commit and branch that this comes from.' })),
    environment: Type.Optional(Nullable(shortText)),
    shouldRecord: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the session can be read afterwards.' }),
    ),
    streamLogs: Type.Optional(
      Type.Boolean({ default: false, description: 'Send what scripts print while they run.' }),
    ),
    refreshCache: Type.Optional(Type.Boolean()),
  }),
)
export type TestSessionRun = Static<typeof TestSessionRun>

const idsByKey = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', format: 'uuid' },
})

export const StartedTestSession = component(
  'StartedTestSession',
  Type.Object({
    schedulingId: Uuid(),
    testSessionId: Type.Optional(Uuid({ description: 'Absent when it is not recorded.' })),
    testResultIds: Type.Optional(idsByKey),
    sequenceIds: idsByKey,
  }),
)

const TestVariable = component(
  'TestSessionVariable',
  Type.Object({
    key: Type.String({ minLength: 1, maxLength: 200 }),
    value: Nullable(Type.String({ maxLength: 100_000 })),
    locked: Type.Optional(Type.Boolean()),
    secret: Type.Optional(Type.Boolean()),
  }),
)
export type TestVariable = Static<typeof TestVariable>

const testVariables = Type.Optional(
  Type.Array(TestVariable, { maxItems: 50, description: 'Override those of the checks.' }),
)

/** As the command of the reference sends it. */
export const TestSessionTrigger = component(
  'TestSessionTrigger',
  Type.Object({
    name: sessionName,
    shouldRecord: Type.Optional(Type.Boolean({ default: true })),
    runLocation: RunLocation,
    checkRunSuiteId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    targetTags: Type.Optional(
      Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: 501 }), { maxItems: 20 }), {
        maxItems: 50,
        description: 'Checks that have all tags of at least one of these lists.',
      }),
    ),
    checkId: Type.Optional(
      acceptingLoneValue(Type.Array(Type.String({ maxLength: 100 }), { maxItems: mostTestJobs })),
    ),
    environmentVariables: testVariables,
    repoInfo: Type.Optional(Nullable(anyObject)),
    environment: Type.Optional(Nullable(shortText)),
    testRetryStrategy: Type.Optional(RetryStrategy),
    refreshCache: Type.Optional(Type.Boolean()),
  }),
)
export type TestSessionTrigger = Static<typeof TestSessionTrigger>

export const TriggeredTestSession = component(
  'TriggeredTestSession',
  Type.Object({
    checks: Type.Array(Type.Object({ id: Uuid(), name: Type.String(), checkType: OneOf(checkTypeNames) })),
    testSessionId: Type.Optional(Uuid()),
    testResultIds: Type.Optional(idsByKey),
    sequenceIds: idsByKey,
  }),
)

const TestSessionGitHub = component(
  'TestSessionGitHub',
  Type.Object({
    reporting: Type.Boolean(),
    repository: Type.Optional(Nullable(shortText)),
    sha: Type.Optional(Nullable(shortText)),
    runId: Type.Optional(Nullable(shortText)),
    runAttempt: Type.Optional(Nullable(shortText)),
    workflow: Type.Optional(Nullable(shortText)),
    job: Type.Optional(Nullable(shortText)),
    eventName: Type.Optional(Nullable(shortText)),
    ref: Type.Optional(Nullable(shortText)),
    headRef: Type.Optional(Nullable(shortText)),
    baseRef: Type.Optional(Nullable(shortText)),
    serverUrl: Type.Optional(Nullable(shortText)),
  }),
)

const TestSessionMetadata = component(
  'TestSessionMetadata',
  Type.Object({
    environment: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    repoUrl: Type.Optional(Nullable(Type.String({ maxLength: 2000 }))),
    commitId: Type.Optional(Nullable(shortText)),
    commitOwner: Type.Optional(Nullable(shortText)),
    commitMessage: Type.Optional(Nullable(longText)),
    branchName: Type.Optional(Nullable(shortText)),
    github: Type.Optional(TestSessionGitHub),
  }),
)
export type TestSessionMetadata = Static<typeof TestSessionMetadata>

/** As the contract has it: without a live channel. */
export const TestSessionTriggerV1 = component(
  'TriggerTestSession',
  Type.Object({
    name: sessionName,
    runLocation: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Code of a location, or slug or id of a private location.',
    }),
    target: Type.Optional(
      Type.Object({
        ...CheckSessionTarget.properties,
        allowDeactivated: Type.Optional(
          Type.Boolean({ default: false, description: 'Run deactivated checks, too.' }),
        ),
      }),
    ),
    environmentVariables: testVariables,
    retryStrategy: Type.Optional(RetryStrategy),
    refreshCache: Type.Optional(Type.Boolean({ default: false })),
    metadata: Type.Optional(TestSessionMetadata),
  }),
)
export type TestSessionTriggerV1 = Static<typeof TestSessionTriggerV1>

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
