import { Type } from 'typebox'
import { acceptedOnly, withRules, type Rule } from '../../validation/annotations.ts'
import { assertionSchema, comparisons, mostAssertions, numberComparisons } from '../assertion.ts'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import {
  answerFieldsV1,
  answerFieldsV2,
  answerFieldsV3,
  createFields,
  updateFields,
} from '../../checks/check.ts'
import { EnvironmentVariables } from '../../variables/environment-variable.ts'
import { Frequency, FrequencyOffset, frequencyOffsetRule } from '../../checks/frequency.ts'
import { hostnameRule } from '../hostname.ts'

export const icmpSubMinuteSeconds = [10, 20, 30] as const

const IcmpAssertion = assertionSchema(
  'IcmpAssertion',
  {
    LATENCY: {
      comparisons: numberComparisons,
      property: { kind: 'one-of', names: ['avg', 'min', 'max', 'stdDev'] },
      target: 'number',
    },
    JSON_RESPONSE: { comparisons, property: { kind: 'json-path' }, target: 'text' },
  },
  { isPropertyRequired: true },
)

const requestFields = {
  hostname: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: 'Name or IP address, without scheme, port or path.',
  }),
  ipFamily: Type.Optional(Nullable(OneOf(['IPv4', 'IPv6'] as const), { default: 'IPv4' })),
  pingCount: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 50 }), { default: 10 })),
  assertions: Type.Optional(Type.Array(IcmpAssertion, { maxItems: mostAssertions, default: [] })),
}

const IcmpRequest = withRules(component('IcmpRequest', Type.Object(requestFields)), hostnameRule)

const packetLossPercent = (byDefault: number, description: string) =>
  Type.Optional(
    Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 100 }), { default: byDefault, description }),
  )
const milliseconds = (byDefault: number, description: string) =>
  Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 300000 }), { default: byDefault, description }))

const thresholds = {
  degradedResponseTime: milliseconds(10000, 'Average latency (ms) from which the check is degraded.'),
  maxResponseTime: milliseconds(20000, 'Average latency (ms) from which the check fails.'),
  degradedPacketLossThreshold: packetLossPercent(10, 'Packet loss (%) from which the check is degraded.'),
  maxPacketLossThreshold: packetLossPercent(20, 'Packet loss (%) from which the check fails.'),
}

const schedule = { frequency: Type.Optional(Frequency), frequencyOffset: Type.Optional(FrequencyOffset) }

const Heartbeat = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const snippetId = Type.Optional(Nullable(Type.Number(), { default: null }))
const localScript = Type.Optional(acceptedOnly(Nullable(Type.String(), { default: null })))

/** Fields of other check types that the contract lists here. They must be valid; a ping ignores them. */
const foreignFields = {
  scriptPath: Type.Optional(acceptedOnly(Nullable(Type.String()))),
  environmentVariables: Type.Optional(EnvironmentVariables),
  setupSnippetId: snippetId,
  tearDownSnippetId: snippetId,
  localSetupScript: localScript,
  localTearDownScript: localScript,
}

const packetLossPair: Rule = ({ degradedPacketLossThreshold: degraded, maxPacketLossThreshold: max }) => {
  if (typeof degraded !== 'number' || typeof max !== 'number' || max >= degraded) return []
  return [
    {
      path: 'maxPacketLossThreshold',
      message: `(${max}) must be greater than or equal to degradedPacketLossThreshold (${degraded})`,
    },
  ]
}

const rules = [packetLossPair, frequencyOffsetRule(icmpSubMinuteSeconds)]

const checkType = OneOf(['ICMP'] as const)

export const IcmpMonitorCreate = withRules(
  component(
    'IcmpMonitorCreate',
    Type.Object({
      ...createFields,
      checkType: Type.Optional({ ...checkType, default: 'ICMP' }),
      ...schedule,
      request: IcmpRequest,
      ...thresholds,
      ...foreignFields,
      heartbeat: Type.Optional(acceptedOnly(Nullable(Heartbeat))),
      script: Type.Optional(acceptedOnly(Nullable(Type.String()))),
      sslCheckDomain: Type.Optional(acceptedOnly(Nullable(Type.String()))),
    }),
  ),
  ...rules,
)

const updateBody = {
  ...updateFields,
  checkType: Type.Optional(checkType),
  ...schedule,
  request: Type.Optional(IcmpRequest),
  ...thresholds,
  ...foreignFields,
  sslCheckDomain: Type.Optional(acceptedOnly(Type.String())),
}

export const IcmpMonitorUpdate = withRules(
  component(
    'IcmpMonitorUpdate',
    Type.Object({
      ...updateBody,
      heartbeat: acceptedOnly({ ...Heartbeat, description: 'Required; an ICMP monitor ignores it.' }),
      script: acceptedOnly(Type.String({ description: 'Required; an ICMP monitor ignores it.' })),
    }),
  ),
  ...rules,
)

/** The same body as known clients of the newer contract send it: nothing is required. */
export const IcmpMonitorPatch = withRules(
  component(
    'IcmpMonitorPatch',
    Type.Object({
      ...updateBody,
      heartbeat: Type.Optional(acceptedOnly(Nullable(Heartbeat))),
      script: Type.Optional(acceptedOnly(Nullable(Type.String()))),
    }),
  ),
  ...rules,
)

const answerTail = {
  frequency: Type.Optional(Frequency),
  frequencyOffset: Type.Optional(FrequencyOffset),
  ...thresholds,
  request: Type.Optional(IcmpRequest),
  checkType,
}

export const MonitorICMP = component('MonitorICMP', Type.Object({ ...answerFieldsV1, ...answerTail }))
export const MonitorICMPV2 = component('MonitorICMPV2', Type.Object({ ...answerFieldsV2, ...answerTail }))
export const MonitorICMPV3 = component('MonitorICMPV3', Type.Object({ ...answerFieldsV3, ...answerTail }))
