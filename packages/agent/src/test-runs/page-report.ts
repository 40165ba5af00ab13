import type { PageEvidence, RecordedComparison } from '@sonde/verdict/browser/page-evidence.ts'
import type { PageReportLine } from './page-messages.ts'

type Mutable = {
  [Field in keyof PageEvidence]: PageEvidence[Field] extends readonly (infer Entry)[]
    ? Entry[]
    : PageEvidence[Field]
}

/** What a result holds of each kind, and no more. */
const mostEntries = 1_000
const mostGolden = 100

/** Puts together what a reporter says of pages, line by line. */
export function createPageReport(since: (at: number) => number) {
  const observed: Mutable = {
    pages: [],
    messages: [],
    requests: [],
    errors: [],
    counts: null,
    lostBrowsers: [],
  }
  /** By the paths of their golden files. */
  const comparisons = new Map<string, RecordedComparison>()
  const golden = new Set<string>()

  function add<Entry>(list: Entry[], entry: Entry): true {
    if (list.length < mostEntries) list.push(entry)
    return true
  }

  return {
    observed: observed satisfies PageEvidence,
    comparisons,
    /** Golden files that the run has made, by their paths. */
    golden,
    take(line: PageReportLine): boolean {
      switch (line.type) {
        case 'page': {
          const { url, title, at, vitals, isSoft } = line
          return add(observed.pages, { url, title, startMs: since(at), vitals, isSoft })
        }
        case 'console': {
          const { level, text, location, at, page } = line
          return add(observed.messages, { type: level, text, location, startMs: since(at), page })
        }
        case 'network': {
          const { type: _type, at, ...request } = line
          return add(observed.requests, { ...request, startMs: since(at) })
        }
        case 'page-error': {
          const { message, at, page } = line
          return add(observed.errors, { message, startMs: since(at), page })
        }
        case 'page-counts': {
          const { type: _type, ...counts } = line
          observed.counts = counts
          return true
        }
        case 'comparison':
          if (comparisons.size < mostGolden) comparisons.set(line.comparison.path, line.comparison)
          return true
        case 'golden':
          if (golden.size < mostGolden) golden.add(line.path)
          return true
        case 'no-browser':
          return add(observed.lostBrowsers, { why: line.why, isKilled: line.isKilled, test: line.test })
        default:
          return line satisfies never
      }
    },
  }
}
