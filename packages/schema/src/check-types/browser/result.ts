import { Type, type Static } from 'typebox'
import { Nullable, OneOf, component } from '../../validation/building-blocks.ts'
import { longestMeasuredMs } from '../../runs/outcome.ts'
import {
  masked,
  onlyAlone,
  testRunAnswer,
  testRunMeasured,
  testRunOfError,
} from '../playwright/test-run-result.ts'
import { suiteVitalNames, type SuiteVitalName, vitalNames, vitalScores } from './web-vitals.ts'

/** Console messages, requests, errors of pages, and pages that are kept of a run; of each kind this many. */
export const mostPageEntries = 1_000
export const mostPages = 100
export const longestConsoleText = 2_000
export const longestPageUrl = 2_000
/** All texts of the console together, and all addresses of requests, in characters. */
export const keptPageTexts = 200_000
export const mostComparisons = 100

const milliseconds = Type.Number({ minimum: 0, maximum: longestMeasuredMs })
const url = Type.String({ maxLength: masked(longestPageUrl) })
const startMs = Type.Number({
  minimum: 0,
  maximum: longestMeasuredMs,
  description: 'Since the start of the run.',
})
const page = Nullable(Type.Integer({ minimum: 0 }), {
  description: 'Index of the page in `pages` that it belongs to; null for none.',
})
const count = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }))
const fileName = Nullable(Type.String({ maxLength: 255 }), {
  description: 'Name of the file among those of the run; null when there is none.',
})

const WebVital = component(
  'WebVital',
  Type.Object({
    score: OneOf(vitalScores),
    value: Type.Number({ minimum: 0, description: 'Milliseconds; CLS has no unit.' }),
  }),
)

/** The guarantee behind the cast: the names are those of the type. */
const webVitals = <Name extends SuiteVitalName>(names: readonly Name[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.Optional(WebVital)])) as Record<
      Name,
      ReturnType<typeof Type.Optional<typeof WebVital>>
    >,
    { description: 'What could not be measured is absent.' },
  )

const pageFields = { url, title: Type.String({ maxLength: masked(500) }), startMs }

const BrowserPage = component('BrowserPage', Type.Object({ ...pageFields, webVitals: webVitals(vitalNames) }))
export type BrowserPage = Static<typeof BrowserPage>

const SuitePage = component(
  'SuitePage',
  Type.Object({
    ...pageFields,
    softNavigation: Type.Optional(
      Type.Literal(true, {
        description: 'Another address of the same document: of that only INP is measured.',
      }),
    ),
    webVitals: webVitals(suiteVitalNames),
  }),
)
export type SuitePage = Static<typeof SuitePage>

export const consoleTypes = ['error', 'warning', 'info'] as const

const ConsoleMessage = component(
  'ConsoleMessage',
  Type.Object({
    type: OneOf(consoleTypes),
    text: Type.String({ maxLength: masked(longestConsoleText) }),
    location: Nullable(Type.String({ maxLength: masked(longestPageUrl) }), {
      description: 'Address, line and column of the code that wrote it.',
    }),
    startMs,
    page,
  }),
)
export type ConsoleMessage = Static<typeof ConsoleMessage>

const NetworkRequest = component(
  'NetworkRequest',
  Type.Object({
    method: Type.String({ maxLength: 50 }),
    url,
    resourceType: Type.String({
      maxLength: 50,
      description: 'Such as document, script, image, xhr or fetch.',
    }),
    status: Nullable(Type.Integer({ minimum: 0, maximum: 999 }), {
      description: 'Null when no response was received.',
    }),
    failure: Nullable(Type.String({ maxLength: masked(500) }), {
      description: 'Why no response was received; null when there was one.',
    }),
    startMs,
    durationMs: Nullable(milliseconds, { description: 'Null for what had not ended when the run ended.' }),
    bytes: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'Of the body as it was transferred; null when that is not known.',
    }),
    page,
  }),
)
export type NetworkRequest = Static<typeof NetworkRequest>

const PageError = component(
  'PageError',
  Type.Object({ message: Type.String({ maxLength: masked(longestConsoleText) }), startMs, page }),
)
export type PageError = Static<typeof PageError>

