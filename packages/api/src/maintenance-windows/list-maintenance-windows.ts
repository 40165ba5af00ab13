import {
  MaintenanceWindowList,
  MaintenanceWindowQuery,
  type MaintenanceWindowQuery as Query,
} from '@sonde/schema/alerts/maintenance-window.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import {
  listMaintenanceWindows as findWindows,
  type MomentFilter,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { readMoment } from '@sonde/schema/validation/read-moment.ts'
import { invalid } from '../http/refusal.ts'
import { windowAnswers } from '@sonde/actions/maintenance-windows/window-answer.ts'

export function listMaintenanceWindows(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/maintenance-windows',
    {
      schema: {
        summary: 'List maintenance windows',
        description: 'Newest first. The header `Content-Range` contains the total.',
        tags: ['Maintenance windows'],
        querystring: MaintenanceWindowQuery,
        response: answers({ 200: MaintenanceWindowList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const { query } = request
      const offset = offsetOf(query)
      const { rows, total } = await findWindows(deps.store.read, {
        accountId: accountOf(request).id,
        limit: query.limit,
        offset,
        ...readFilters(query),
      })
      setContentRange(reply, { offset, length: rows.length, total })
      return await windowAnswers(deps.store.read, rows)
    },
  )
}

function readFilters(query: Query): { startsAt: MomentFilter; endsAt: MomentFilter } {
  const filters: { startsAt: MomentFilter; endsAt: MomentFilter } = { startsAt: {}, endsAt: {} }
  const violations: Violation[] = []
  for (const field of ['startsAt', 'endsAt'] as const) {
    for (const comparison of ['gt', 'gte', 'lt', 'lte'] as const) {
      const path = `${field}[${comparison}]` as const
      const text = query[path]
      if (text === undefined) continue
      const at = readMoment(text)
      if (at === null) violations.push({ path, message: 'must be ISO 8601, Unix seconds or milliseconds' })
      else filters[field][comparison] = at
    }
  }
  if (violations.length > 0) throw invalid('query', violations)
  return filters
}
