import { Type, type Static } from 'typebox'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { longestMeasuredMs } from '../../runs/outcome.ts'
import {
  JobAsset,
  LogEntry,
  longestHeader,
  longestWholeBody,
  mostHeaders,
  TextMap,
} from '../api-check-result.ts'

/** Steps, assertions and requests of a run that are kept. */
export const mostTestNodes = 500
export const deepestNode = 20
export const mostTestErrors = 50
export const longestTestError = 10_000
export const longestTitle = 500
/** All bodies of the requests of a run together, in characters: of one that is looked at, and of one that just passed. */
export const keptBodies = { whole: 1_000_000, brief: 50_000 } as const

/** Secrets are masked after that: of three characters become nine. */
export const masked = (longest: number): number => 3 * longest
const milliseconds = Type.Number({ minimum: 0, maximum: longestMeasuredMs })
const errorText = Type.String({ maxLength: masked(longestTestError) })
const url = Type.String({ maxLength: masked(8_192) })
const headers = TextMap(mostHeaders, longestHeader)
const body = Type.String({ maxLength: masked(longestWholeBody) })

export const nodeKinds = ['test', 'hook', 'step', 'request', 'expect', 'action'] as const

const TestRequest = component(
  'TestRequest',
  Type.Object({ method: Type.String({ maxLength: 50 }), url, headers, body }),
)

const TestResponse = component(
  'TestResponse',
  Type.Object({
    status: Type.Integer({ minimum: 0, maximum: 999 }),
    statusText: Type.String({ maxLength: masked(500) }),
    url: Type.String({
      maxLength: masked(8_192),
      description: 'The address that answered, after redirects.',
    }),
    headers,
    body,
    bodySize: Type.Integer({ minimum: 0, description: 'Bytes of the body, decoded.' }),
    bodyTruncated: Type.Optional(Type.Boolean({ description: 'True when `body` is only its beginning.' })),
  }),
)

const TestNode = component(
  'TestNode',
  Type.Object({
    kind: OneOf(nodeKinds),
    title: Type.String({ maxLength: masked(longestTitle) }),
    depth: Type.Integer({
      minimum: 0,
      maximum: deepestNode,
      description: 'How deep it lies in the entries before it: 0 for a test.',
    }),
    startMs: Type.Number({
      minimum: 0,
      maximum: longestMeasuredMs,
      description: 'Since the start of the run.',
    }),
    durationMs: Nullable(milliseconds, { description: 'Null for what had not ended when the run ended.' }),
    error: Nullable(errorText),
    request: Type.Optional(TestRequest),
    response: Type.Optional(Nullable(TestResponse, { description: 'Null when none was received.' })),
  }),
)
export type TestNode = Static<typeof TestNode>

export const TestError = component(
  'TestError',
  Type.Object({
    test: Nullable(Type.String({ maxLength: masked(longestTitle) }), {
      description: 'Title of the test; null for what belongs to none.',
    }),
    message: errorText,
    location: Nullable(Type.String({ maxLength: masked(longestTitle) }), {
      description: 'Where it happened: file, line and column.',
    }),
    snippet: Nullable(errorText, { description: 'The code around that place.' }),
  }),
)
export type TestError = Static<typeof TestError>

export const onlyAlone = 'Null in lists of results when it is long.'
const epochMs = Type.Integer({ minimum: 0, description: 'Milliseconds since 1970.' })

/** What every run of tests has measured. */
export const testRunMeasured = {
  errors: Type.Array(TestError, {
    maxItems: mostTestErrors,
    description: 'Why the run failed, or why it counts as degraded.',
  }),
  startTime: epochMs,
  endTime: epochMs,
  runtimeVersion: Type.String({ maxLength: 50, description: 'Id of the runtime.' }),
  steps: Nullable(Type.Array(TestNode, { maxItems: mostTestNodes + 100 }), {
    description: `Tests with their steps, requests and assertions, in the order of their start. ${onlyAlone}`,
  }),
  jobLog: Nullable(Type.Array(LogEntry, { maxItems: 1_000 }), { description: onlyAlone }),
}

/** What agents send: addresses of files are the service's to give. */
export const TestRunDetail = Type.Object({
  ...testRunMeasured,
  jobAssets: Type.Null(),
  playwrightTestTraces: Type.Array(Type.String(), { maxItems: 0 }),
})
export type TestRunDetail = Static<typeof TestRunDetail>

/** The fields of an answer. */
export const testRunAnswer = {
  ...testRunMeasured,
  jobAssets: Nullable(Type.Array(JobAsset), { description: 'The files of the run; null if there are none.' }),
  playwrightTestTraces: Type.Array(Type.String()),
  playwrightTestJsonReportFile: Type.Optional(Type.String()),
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function testRunOfError(message: string): TestRunDetail {
  return {
    errors: [{ test: null, message, location: null, snippet: null }],
    startTime: 0,
    endTime: 0,
    runtimeVersion: '',
    steps: [],
    jobLog: null,
    jobAssets: null,
    playwrightTestTraces: [],
  }
}

/** One text for each error: they join the error groups of the check. */
export function testErrorsIn({ errors }: Pick<TestRunDetail, 'errors'>): string[] {
  return errors.map(({ test, message, location }) => {
    const file = location?.replace(/:\d+:\d+$/, '') ?? null
    return [file, test, message].filter((part) => part !== null).join(': ')
  })
}
