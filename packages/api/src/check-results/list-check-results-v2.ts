import {
  CheckResultListV2,
  CheckResultsParams,
  CheckResultsV2Query,
  isDetailField,
  readFields,
  type CheckResult,
  type ResultField,
} from '@sonde/schema/check-types/check-result.ts'
import { resultsBefore, type ResultPosition } from '@sonde/store/results/result-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { decodeCursor, encodeCursor } from '../http/cursor.ts'
import { readWindow } from '../http/date-filter.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'
import { knownCheck } from './known-check.ts'
import { readerOfResults } from './old-results.ts'
import { resultAnswers } from './result-answer.ts'
import { resultSerializer } from './result-serializer.ts'

export function listCheckResultsV2(app: App, deps: ApiDeps): void {
  app.get(
    '/v2/check-results/:checkId',
    {
      serializerCompiler: resultSerializer(app),
      schema: {
        summary: 'List the results of a check',
        description: 'Newest first. Results that arrive in the meantime do not shift the pages.',
        tags: ['Check results'],
        params: CheckResultsParams,
        querystring: CheckResultsV2Query,
        response: answers({ 200: CheckResultListV2 }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: { max: 60, windowSeconds: 60 } },
    },
    async (request) => {
      const { limit, nextId, fields: fieldList, ...filters } = request.query
      const window = readWindow(filters)
      const key = { accountId: accountOf(request).id, checkId: request.params.checkId }
      const bound = { ...key, ...filters }
      const before = nextId === undefined ? null : positionOf(nextId, bound)
      const { check, checkNo } = await knownCheck(deps.store.read, key)
      const read = readerOfResults(deps, before?.startedAt ?? window.to)
      const { location, hasFailures, resultType } = filters
      const isOtherType = filters.checkType !== undefined && filters.checkType !== check.checkType
      // One more than asked for tells whether a page follows.
      const rows = isOtherType
        ? []
        : await resultsBefore(
            read,
            { checkNo, checkType: check.checkType, ...window, location, hasFailures, resultType },
            { before, limit: limit + 1 },
          )
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      const fields = readFields(fieldList)
      const withDetails = fields === null || fields.some(isReadFromDetails)
      const results = await resultAnswers(read, check, page, {
        withDetails,
        role: accountOf(request).role,
        isList: true,
      })
      return {
        length: page.length,
        entries: results.map((result) => projected(result, fields)),
        nextId:
          last && rows.length > page.length ? encodeCursor([last.startedAt, last.checkRunId], bound) : null,
      }
    },
  )
}

/** What was sent says which trace it belongs to. */
function isReadFromDetails(field: ResultField): boolean {
  return isDetailField(field) || field === 'traceId' || field === 'hasUnreadableDetails'
}

type Entry = CheckResult & { createdAt: string }

function projected(result: CheckResult, fields: readonly ResultField[] | null): Partial<Entry> {
  const entry: Entry = { ...result, createdAt: result.created_at }
  if (fields === null) return entry
  const fieldNames = new Set<string>(fields)
  return Object.fromEntries(Object.entries(entry).filter(([name]) => fieldNames.has(name)))
}

function positionOf(cursor: string, filters: object): ResultPosition {
  const [startedAt, checkRunId] = decodeCursor(cursor, filters)
  // The checksum keeps mistakes out, not people: what they make up must at least be a position.
  if (Number.isSafeInteger(startedAt) && Number.isSafeInteger(checkRunId)) {
    return { startedAt: Number(startedAt), checkRunId: Number(checkRunId) }
  }
  throw invalid('query', [
    { path: 'nextId', message: 'is not valid: use the value that the previous page returned' },
  ])
}
