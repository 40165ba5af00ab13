import { type Static, Type } from 'typebox'
import { checkTypeNames } from '../check-types/check-type.ts'
import { RetryStrategy } from '../checks/retry-strategy.ts'
import { CheckSessionTarget } from '../runs/check-session.ts'
import { acceptingLoneValue } from '../validation/annotations.ts'
import { Nullable, OneOf, Uuid, component } from '../validation/building-blocks.ts'
import { SharedFiles } from './project-deploy.ts'

/** What starts runs of checks as code describes them, or of stored ones, which leave nothing behind but their session. */

/** Of the body that starts one, after unpacking. */
export const testRunBytes = 50 * 1024 * 1024
export const mostTestJobs = 1_000
/** Values of a JSON document, how deep they lie in each other, and how many one list may have. */
export const testRunLimits = { values: 3_000_000, depth: 100, items: 5_000 }

const anyObject = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
})
export const shortText = Type.String({ maxLength: 1000 })
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
            updateSnapshots: Type.Optional(
              Type.Boolean({ description: 'Browser checks: make golden files anew.' }),
            ),
          },
          { description: 'Ids that the client has chosen for the live channel, and how to run it.' },
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
    sharedFiles: Type.Optional(SharedFiles),
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

export const TestSessionMetadata = component(
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
