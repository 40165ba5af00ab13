import { beginningOf } from '@sonde/ground/beginning-of.ts'
import type { TestError } from './test-run-result.ts'

/**
 * Of a result whose logs, steps and tests lie beside it, in characters of JSON: errors, pages and comparisons together. A detail that
 * is longer than the service takes would cost the result.
 */
const room = { all: 40_000, errors: 24_000, snapshots: 6_000 }

type Fields = {
  errors: readonly TestError[]
  pages?: readonly Page[]
  snapshots?: readonly object[]
  consoleMessages?: readonly Entry[] | null
  networkRequests?: readonly Entry[] | null
  pageErrors?: readonly Entry[] | null
}
type Page = { url: string; title: string }
type Entry = { page: number | null }

/** The detail with as much of its errors, pages and comparisons as a result has room for. */
export function boundTestDetail<Detail extends Fields>(detail: Detail): Detail {
  const errors = boundErrors(detail.errors)
  const { pages, snapshots } = detail
  const kept = snapshots === undefined ? undefined : firstWithin(snapshots, room.snapshots)
  const left = room.all - lengthOf(errors) - (kept === undefined ? 0 : lengthOf(kept))
  const shown = pages === undefined ? undefined : boundPages(pages, left)
  return {
    ...detail,
    errors,
    ...(kept === undefined ? {} : { snapshots: kept }),
    ...(shown === undefined ? {} : { pages: shown, ...withoutLost(detail, shown.length) }),
  }
}

/** Of those for which there is no room left, the beginning. */
function boundErrors(errors: readonly TestError[]): TestError[] {
  const kept: TestError[] = []
  let left = room.errors
  for (const error of errors) {
    const shown = [error, briefly(error, 5_000), briefly(error, 200)].find((each) => lengthOf(each) <= left)
    if (shown === undefined) break
    left -= lengthOf(shown)
    kept.push(shown)
  }
  return kept
}

function briefly({ test, message, location }: TestError, most: number): TestError {
  const short = (text: string | null) => (text === null ? null : beginningOf(text, 200))
  return { test: short(test), message: beginningOf(message, most), location: short(location), snippet: null }
}

function boundPages<Shown extends Page>(pages: readonly Shown[], most: number): readonly Shown[] {
  if (lengthOf(pages) <= most) return pages
  const short = pages.map((page) => ({
    ...page,
    url: beginningOf(page.url, 200),
    title: beginningOf(page.title, 100),
  }))
  return firstWithin(short, most)
}

function firstWithin<Item>(items: readonly Item[], most: number): Item[] {
  let length = 0
  const end = items.findIndex((item) => {
    length += lengthOf(item) + 1
    return length > most
  })
  return end === -1 ? [...items] : items.slice(0, end)
}

/** What happened in pages that are not there any more happened in none. */
function withoutLost(
  { consoleMessages, networkRequests, pageErrors }: Fields,
  pages: number,
): Pick<Fields, 'consoleMessages' | 'networkRequests' | 'pageErrors'> {
  const placed = (entries: readonly Entry[] | null) =>
    entries === null
      ? null
      : entries.map((entry) =>
          entry.page !== null && entry.page >= pages ? { ...entry, page: null } : entry,
        )
  return {
    ...(consoleMessages === undefined ? {} : { consoleMessages: placed(consoleMessages) }),
    ...(networkRequests === undefined ? {} : { networkRequests: placed(networkRequests) }),
    ...(pageErrors === undefined ? {} : { pageErrors: placed(pageErrors) }),
  }
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length
}
