import { Readable } from 'node:stream'
import { calendarBuckets } from '@sonde/analytics/calendar-buckets.ts'
import { type ReportLine, readReport } from '@sonde/analytics/read-report.ts'
import type { TimeWindow } from '@sonde/analytics/time-window.ts'
import { dayMs } from '@sonde/ground/durations.ts'
import {
  type Reporting,
  ReportingList,
  ReportingQuery,
  reportLimits,
} from '@sonde/schema/analytics/reporting.ts'
import type { AccountCheck } from '@sonde/store/checks/account-checks.ts'
import { tagsOf } from '@sonde/store/checks/check-tags.ts'
import { Type } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { figuresDeps } from '../analytics/figures-deps.ts'
import { windowAsked } from '../analytics/analytics-request.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'
import { csvHeader, csvLines } from './report-csv.ts'

/** The same report in either of its forms. */
const reportAnswer = Type.Unsafe<unknown>({
  description: 'Default Response',
  content: {
    'application/json': { schema: ReportingList },
    'text/csv': { schema: Type.String() },
  },
})

export function getReporting(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/reporting',
    {
      schema: {
        summary: 'Report availability and response times of all checks',
        description:
          'Every check of the account, newest first, for a whole period or split into days, weeks or months. Returns CSV with `Accept: text/csv` or `format=csv`.',
        tags: ['Reporting'],
        querystring: ReportingQuery,
        response: answers({ 200: reportAnswer }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { query } = request
      const window = windowAsked(query, deps.clock.now(), query.timezone)
      const isInBuckets = query.granularity !== undefined
      const pages = readReport(figuresDeps(deps), {
        accountId: accountOf(request).id,
        parts: partsOf(window, query),
        isWanted: createFilter(query),
      })
      // Whatever is wrong with the database shows here, while an error can still be answered.
      const first = await pages.next()
      const isCsv = query.format === undefined ? acceptsCsv(request.headers.accept) : query.format === 'csv'
      const items = itemsOf(first, pages, { isInBuckets })
      const text = isCsv ? writeCsv(items, { isInBuckets }) : writeJson(items)
      reply.header('vary', 'accept')
      if (isCsv) reply.header('content-disposition', 'attachment; filename="report.csv"')
      reply.header('content-type', isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      await reply.send(Readable.from(text))
      return reply
    },
  )
}

function partsOf(window: TimeWindow, { granularity, timezone }: ReportingQuery): TimeWindow[] {
  if (granularity === undefined) return [window]
  const { days, buckets: most } = reportLimits
  if (window.to - window.from > days * dayMs) {
    const message = `must be at most ${days} days before to when there is a granularity`
    throw invalid('query', [{ path: 'from', message }])
  }
  const parts = calendarBuckets(window, { granularity, timezone, most })
  if (parts === null) {
    const message = `must be coarser: the period has more than ${most} units of one ${granularity}`
    throw invalid('query', [{ path: 'granularity', message }])
  }
  return parts
}

function createFilter({ deactivated, filterByTags }: ReportingQuery): (account: AccountCheck) => boolean {
  const tags = new Set(filterByTags)
  return ({ check }) => {
    if (typeof deactivated === 'boolean' && check.activated === deactivated) return false
    return filterByTags === undefined || tagsOf(check.config).some((tag) => tags.has(tag))
  }
}

/** The first of them that both sides know, as the sender orders them; weights are for browsers. */
function acceptsCsv(accept: string | undefined): boolean {
  const mediaType = (accept ?? '')
    .split(',')
    .map((range) => range.split(';')[0]?.trim().toLowerCase())
    .find((range) => range === 'text/csv' || range === 'application/json' || range === '*/*')
  return mediaType === 'text/csv'
}

async function* itemsOf(
  first: IteratorResult<ReportLine[]>,
  rest: AsyncGenerator<ReportLine[]>,
  { isInBuckets }: { isInBuckets: boolean },
): AsyncGenerator<Reporting[]> {
  for (let page = first; page.done !== true; page = await rest.next()) {
    yield page.value.map((line) => toItem(line, isInBuckets))
  }
}

function toItem({ account, stats }: ReportLine, isInBuckets: boolean): Reporting {
  const { check } = account
  const [only] = stats
  return {
    name: check.name,
    checkId: check.id,
    checkType: check.checkType,
    deactivated: !check.activated,
    tags: tagsOf(check.config),
    ...(isInBuckets
      ? {
          aggregates: stats.map(({ from, to, aggregate }) => ({
            from: new Date(from).toISOString(),
            to: new Date(to).toISOString(),
            ...aggregate,
          })),
        }
      : only === undefined
        ? {}
        : { aggregate: only.aggregate }),
  }
}

/** Piece by piece: a report of thousands of checks in days is too large to be held at once. */
async function* writeJson(pages: AsyncGenerator<Reporting[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const items of pages) {
    if (items.length === 0) continue
    yield separator + items.map((item) => JSON.stringify(item)).join(',')
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}

async function* writeCsv(
  pages: AsyncGenerator<Reporting[]>,
  options: { isInBuckets: boolean },
): AsyncGenerator<string> {
  yield csvHeader(options)
  for await (const items of pages) {
    yield items.map((item) => csvLines(item, options)).join('')
  }
}
