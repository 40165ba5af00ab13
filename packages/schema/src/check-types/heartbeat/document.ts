import { Type, type Static } from 'typebox'
import { dayMs, hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import {
  acceptedOnly,
  emptyTextAsNull,
  respelled,
  type Rule,
  withRules,
} from '../../validation/annotations.ts'
import { Nullable, OneOf, Uuid, component } from '../../validation/building-blocks.ts'
import {
  answerFieldsV1,
  answerFieldsV2,
  answerFieldsV3,
  createFields,
  updateFields,
} from '../../checks/check.ts'
import { EnvironmentVariables } from '../../variables/environment-variable.ts'
import { Frequency, FrequencyOffset } from '../../checks/frequency.ts'
import { TimeLimit } from '../monitor-schemas.ts'

const unitMs = { seconds: secondMs, minutes: minuteMs, hours: hourMs, days: dayMs } as const
const units = ['seconds', 'minutes', 'hours', 'days'] as const

const shortestPeriodMs = 30 * unitMs.seconds
const longestMs = 365 * unitMs.days

const period = Type.Number({ description: 'How often a ping is expected: 30 seconds to 365 days.' })
const grace = Type.Number({ description: 'How long to wait for a late ping: 0 to 365 days.' })
const unit = OneOf(units)
const pingTokenOrNull = Nullable(Uuid(), {
  description:
    'The secret in the ping address. Generated if omitted, null or empty; unique in the installation.',
})
const pingToken = Type.Optional(respelled(pingTokenOrNull, emptyTextAsNull))

/** Of a value that nobody has validated yet. Without a unit that is known, it fits if it would in any. */
function fits(value: unknown, unitName: unknown, shortestMs: number): boolean {
  if (typeof value !== 'number') return true
  const known = units.filter((name) => name === unitName)
  return (known.length > 0 ? known : units).some((name) => {
    const lengthMs = value * unitMs[name]
    return lengthMs >= shortestMs && lengthMs <= longestMs
  })
}

const lengths: Rule = (heartbeat) => [
  ...(fits(heartbeat['period'], heartbeat['periodUnit'], shortestPeriodMs)
    ? []
    : [{ path: 'period', message: 'must be from 30 seconds to 365 days' }]),
  ...(fits(heartbeat['grace'], heartbeat['graceUnit'], 0)
    ? []
    : [{ path: 'grace', message: 'must be from 0 to 365 days' }]),
]

const HeartbeatRequest = withRules(
  component('HeartbeatRequest', Type.Object({ period, periodUnit: unit, grace, graceUnit: unit, pingToken })),
  lengths,
)

const HeartbeatPatch = withRules(
  component(
    'HeartbeatPatch',
    Type.Object({
      period: Type.Optional(period),
      periodUnit: Type.Optional(unit),
      grace: Type.Optional(grace),
      graceUnit: Type.Optional(unit),
      pingToken,
    }),
  ),
  lengths,
)

const Heartbeat = component(
  'Heartbeat',
  Type.Object({
    period,
    periodUnit: unit,
    grace,
    graceUnit: unit,
    pingToken,
    pingUrl: Type.Optional(
      Type.String({ description: 'The address to which the job sends its pings, by GET, POST or HEAD.' }),
    ),
  }),
)

/** The part of a saved heartbeat monitor that says when pings are due. */
export type HeartbeatSettings = Omit<Static<typeof HeartbeatRequest>, 'pingToken'> & { pingToken: string }

/**
 * The guarantee behind this cast: a heartbeat monitor is saved only after its schema has validated it, and with a
 * token that was made up if none was sent.
 */
export function heartbeatOf(config: Readonly<Record<string, unknown>>): HeartbeatSettings {
  return config['heartbeat'] as HeartbeatSettings
}

/** The address that its job reports to is that of this server, whatever it was when the monitor was made. */
export function shownHeartbeat(
  config: Readonly<Record<string, unknown>>,
  publicUrl: string,
): HeartbeatSettings & { pingUrl: string } {
  const heartbeat = heartbeatOf(config)
  return { ...heartbeat, pingUrl: `${publicUrl}/ping/${heartbeat.pingToken}` }
}

/** It stays what it was unless another is sent, and is kept in one spelling. Changes the check in place. */
export function fillPingToken(
  check: Record<string, unknown>,
  stored: Readonly<Record<string, unknown>> | null,
): void {
  const { heartbeat } = check
  if (!isRecord(heartbeat)) return
  const before = stored === null ? null : heartbeatOf(stored).pingToken
  const token = String(heartbeat['pingToken'] ?? before ?? crypto.randomUUID())
  check['heartbeat'] = { ...heartbeat, pingToken: token.toLowerCase() }
}

export function heartbeatLengths(settings: Omit<HeartbeatSettings, 'pingToken'>): {
  periodMs: number
  graceMs: number
} {
  return {
    periodMs: Math.round(settings.period * unitMs[settings.periodUnit]),
    graceMs: Math.round(settings.grace * unitMs[settings.graceUnit]),
  }
}

const ignored = ' A heartbeat monitor ignores it.'
const snippetId = Type.Optional(Nullable(Type.Number(), { default: null }))
const text = Type.Optional(acceptedOnly(Nullable(Type.String())))
const limit = (byDefault: number) =>
  Type.Optional(
    acceptedOnly(TimeLimit(byDefault, { maximum: 300_000, description: `Milliseconds.${ignored}` })),
  )

/** Fields of checks that run, which the contract lists here. They must be valid; nothing runs, so they do nothing. */
const foreignFields = {
  frequency: Type.Optional(acceptedOnly(Frequency)),
  frequencyOffset: Type.Optional(acceptedOnly(FrequencyOffset)),
  request: Type.Optional(
    acceptedOnly(
      Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
    ),
  ),
  doubleCheck: Type.Optional(acceptedOnly(Type.Boolean({ deprecated: true }))),
  shouldFail: Type.Optional(acceptedOnly(Type.Boolean())),
  script: text,
  scriptPath: text,
  sslCheckDomain: text,
  environmentVariables: Type.Optional(acceptedOnly(EnvironmentVariables)),
  setupSnippetId: snippetId,
  tearDownSnippetId: snippetId,
  localSetupScript: text,
  localTearDownScript: text,
  degradedResponseTime: limit(10_000),
  maxResponseTime: limit(20_000),
}

const checkType = OneOf(['HEARTBEAT'] as const)

const { privateLocations: _noAgents, retryStrategy: _noRetries, ...created } = createFields
const { privateLocations: _noAgentsEither, retryStrategy: _noRetriesEither, ...changed } = updateFields

export const HeartbeatCheckCreate = component(
  'HeartbeatCheckCreate',
  Type.Object({
    ...created,
    checkType: Type.Optional({ ...checkType, default: 'HEARTBEAT' }),
    ...foreignFields,
    heartbeat: HeartbeatRequest,
  }),
)

const update = { ...changed, checkType: Type.Optional(checkType), ...foreignFields }

export const HeartbeatCheckUpdate = component(
  'HeartbeatCheckUpdate',
  Type.Object({ ...update, heartbeat: Type.Optional(HeartbeatRequest) }),
)

export const HeartbeatCheckPatch = component(
  'HeartbeatCheckPatch',
  Type.Object({ ...update, heartbeat: Type.Optional(HeartbeatPatch) }),
)

/** Without what an answer has no place for: nothing of a heartbeat monitor runs. */
function shown<Fields extends Record<'doubleCheck' | 'shouldFail' | 'runtimeId' | 'retryStrategy', unknown>>({
  doubleCheck: _noRun,
  shouldFail: _noOutcome,
  runtimeId: _noRuntime,
  retryStrategy: _noRetry,
  ...fields
}: Fields) {
  return fields
}

const answerTail = { checkType, heartbeat: Heartbeat }

export const HeartbeatCheck = component(
  'HeartbeatCheck',
  Type.Object({ ...shown(answerFieldsV1), ...answerTail }),
)
export const HeartbeatCheckV2 = component(
  'HeartbeatCheckV2',
  Type.Object({ ...shown(answerFieldsV2), ...answerTail }),
)
export const HeartbeatCheckV3 = component(
  'HeartbeatCheckV3',
  Type.Object({ ...shown(answerFieldsV3), ...answerTail }),
)
