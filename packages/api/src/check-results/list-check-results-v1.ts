import { hourMs } from '@sonde/ground/durations.ts'
import {
  CheckResultList,
  CheckResultsParams,
  CheckResultsQuery,
} from '@sonde/schema/check-types/check-result.ts'
import { resultsOfWindow } from '@sonde/store/results/result-pages.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { readBoundedWindow } from '../http/date-filter.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { knownCheck } from './known-check.ts'
import { readerOfResults } from './old-results.ts'
import { resultAnswers } from './result-answer.ts'
import { resultSerializer } from './result-serializer.ts'

const widestMs = 6 * hourMs

export function listCheckResultsV1(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-results/:checkId',
    {
      serializerCompiler: resultSerializer(app),
      schema: {
        summary: 'List the results of a check within 6 hours',
        description: 'Newest first. The header `Content-Range` contains the total. Use version 2.',
        tags: ['Check results'],
        deprecated: true,
        params: CheckResultsParams,
        querystring: CheckResultsQuery,
        response: answers({ 200: CheckResultList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: { max: 60, windowSeconds: 60 } },
    },
    async (request, reply) => {
      const { query } = request
      const window = readBoundedWindow(query, { widestMs, now: deps.clock.now() })
      const key = { accountId: accountOf(request).id, checkId: request.params.checkId }
      const { check, checkNo } = await knownCheck(deps.store.read, key)
      const read = readerOfResults(deps, window.to)
      const offset = offsetOf(query)
      const { location, hasFailures, resultType } = query
      const isOtherType = query.checkType !== undefined && query.checkType !== check.checkType
      const { rows, total } = isOtherType
        ? { rows: [], total: 0 }
        : await resultsOfWindow(
            read,
            { checkNo, checkType: check.checkType, ...window, location, hasFailures, resultType },
            { limit: query.limit, offset },
          )
      setContentRange(reply, { offset, length: rows.length, total })
      return await resultAnswers(read, check, rows, {
        withDetails: true,
        role: accountOf(request).role,
        isList: true,
      })
    },
  )
}
