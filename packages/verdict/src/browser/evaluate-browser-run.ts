import { beginningOf } from '@sonde/ground/beginning-of.ts'
import {
  type BrowserPage,
  type BrowserRunDetail,
  keptPageTexts,
  longestConsoleText,
  longestPageUrl,
  mostPageEntries,
  mostPages,
} from '@sonde/schema/check-types/browser/result.ts'
import { scoreOf, vitalNames } from '@sonde/schema/check-types/browser/web-vitals.ts'
import { showUrl } from '@sonde/schema/check-types/url/result.ts'
import type { Evaluation } from '../evaluation.ts'
import { evaluateTestRun } from '../playwright/evaluate-test-run.ts'
import type { TestRunEvidence } from '../playwright/test-run-evidence.ts'
import type { PageEvidence, RecordedPage } from './page-evidence.ts'

/**
 * The verdict on a run of tests in a browser is that on its tests. What happened in its pages is told and counted, and
 * decides nothing.
 */
export function evaluateBrowserRun(
  evidence: TestRunEvidence,
  {
    type,
    browser,
    observed,
  }: {
    type: BrowserRunDetail['type']
    browser: { name: string; version: string }
    observed: PageEvidence
  },
): Evaluation<BrowserRunDetail> {
  const { detail, ...evaluation } = evaluateTestRun(evidence)
  const failures = evaluation.verdict.kind === 'failed' ? detail.errors.length : 0
  const pageCount = Math.min(observed.pages.length, mostPages)
  const page = (index: number | null) => (index === null || index >= pageCount ? null : index)
  return {
    ...evaluation,
    detail: {
      ...detail,
      type,
      browser,
      traceSummary: { ...observed.counts, userScriptErrors: failures },
      pages: observed.pages.slice(0, mostPages).map(shownPage),
      consoleMessages: fit(observed.messages, ({ text }) => text).map((message) => ({
        ...message,
        text: beginningOf(message.text, longestConsoleText),
        location: message.location === null ? null : shownUrl(message.location),
        page: page(message.page),
      })),
      networkRequests: fit(observed.requests, ({ url }) => url).map((request) => ({
        ...request,
        method: beginningOf(request.method, 50),
        url: shownUrl(request.url),
        resourceType: beginningOf(request.resourceType, 50),
        failure: request.failure === null ? null : beginningOf(request.failure, 500),
        page: page(request.page),
      })),
      pageErrors: fit(observed.errors, ({ message }) => message).map((error) => ({
        ...error,
        message: beginningOf(error.message, longestConsoleText),
        page: page(error.page),
      })),
      snapshots: [],
      playwrightTestVideos: [],
    },
  }
}

function shownPage({ url, title, startMs, vitals }: RecordedPage): BrowserPage {
  return {
    url: shownUrl(url),
    title: beginningOf(title, 500),
    startMs,
    webVitals: Object.fromEntries(
      vitalNames.flatMap((name) => {
        const value = vitals[name]
        return value === undefined ? [] : [[name, { score: scoreOf(name, value), value: rounded(value) }]]
      }),
    ),
  }
}

/** Thousandths: of milliseconds nobody can tell more, and of shifts nobody wants to. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000
}

function shownUrl(url: string): string {
  return beginningOf(showUrl(url), longestPageUrl)
}

/** The first of them that a result has room for. */
function fit<Entry>(entries: readonly Entry[], textOf: (entry: Entry) => string): Entry[] {
  const kept: Entry[] = []
  let room = keptPageTexts
  for (const entry of entries) {
    room -= Math.min(textOf(entry).length, longestConsoleText)
    if (room < 0 || kept.length >= mostPageEntries) break
    kept.push(entry)
  }
  return kept
}
