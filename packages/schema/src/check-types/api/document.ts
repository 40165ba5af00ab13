import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { replacedWhole, respelled, type Rule, upperCase, withRules } from '../../validation/annotations.ts'
import { Nullable, OneOf, component, withoutDefault } from '../../validation/building-blocks.ts'
import { ScriptFiles, ScriptPath, scriptFilesRule } from '../../checks/script-files.ts'
import type { Violation } from '../../validation/violation.ts'
import { assertionSchema, comparisons, mostAssertions, numberComparisons } from '../assertion.ts'
import { ipFamilies } from '../ip-family.ts'
import { TimeLimit, monitorSchemas } from '../monitor-schemas.ts'
import { urlMistake } from '../url/url-address.ts'
import { ShownVariable } from '../../variables/shown-variable.ts'
import { mostSubstitutedCharacters } from '../../variables/substitution-limit.ts'
import { headerNameMistake, headerValueMistake } from './http-header.ts'

export const apiSubMinuteSeconds = [10, 20, 30] as const

export const apiMethods = ['GET', 'POST', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS'] as const
export type ApiMethod = (typeof apiMethods)[number]

export const apiBodyTypes = ['JSON', 'FORM', 'RAW', 'GRAPHQL', 'NONE'] as const
export type ApiBodyType = (typeof apiBodyTypes)[number]

/** Of a body as it is written; what variables add to a request is bounded where they are filled in. */
const longestBody = 1_000_000
const mostPairs = 100
/** Those that the service adds for the trace of a run. */
const traceHeaders = 2

const ApiAssertion = assertionSchema('ApiAssertion', {
  STATUS_CODE: { comparisons: numberComparisons, property: { kind: 'ignored' }, target: 'number' },
  RESPONSE_TIME: { comparisons: numberComparisons, property: { kind: 'ignored' }, target: 'number' },
  JSON_BODY: { comparisons, property: { kind: 'json-path' }, target: 'text' },
  TEXT_BODY: { comparisons, property: { kind: 'regex' }, target: 'text' },
  HEADERS: { comparisons, property: { kind: 'name', isOptional: true }, target: 'text' },
})

export const ApiKeyValue = component(
  'ApiKeyValue',
  Type.Object({
    key: Type.String({ minLength: 1, maxLength: 1_000 }),
    value: Type.String({ maxLength: 8_192, default: '' }),
    locked: Type.Optional(
      Type.Boolean({ default: false, description: 'True: hidden from readers, and masked in results.' }),
    ),
  }),
)
export type ApiKeyValue = Static<typeof ApiKeyValue>

const ApiBasicAuth = component(
  'ApiBasicAuth',
  Type.Object({
    username: Type.String({ maxLength: 1_000, default: '' }),
    password: Type.String({ maxLength: 1_000, default: '' }),
  }),
)

const addressRule: Rule = ({ url }) => {
  if (typeof url !== 'string' || url === '') return []
  const message = urlMistake(url)
  return message === null ? [] : [{ path: 'url', message }]
}

/** What is no header would fail every run, or smuggle in another one. */
const headersRule: Rule = ({ headers }) => {
  const list: readonly unknown[] = Array.isArray(headers) ? headers : []
  return list.flatMap((header, index): Violation[] => {
    if (!isRecord(header)) return []
    const { key, value } = header
    const keyMistake = typeof key === 'string' && key !== '' ? headerNameMistake(key) : null
    const valueMistake = typeof value === 'string' ? headerValueMistake(value) : null
    return [
      ...(keyMistake === null ? [] : [{ path: `headers.${index}.key`, message: keyMistake }]),
      ...(valueMistake === null ? [] : [{ path: `headers.${index}.value`, message: valueMistake }]),
    ]
  })
}

const requestFields = {
  method: Type.Optional(respelled(OneOf(apiMethods, { default: 'GET' }), upperCase)),
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'http or https address; `user:password@` before the host is sent as Basic auth and never shown.',
  }),
  followRedirects: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'At most 10 of them; otherwise the first answer counts.',
    }),
  ),
  skipSSL: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'No certificate is verified, wherever redirects may lead.',
    }),
  ),
  ipFamily: Type.Optional(OneOf(ipFamilies, { default: 'IPv4' })),
  body: Type.Optional(
    Type.String({
      maxLength: longestBody,
      default: '',
      description: 'Sent as it is; whatever `bodyType` says, a body that is not empty is sent.',
    }),
  ),
  bodyType: Type.Optional(
    OneOf(apiBodyTypes, {
      default: 'NONE',
      description:
        'The Content-Type that is sent unless a header sets it: JSON and GRAPHQL application/json, FORM ' +
        'application/x-www-form-urlencoded, RAW and NONE none. GRAPHQL also wraps a query into an object.',
    }),
  ),
  headers: Type.Optional(Type.Array(ApiKeyValue, { maxItems: mostPairs, default: [] })),
  queryParameters: Type.Optional(
    Type.Array(ApiKeyValue, {
      maxItems: mostPairs,
      default: [],
      description: 'Added to those of the address.',
    }),
  ),
  basicAuth: Type.Optional(
    replacedWhole(
      Nullable(ApiBasicAuth, {
        default: null,
        description: 'Sent as an Authorization header unless `headers` has one.',
      }),
    ),
  ),
  assertions: Type.Optional(Type.Array(ApiAssertion, { maxItems: mostAssertions, default: [] })),
}