export const comparisonStates = ['DIFFERENT', 'MISSING', 'OTHER_BROWSER', 'STORED'] as const

const SnapshotComparison = component(
  'SnapshotComparison',
  Type.Object({
    path: Type.String({
      maxLength: masked(1_000),
      description: 'Of the golden file, as in `snapshots` of the check.',
    }),
    state: OneOf(comparisonStates, {
      description:
        'DIFFERENT from its golden file; MISSING: there is none; OTHER_BROWSER: it was made by another browser; STORED: this run has made it.',
    }),
    expected: fileName,
    actual: fileName,
    diff: fileName,
    key: Type.Optional(
      Nullable(Type.String({ maxLength: 200 }), {
        description: 'If STORED: its key for `snapshots` of a check.',
      }),
    ),
  }),
)
export type SnapshotComparison = Static<typeof SnapshotComparison>

const consoleMessages = Nullable(Type.Array(ConsoleMessage, { maxItems: mostPageEntries }), {
  description: onlyAlone,
})
const networkRequests = Nullable(Type.Array(NetworkRequest, { maxItems: mostPageEntries }), {
  description: onlyAlone,
})
const pageErrors = Nullable(Type.Array(PageError, { maxItems: mostPageEntries }), { description: onlyAlone })
const pageCounts = {
  consoleErrors: count('Messages of the level error in the consoles of all pages.'),
  networkErrors: count('Requests of pages that failed, or whose status was 400 or above.'),
  documentErrors: count('Errors of pages that nothing caught.'),
}
const pagesDescription = 'Pages in the order in which they were opened.'

/** What happened in the pages of a suite. Results of agents that did not tell it are kept as they are. */
export const suitePagesMeasured = {
  traceSummary: Type.Optional(Type.Object(pageCounts, { description: 'Empty when nothing was measured.' })),
  pages: Type.Optional(Type.Array(SuitePage, { maxItems: mostPages, description: pagesDescription })),
  consoleMessages: Type.Optional(consoleMessages),
  networkRequests: Type.Optional(networkRequests),
  pageErrors: Type.Optional(pageErrors),
}

/** `PLAYWRIGHT_TEST`: a file of tests. `PLAYWRIGHT`: a program that drives a browser by itself. */
const scriptTypes = ['PLAYWRIGHT_TEST', 'PLAYWRIGHT'] as const

const measured = {
  type: OneOf(scriptTypes),
  browser: Nullable(
    Type.Object({ name: Type.String({ maxLength: 50 }), version: Type.String({ maxLength: 50 }) }),
    { description: 'The browser that ran it; null when none was started.' },
  ),
  traceSummary: Type.Object(
    {
      ...pageCounts,
      userScriptErrors: count('Errors of the script of the check.'),
    },
    { description: 'Empty when nothing was measured.' },
  ),
  pages: Type.Array(BrowserPage, { maxItems: mostPages, description: pagesDescription }),
  consoleMessages,
  networkRequests,
  pageErrors,
  snapshots: Type.Array(SnapshotComparison, {
    maxItems: mostComparisons,
    description: 'Visual comparisons that did not simply match.',
  }),
  ...testRunMeasured,
}

const noAddresses = Type.Array(Type.String(), { maxItems: 0 })

/** What agents send: addresses of files are the service's to give. */
export const BrowserRunDetail = Type.Object({
  ...measured,
  jobAssets: Type.Null(),
  playwrightTestVideos: noAddresses,
  playwrightTestTraces: noAddresses,
})
export type BrowserRunDetail = Static<typeof BrowserRunDetail>

/** The fields of an answer. */
export const browserRunAnswer = {
  ...testRunAnswer,
  ...measured,
  playwrightTestVideos: Type.Array(Type.String()),
}

/** The detail of a run that measured nothing, because the trouble was ours. */
export function browserRunOfError(message: string): BrowserRunDetail {
  return {
    ...testRunOfError(message),
    type: 'PLAYWRIGHT_TEST',
    browser: null,
    traceSummary: {},
    pages: [],
    consoleMessages: [],
    networkRequests: [],
    pageErrors: [],
    snapshots: [],
    playwrightTestVideos: [],
  }
}
