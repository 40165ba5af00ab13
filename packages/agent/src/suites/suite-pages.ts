import { isRecord } from '@sonde/ground/is-record.ts'
import { mostPageEntries, mostPages } from '@sonde/schema/check-types/browser/result.ts'
import { mostCounted } from '@sonde/schema/runs/outcome.ts'
import type { PageEvidence } from '@sonde/verdict/browser/page-evidence.ts'
import { countIn, type Fields, listIn, NoMessage, own, recordIn } from '../test-runs/message-fields.ts'
import { pageReportIn } from '../test-runs/page-messages.ts'
import { createPageReport } from '../test-runs/page-report.ts'
import { toldLines } from './told-lines.ts'

const lists = [
  ['pages', 'page'],
  ['messages', 'console'],
  ['requests', 'network'],
  ['errors', 'page-error'],
] as const

/**
 * What the processes of a suite have noted of pages, a line for each context of a browser, read as far as we know it: the suite
 * may have written the file itself. A line that is none is left out.
 */
export async function readSuitePages(bytes: Buffer, since: (at: number) => number): Promise<PageEvidence> {
  const report = createPageReport(since)
  const counts = { consoleErrors: 0, networkErrors: 0, documentErrors: 0 }
  let firstPage = 0
  for await (const notes of toldLines(bytes)) {
    try {
      if (!isRecord(notes)) continue
      const entries = lists.flatMap(([list, type]) => entriesIn(notes, list, type, firstPage))
      const told = recordIn(notes, 'counts')
      for (const name of ['consoleErrors', 'networkErrors', 'documentErrors'] as const)
        counts[name] = Math.min(counts[name] + countIn(told, name), mostCounted)
      for (const entry of entries) report.take(entry)
      firstPage += listIn(notes, 'pages').length
    } catch (error) {
      if (!(error instanceof NoMessage)) throw error
    }
  }
  if (bytes.length > 0) report.take({ type: 'page-counts', ...counts })
  return report.observed
}

/** Entries name their page by its place among those of their context. */
function entriesIn(notes: Fields, list: string, type: string, firstPage: number) {
  return listIn(notes, list)
    .slice(0, mostPageEntries)
    .flatMap((entry) => {
      if (!isRecord(entry)) throw new NoMessage()
      const page = own(entry, 'page')
      const place = typeof page === 'number' && page + firstPage < mostPages ? page + firstPage : null
      const line = pageReportIn(type, { entry: type === 'page' ? entry : { ...entry, page: place } })
      return line === null ? [] : [line]
    })
}
