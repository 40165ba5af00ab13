import type { comparisonStates, consoleTypes } from '@sonde/schema/check-types/browser/result.ts'
import type { SuiteVitalName } from '@sonde/schema/check-types/browser/web-vitals.ts'

/** One document that a page has shown. Times are milliseconds since the start of the run. */
export type RecordedPage = {
  url: string
  title: string
  startMs: number
  /** What could not be measured is missing. */
  vitals: Readonly<Partial<Record<SuiteVitalName, number>>>
  /** Another address of the document before it, which its scripts went to. */
  isSoft?: boolean
}

export type RecordedMessage = {
  type: (typeof consoleTypes)[number]
  text: string
  location: string | null
  startMs: number
  page: number | null
}

export type RecordedRequest = {
  method: string
  url: string
  resourceType: string
  status: number | null
  failure: string | null
  startMs: number
  durationMs: number | null
  bytes: number | null
  page: number | null
}

export type RecordedPageError = { message: string; startMs: number; page: number | null }

/** A comparison with a golden file that did not simply match. */
export type RecordedComparison = {
  /** Of the golden file, in the folder of the run. */
  path: string
  state: (typeof comparisonStates)[number]
  expected: string | null
  actual: string | null
  diff: string | null
  /** Of a golden file that this run has stored. */
  key?: string
}

/** What happened in the pages of a run. */
export type PageEvidence = {
  pages: readonly RecordedPage[]
  messages: readonly RecordedMessage[]
  requests: readonly RecordedRequest[]
  errors: readonly RecordedPageError[]
  /** Of all of them, also of those that were not kept; null when the run did not get so far. */
  counts: { consoleErrors: number; networkErrors: number; documentErrors: number } | null
  /** Browsers of the location that did not start, or that something outside of the run has killed. */
  lostBrowsers: readonly LostBrowser[]
}

/** `why`: of one that did not start. `test`: the title of the one that was to have it; null: there is only one. */
export type LostBrowser = { why: string; isKilled: boolean; test: string | null }
