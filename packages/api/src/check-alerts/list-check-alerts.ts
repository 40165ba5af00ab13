import { nobodyNotified } from '@sonde/schema/alerts/nobody-notified.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import {
  CheckAlertList,
  CheckAlertsParams,
  CheckAlertsQuery,
  type CheckAlert,
} from '@sonde/schema/alerts/check-alert.ts'
import { type CheckAlertRow, listCheckAlerts as findAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { findCheck } from '@sonde/store/checks/checks.ts'
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { readBoundedWindow } from '../http/date-filter.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'
import { notFound } from '@sonde/actions/refusal.ts'

const widestMs = 6 * hourMs

const shared = {
  description:
    'Every alert and every reminder, newest first, for a window of at most 6 hours: by default the last 6 hours. ' +
    'The header `Content-Range` contains the total.',
  tags: ['Check alerts'],
  querystring: CheckAlertsQuery,
  response: answers({ 200: CheckAlertList }),
}

export function listCheckAlerts(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/check-alerts',
    {
      schema: { ...shared, summary: 'List the alerts of all checks' },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const window = readBoundedWindow(request.query, { widestMs, now: deps.clock.now() })
      return await page(reply, request.query, { accountId: accountOf(request).id, ...window })
    },
  )

  app.get(
    '/v1/check-alerts/:checkId',
    {
      schema: { ...shared, summary: 'List the alerts of one check', params: CheckAlertsParams },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request, reply) => {
      const window = readBoundedWindow(request.query, { widestMs, now: deps.clock.now() })
      const { checkId } = request.params
      const accountId = accountOf(request).id
      if (!(await findCheck(deps.store.read, { accountId, id: checkId }))) throw notFound('check')
      return await page(reply, request.query, { accountId, checkId, ...window })
    },
  )

  async function page(
    reply: FastifyReply,
    query: Static<typeof CheckAlertsQuery>,
    filter: { accountId: string; checkId?: string; from: number; to: number },
  ): Promise<CheckAlert[]> {
    const offset = offsetOf(query)
    const { rows, total } = await findAlerts(deps.store.read, { ...filter, limit: query.limit, offset })
    setContentRange(reply, { offset, length: rows.length, total })
    return rows.map(alertAnswer)
  }
}

export function alertAnswer(row: CheckAlertRow): CheckAlert {
  return {
    id: row.id,
    name: row.name,
    checkId: row.checkId,
    alertType: row.alertType,
    isReminder: row.reminderSequence > 0,
    reminderSequence: row.reminderSequence,
    episodeId: row.episodeId,
    checkType: row.checkType,
    ...(row.runLocation === null ? {} : { runLocation: row.runLocation }),
    ...(row.responseTime === null ? {} : { responseTime: row.responseTime }),
    error: row.error,
    statusCode: row.statusCode,
    nobodyNotified: row.nobodyCause === null ? null : nobodyNotified(row.nobodyCause),
    created_at: new Date(row.createdAt).toISOString(),
    startedAt: new Date(row.startedAt).toISOString(),
  }
}
