import assert from 'node:assert/strict'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { FormSchema } from '@sonde/web/schema-form/form-schema.ts'
import type { FormValue } from '@sonde/web/schema-form/value-at.ts'
import { documents } from '../../../packages/web/build/documents.ts'
import { absent, type KnownValues } from './form-values.ts'

const proto =
  'syntax = "proto3"; package shop; message Item {} service Shop { rpc Get (Item) returns (Item); }'

/** What cannot be together is filled in one after the other. */
export function casesOf({ checkType, subMinuteSeconds }: CheckKind): readonly KnownValues[] {
  const [seconds] = subMinuteSeconds
  const often = seconds === undefined ? {} : { frequency: 0, frequencyOffset: seconds }
  if (checkType === 'URL') return [{ 'request.url': 'https://www.example.net/health' }]
  if (checkType === 'API') {
    return [{ 'request.url': 'https://www.example.net/orders', 'request.headers.*.key': 'X-Shop' }]
  }
  if (checkType === 'BROWSER') return [{ sslCheckDomain: 'www.example.net' }]
  if (checkType === 'TRACEROUTE') return [{ 'request.url': 'www.example.net' }]
  if (checkType !== 'GRPC') return [{}]
  const config = 'request.grpcConfig'
  const host = {
    'request.url': 'grpc.example.net',
    [`${config}.encoding`]: 'PROTOBUF',
    [`${config}.metadata.*.key`]: 'x-shop',
  }
  return [
    {
      ...host,
      [`${config}.mode`]: 'BEHAVIOR',
      [`${config}.service`]: absent,
      [`${config}.method`]: 'shop.Shop/Get',
      [`${config}.serviceDefinition`]: 'PROTO_FILE',
      [`${config}.protoContent`]: proto,
      [`${config}.message`]: '{}',
    },
    {
      ...host,
      ...often,
      'request.port': '{{PORT}}',
      [`${config}.mode`]: 'HEALTH',
      ...Object.fromEntries(
        ['method', 'serviceDefinition', 'protoContent', 'message'].map((name) => [
          `${config}.${name}`,
          absent,
        ]),
      ),
    },
  ]
}

export function documentOf({ checkType, run }: CheckKind): FormSchema {
  const schema = withoutUnshown(asSchema(documents[checkType]))
  const hidden =
    run === null
      ? ofRuns
      : run.needs?.testFile === true
        ? ofCode
        : run.needs?.scripts === true || run.needs?.suite === true
          ? none
          : ofScripts
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !hidden.has(name))
  return { ...schema, properties: Object.fromEntries(fields) }
}

/** What the API keeps of a check that is never run, and no form asks for. */
const ofRuns: ReadonlySet<string> = new Set([
  'runParallel',
  'locations',
  'privateLocations',
  'runtimeId',
  'setupSnippetId',
  'tearDownSnippetId',
])

/** What means nothing to a check without scripts. */
const ofScripts: ReadonlySet<string> = new Set(['runtimeId', 'setupSnippetId', 'tearDownSnippetId'])

const none: ReadonlySet<string> = new Set()

/** What monitoring as code writes of a check that is a file of tests, and what means nothing to one. */
const ofCode: ReadonlySet<string> = new Set([
  'scriptPath',
  'dependencies',
  'playwrightConfig',
  'snapshots',
  'shouldFail',
])

/** Fields of the API that no form has: what is stored of them stays. */
const unshown: ReadonlySet<string> = new Set([
  'checkType',
  'aiAutoRepairEnabled',
  'encoding',
  'bfbsContent',
  'setupScriptPath',
  'setupScriptDependencies',
  'tearDownScriptPath',
  'tearDownScriptDependencies',
])

export function withoutUnshown(schema: FormSchema): FormSchema {
  const { properties, ...rest } = schema
  if (properties === undefined || schema.anyOf !== undefined) return schema
  const isGroup = properties['concurrency'] !== undefined
  const fields = Object.entries(properties).filter(
    ([name]) => !unshown.has(name) && !(isGroup && name === 'doubleCheck'),
  )
  return {
    ...rest,
    properties: Object.fromEntries(fields.map(([name, property]) => [name, withoutUnshown(property)])),
  }
}

/** The name, and what the type has for itself. */
export function ownPartOf(schema: FormSchema): FormSchema {
  const [first] = checkKinds
  assert.ok(first)
  const common = documentOf(first).properties ?? {}
  const own = Object.entries(schema.properties ?? {}).filter(
    ([name, property]) => name === 'name' || JSON.stringify(property) !== JSON.stringify(common[name]),
  )
  return { ...schema, properties: Object.fromEntries(own) }
}

/** Alerts are raised by runs or by time: each type takes the other one than the type before. */
export function escalation(index: number): KnownValues {
  const [run, time] = ['alertSettings.runBasedEscalation', 'alertSettings.timeBasedEscalation']
  return index % 2 === 0
    ? { 'alertSettings.escalationType': 'TIME_BASED', [run]: absent }
    : { 'alertSettings.escalationType': 'RUN_BASED', [time]: absent }
}

export const otherEscalation: ReadonlySet<string> = new Set([
  'alertSettings.runBasedEscalation.failedRunThreshold',
  'alertSettings.timeBasedEscalation.minutesFailingThreshold',
])

/** The fields that answers of the type show: variables and the like never come back. */
export function shownBy({ answers }: CheckKind, value: FormValue): FormValue {
  const { properties = {} } = asSchema(answers.v1)
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(properties, name)))
}

/** As much of a value as `like` has. */
export function partOf(value: unknown, like: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(like)) {
    const others: readonly unknown[] = like
    return value.map((item, index) => partOf(item, others[index]))
  }
  if (!isRecord(value) || !isRecord(like)) return value
  return Object.fromEntries(Object.keys(like).map((name) => [name, partOf(value[name], like[name])]))
}

export function asValue(value: unknown): FormValue {
  assert.ok(isRecord(value))
  return value
}

// The guarantee behind this cast: the documents of the web, and the schemas of answers, are JSON Schemas.
export function asSchema(schema: unknown): FormSchema {
  return schema as FormSchema
}