const ApiRequest = withRules(component('ApiRequest', Type.Object(requestFields)), addressRule, headersRule)

/**
 * As a run gets it: its group has added as much again, and variables have been filled in. What they have made of a
 * header is for the run to find out, as a failed attempt with its reason.
 */
const runPairs = Type.Array(
  Type.Object({ key: Type.String(), value: Type.String(), locked: Type.Optional(Type.Boolean()) }),
  {
    maxItems: 2 * mostPairs + traceHeaders,
  },
)
export const ApiRunRequest = withRules(
  Type.Object({
    ...requestFields,
    url: Type.String({ minLength: 1, maxLength: 8_192 }),
    body: Type.String({ maxLength: longestBody + mostSubstitutedCharacters }),
    headers: runPairs,
    queryParameters: runPairs,
    basicAuth: Nullable(Type.Object({ username: Type.String(), password: Type.String() })),
    assertions: Type.Array(ApiAssertion, { maxItems: 2 * mostAssertions }),
  }),
  addressRule,
)

const longestLimitMs = 45_000

const scriptFields = {
  setupSnippetId: snippet('runs before the request'),
  tearDownSnippetId: snippet('runs after the request'),
  localSetupScript: script('runs before the request'),
  localTearDownScript: script('runs after the request'),
}

const setupScriptPath = ScriptPath('Name of the set-up script in the folder of the run.')
const setupScriptDependencies = ScriptFiles('Files that the set-up script imports.')
const tearDownScriptPath = ScriptPath('Name of the teardown script in the folder of the run.')
const tearDownScriptDependencies = ScriptFiles('Files that the teardown script imports.')

const setUpFiles = {
  setupScriptPath: Type.Optional(setupScriptPath),
  setupScriptDependencies: Type.Optional(setupScriptDependencies),
  tearDownScriptPath: Type.Optional(tearDownScriptPath),
  tearDownScriptDependencies: Type.Optional(tearDownScriptDependencies),
}

/** Who writes a check without a word about them, as forms do, keeps what is stored. */
const keptFiles = {
  setupScriptPath: Type.Optional(withoutDefault(setupScriptPath)),
  setupScriptDependencies: Type.Optional(withoutDefault(setupScriptDependencies)),
  tearDownScriptPath: Type.Optional(withoutDefault(tearDownScriptPath)),
  tearDownScriptDependencies: Type.Optional(withoutDefault(tearDownScriptDependencies)),
}

function snippet(when: string) {
  return Type.Optional(Nullable(Type.Number(), { default: null, description: `Snippet that ${when}.` }))
}

function script(when: string) {
  return Type.Optional(
    Nullable(Type.String({ maxLength: 100_000 }), { default: null, description: `Script that ${when}.` }),
  )
}

export const apiCheck = monitorSchemas({
  checkType: 'API',
  name: 'ApiCheck',
  request: ApiRequest,
  fields: {
    degradedResponseTime: TimeLimit(5_000, {
      maximum: longestLimitMs,
      description: 'Response time (ms) from which the check is degraded.',
    }),
    maxResponseTime: TimeLimit(20_000, {
      maximum: longestLimitMs,
      description: 'Response time (ms) from which the check fails.',
    }),
    ...scriptFields,
    ...setUpFiles,
  },
  keptFields: keptFiles,
  shownFields: { environmentVariables: Type.Optional(Nullable(Type.Array(ShownVariable))) },
  rules: [
    scriptFilesRule('setupScriptPath', 'setupScriptDependencies'),
    scriptFilesRule('tearDownScriptPath', 'tearDownScriptDependencies'),
  ],
  subMinuteSeconds: apiSubMinuteSeconds,
})
