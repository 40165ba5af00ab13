import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { acceptingLoneValue, type Rule, withRules } from '../validation/annotations.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { runSources } from './run-source.ts'
import { SecretsWithheldFrom } from './secrets-withheld.ts'

/** How a session can end. */
const finalStatuses = ['PASSED', 'FAILED', 'DEGRADED', 'TIMED_OUT', 'CANCELLED'] as const
const sessionStatuses = [
  'STARTED',
  'PROGRESS',
  'PROGRESS_FAILED',
  'PROGRESS_DEGRADED',
  ...finalStatuses,
] as const
export const SessionStatus = OneOf(sessionStatuses)
export type SessionStatus = (typeof sessionStatuses)[number]

/** The longest that a long poll lasts, and how long it lasts unless told. */
export const longestWaitSeconds = 30

const tag = Type.String({
  maxLength: 501,
  pattern: '^(![\\s\\S]|[^!])',
  description: 'a tag, or ! and a tag',
})

/**
 * Nothing at all means every check. Something that we do not understand must not mean that too: a mistyped field
 * would start runs that nobody asked for.
 */
const clearTarget: Rule = (body) => {
  const { target } = body
  const isChosen = isRecord(target) && (target['matchTags'] !== undefined || target['checkId'] !== undefined)
  if (isChosen) return []
  const known = ['target', 'refreshCache', 'matchTags', 'checkId']
  const [unknown] = [
    ...Object.keys(body).filter((key) => !known.slice(0, 2).includes(key)),
    ...(isRecord(target) ? Object.keys(target).filter((key) => !known.slice(2).includes(key)) : []),
  ]
  if (unknown === undefined) return []
  return [{ path: 'target', message: `needs matchTags or checkId, and "${unknown}" is not a known field` }]
}

export const CheckSessionTarget = component(
  'TriggerCheckSessionTarget',
  Type.Object({
    matchTags: Type.Optional(
      Type.Array(Type.Array(tag, { minItems: 1, maxItems: 20 }), {
        minItems: 1,
        maxItems: 50,
        description:
          'Checks that have all tags of at least one of these lists. A tag with ! in front excludes checks that have it.',
      }),
    ),
    checkId: Type.Optional(
      acceptingLoneValue(
        Type.Array(Uuid(), { minItems: 1, maxItems: 1000, description: 'Any of these checks.' }),
      ),
    ),
  }),
)
export type CheckSessionTarget = Static<typeof CheckSessionTarget>

/** Without a body, or without a target, every activated check is meant. */
export const TriggerCheckSession = withRules(
  Nullable(
    Type.Object({
      target: Type.Optional(CheckSessionTarget),
      refreshCache: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Check suites install their packages anew; no effect on others.',
        }),
      ),
    }),
    { 'x-component': 'TriggerCheckSessionRequestPayload' },
  ),
  clearTarget,
)

/** Without a body all of its runs are meant. */
export const CancelCheckSession = Nullable(
  Type.Object(
    {
      sequenceId: Type.Optional(
        Type.Array(Uuid(), { minItems: 1, maxItems: 1000, description: 'Only these runs.' }),
      ),
    },
    { additionalProperties: false },
  ),
  { 'x-component': 'CheckSessionsV1CancelRequest' },
)

export const CheckSessionParams = Type.Object({ checkSessionId: Uuid() })

export const CompletionQuery = Type.Object({
  maxWaitSeconds: Type.Number({ minimum: 1, maximum: longestWaitSeconds, default: longestWaitSeconds }),
})

const session = {
  checkSessionId: Uuid(),
  checkSessionLink: Type.String({ description: 'Address in the web interface.' }),
  checkId: Uuid(),
  checkType: OneOf(checkTypeNames),
  name: Type.String({ description: 'Name of the check when the session started.' }),
  status: SessionStatus,
  startedAt: Timestamp(),
  stoppedAt: Nullable(Timestamp()),
  timeElapsed: Type.Number({ description: 'Milliseconds.' }),
  runLocations: Type.Array(Type.String()),
  runSource: Nullable(OneOf(runSources)),
}

const CheckSessionResult = component(
  'CheckSessionConciseCheckResult',
  Type.Object({
    checkResultId: Uuid({ description: 'The id of the run if there is no result.' }),
    checkResultLink: Type.String(),
    checkId: Uuid(),
    checkType: OneOf(checkTypeNames),
    name: Type.String(),
    runLocation: Type.String(),
    resultType: Nullable(OneOf(['FINAL', 'ATTEMPT']), { description: 'Null if there is no result.' }),
    hasErrors: Type.Boolean(),
    hasFailures: Type.Boolean(),
    isDegraded: Type.Boolean(),
    aborted: Type.Boolean({ description: 'No agent ran it.' }),
    isCancelled: Type.Boolean(),
    responseTime: Nullable(Type.Integer(), { description: 'Whole milliseconds, rounded.' }),
    startedAt: Nullable(Timestamp()),
    stoppedAt: Nullable(Timestamp()),
    attempts: Type.Integer({ description: 'How many attempts were made.' }),
    sequenceId: Uuid({ description: 'Id of the run, shared by its attempts. Use it to cancel the run.' }),
    scheduleError: Nullable(Type.String(), { description: 'Why no agent ran it.' }),
    secretsWithheldFrom: SecretsWithheldFrom,
  }),
)
export type CheckSessionResult = Static<typeof CheckSessionResult>

const NotStarted = component(
  'NotStartedCheck',
  Type.Object({ checkId: Uuid(), name: Type.String(), reason: Type.String() }),
)

const StartedSession = component('CheckSession', Type.Object(session))

/** One session for each check. */
export const StartedCheckSessions = component(
  'TriggerCheckSessionResponse',
  Type.Object({
    sessions: Type.Array(StartedSession),
    notStarted: Type.Array(NotStarted, {
      description: 'Checks that matched but have no location to run at now.',
    }),
  }),
)
export type StartedCheckSessions = Static<typeof StartedCheckSessions>
export type StartedSession = Static<typeof StartedSession>
export type NotStarted = Static<typeof NotStarted>

export const CheckSessionAnswer = component(
  'FindOneCheckSessionResponse',
  Type.Object({ ...session, results: Type.Array(CheckSessionResult) }),
)
export type CheckSessionAnswer = Static<typeof CheckSessionAnswer>

/** The contract has its own spelling of the reason. */
export const RequestTimeoutError = component(
  'RequestTimeoutError',
  Type.Object(
    {
      statusCode: Type.Unsafe<number>({ type: 'number', enum: [408] }),
      error: OneOf(['Request Time-out']),
      message: Type.String(),
    },
    { description: 'Request Time-out' },
  ),
)
