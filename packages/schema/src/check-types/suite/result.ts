import { Type, type Static } from 'typebox'
import { longestMeasuredMs } from '../../runs/outcome.ts'
import { component, Nullable, OneOf } from '../../validation/building-blocks.ts'
import { JobAsset, LogEntry } from '../api-check-result.ts'
import { suitePagesMeasured } from '../browser/result.ts'
import {
  deepestNode,
  longestTestError,
  longestTitle,
  masked,
  mostTestErrors,
  onlyAlone,
  TestError,
} from '../playwright/test-run-result.ts'

/** Tests of a run that are kept, and attempts of each. */
export const mostSuiteTests = 1_000
export const mostTestAttempts = 20
/** Of one attempt; of more steps the last ones, since that is where it failed. */
export const mostAttemptSteps = 100
export const mostAttemptErrors = 5
export const mostAttachments = 20
/** All texts of `tests` together, in characters, and half as many for titles: a result has to fit into one message. */
export const keptTestTexts = 800_000

export const testOutcomes = ['expected', 'unexpected', 'flaky', 'skipped'] as const
export const suiteStepKinds = ['hook', 'step', 'expect', 'action'] as const
export const attemptStatuses = ['passed', 'failed', 'timedOut', 'skipped', 'interrupted'] as const

const title = Type.String({ maxLength: masked(longestTitle) })
const count = Type.Integer({ minimum: 0, maximum: 1_000_000 })
const epochMs = Type.Integer({ minimum: 0, description: 'Milliseconds since 1970.' })

const startMs = Type.Number({
  minimum: 0,
  maximum: longestMeasuredMs,
  description: 'Since the start of the run.',
})
const durationMs = Type.Number({ minimum: 0, maximum: longestMeasuredMs })
const errorText = Type.String({ maxLength: masked(longestTestError) })

const SuiteStep = component(
  'SuiteStep',
  Type.Object({
    kind: OneOf(suiteStepKinds),
    title,
    depth: Type.Integer({
      minimum: 0,
      maximum: deepestNode,
      description: 'How deep it lies in the entries before it.',
    }),
    startMs,
    durationMs: Nullable(durationMs, { description: 'Null for what had not ended when the attempt ended.' }),
    error: Nullable(errorText),
  }),
)

const SuiteAttachment = component(
  'SuiteAttachment',
  Type.Object({
    name: title,
    contentType: Type.String({ maxLength: masked(200) }),
    file: Nullable(Type.String({ maxLength: masked(255) }), {
      description: 'Name of the file among those of the run; null when it is not kept as one.',
    }),
  }),
)

const SuiteAttemptError = component(
  'SuiteAttemptError',
  Type.Object({
    message: errorText,
    location: Nullable(title, { description: 'Where it happened: file, line and column.' }),
    snippet: Nullable(errorText, { description: 'The code around that place.' }),
  }),
)

const SuiteTest = component(
  'SuiteTest',
  Type.Object({
    project: title,
    file: title,
    title,
    outcome: OneOf(testOutcomes, {
      description: '`flaky`: failed first and passed when it was tried again.',
    }),
    attempts: Type.Array(
      Type.Object({
        status: OneOf(attemptStatuses),
        startMs,
        durationMs,
        error: Nullable(errorText, { description: 'The first one.' }),
        // Results of agents that did not tell these are kept as they are.
        errors: Type.Optional(
          Type.Array(SuiteAttemptError, {
            maxItems: mostAttemptErrors,
            description: 'All of them, with their places.',
          }),
        ),
        steps: Type.Optional(
          Type.Array(SuiteStep, {
            maxItems: mostAttemptSteps,
            description: `In the order of their start; of more than ${mostAttemptSteps} the last ones.`,
          }),
        ),
        attachments: Type.Optional(Type.Array(SuiteAttachment, { maxItems: mostAttachments })),
      }),
      { maxItems: mostTestAttempts },
    ),
  }),
)
export type SuiteTest = Static<typeof SuiteTest>

/** What every run of a suite has measured. */
const suiteRunMeasured = {
  errors: Type.Array(TestError, {
    maxItems: mostTestErrors,
    description: 'Why the run failed, or why it counts as degraded: one for each failed test.',
  }),
  startTime: epochMs,
  endTime: epochMs,
  engine: Nullable(
    Type.Object({ name: OneOf(['node', 'bun'] as const), version: Type.String({ maxLength: 50 }) }),
  ),
  playwrightVersion: Nullable(Type.String({ maxLength: 50 })),
  // Results of agents that did not tell it are kept as they are.
  browser: Type.Optional(
    Nullable(Type.Object({ name: Type.String({ maxLength: 50 }), version: Type.String({ maxLength: 50 }) }), {
      description:
        'The browser of the location, which the tests start in place of their own; null if there is none.',
    }),
  ),
  testCounts: Type.Object({ passed: count, failed: count, flaky: count, skipped: count }),
  tests: Nullable(Type.Array(SuiteTest, { maxItems: mostSuiteTests }), {
    description: `The tests by file and project, with their attempts. ${onlyAlone}`,
  }),
  ...suitePagesMeasured,
  jobLog: Nullable(Type.Array(LogEntry, { maxItems: 1_000 }), { description: onlyAlone }),
}

/** What agents send: addresses of files are the service's to give. */
export const SuiteRunDetail = Type.Object({
  ...suiteRunMeasured,
  jobAssets: Type.Null(),
  playwrightTestTraces: Type.Array(Type.String(), { maxItems: 0 }),
  playwrightTestVideos: Type.Array(Type.String(), { maxItems: 0 }),
})
export type SuiteRunDetail = Static<typeof SuiteRunDetail>

const address = Type.String({ description: 'Where it can be fetched.' })

/** The fields of an answer. */
export const suiteRunAnswer = {
  ...suiteRunMeasured,
  jobAssets: Nullable(Type.Array(JobAsset), { description: 'The files of the run; null if there are none.' }),
  playwrightTestTraces: Type.Array(address),
  playwrightTestVideos: Type.Array(address),
  playwrightTraceFiles: Type.Optional(
    Type.Array(Type.Object({ url: address, name: Type.String(), filename: Type.String() })),
  ),
  playwrightTestJsonReportFile: Type.Optional(address),
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function suiteRunOfError(message: string): SuiteRunDetail {
  return {
    errors: [{ test: null, message, location: null, snippet: null }],
    startTime: 0,
    endTime: 0,
    engine: null,
    playwrightVersion: null,
    testCounts: { passed: 0, failed: 0, flaky: 0, skipped: 0 },
    tests: [],
    jobLog: null,
    jobAssets: null,
    playwrightTestTraces: [],
    playwrightTestVideos: [],
  }
}
