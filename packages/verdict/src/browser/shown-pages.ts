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
import {
  scoreOf,
  type SuiteVitalName,
  type VitalScore,
} from '@sonde/schema/check-types/browser/web-vitals.ts'
import { showUrl } from '@sonde/schema/check-types/url/result.ts'
import type { PageEvidence, RecordedPage } from './page-evidence.ts'

/** What happened in the pages of a run, as far as a result has room for it. */
export function shownPages<Page>(
  observed: PageEvidence,
  shownPage: (page: RecordedPage) => Page,
): Pick<BrowserRunDetail, 'consoleMessages' | 'networkRequests' | 'pageErrors'> & { pages: Page[] } {
  const pageCount = Math.min(observed.pages.length, mostPages)
  const page = (index: number | null) => (index === null || index >= pageCount ? null : index)
  return {
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
  }
}

export function placeOf({
  url,
  title,
  startMs,
}: RecordedPage): Pick<BrowserPage, 'url' | 'title' | 'startMs'> {
  return { url: shownUrl(url), title: beginningOf(title, 500), startMs }
}

/** What was measured of these, and how good it is. */
export function shownVitals<Name extends SuiteVitalName>(
  { vitals }: RecordedPage,
  names: readonly Name[],
): Partial<Record<Name, { score: VitalScore; value: number }>> {
  const shown: Partial<Record<Name, { score: VitalScore; value: number }>> = {}
  for (const name of names) {
    const value = vitals[name]
    if (value !== undefined) shown[name] = { score: scoreOf(name, value), value: rounded(value) }
  }
  return shown
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
