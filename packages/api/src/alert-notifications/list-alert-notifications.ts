import { dayMs } from '@sonde/ground/durations.ts'
import {
  type AlertNotification,
  AlertNotificationList,
  AlertNotificationsQuery,
} from '@sonde/schema/alerts/alert-notification.ts'
import { type AlertStamps, alertStamps } from '@sonde/store/alerts/check-alerts.ts'
import { listNotifications, type NotificationRow } from '@sonde/store/notifications/notifications.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { readBoundedWindow } from '../http/date-filter.ts'
import { answers } from '../http/operation.ts'
import { offsetOf, setContentRange } from '../http/paging.ts'

const kinds = { alert: 'ALERT', digest: 'DIGEST', notice: 'NOTICE', mail: 'MAIL' } as const
const widestMs = dayMs

export function listAlertNotifications(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/alert-notifications',
    {
      schema: {
        summary: 'List the notifications sent to alert channels',
        description:
          'One row per notification with its last attempt, newest first, for a window of at most 24 hours: by default the last 24 hours. ' +
          'The header `Content-Range` contains the total. Kept for 30 days.',
        tags: ['Alert notifications'],
        querystring: AlertNotificationsQuery,
        response: answers({ 200: AlertNotificationList }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' }, limit: { max: 5, windowSeconds: 10 } },
    },
    async (request, reply) => {
      const { query } = request
      const window = readBoundedWindow(query, { widestMs, now: deps.clock.now() })
      const offset = offsetOf(query)
      const { read } = deps.store
      const { rows, total } = await listNotifications(read, {
        accountId: accountOf(request).id,
        ...window,
        channelId: query.alertChannelId,
        onlyFailures: query.hasFailures === true,
        limit: query.limit,
        offset,
      })
      setContentRange(reply, { offset, length: rows.length, total })
      const stamps = await alertStamps(
        read,
        rows.flatMap(({ alertId }) => alertId ?? []),
      )
      return rows.map((row) => notificationAnswer(row, stamps.get(row.alertId ?? '') ?? null))
    },
  )
}

function notificationAnswer(row: NotificationRow, stamps: AlertStamps | null): AlertNotification {
  // A digest that was taken has told what it stands for.
  const isAccepted = row.status === 'SUCCESS' || row.status === 'RATE_LIMITED'
  return {
    id: row.id,
    type: row.channelType,
    status: row.status,
    kind: kinds[row.headline.kind],
    title: row.headline.title,
    alertType: row.headline.alertType,
    checkName: row.headline.checkName,
    target: row.target,
    tries: row.tries,
    waitsFor: row.waitsFor,
    nextTryAt: isoOrNull(row.nextTryAt),
    digestId: row.digestId,
    alertConfig: row.shownConfig,
    notificationResult: row.result,
    timestamp: isoOrNull(row.lastTryAt),
    ...(row.checkType === null ? {} : { checkType: row.checkType }),
    ...(row.checkId === null ? {} : { checkId: row.checkId }),
    ...(row.alertId === null ? {} : { checkAlertId: row.alertId }),
    ...(row.channelId === null ? {} : { alertChannelId: row.channelId }),
    ...(row.resultId === null ? {} : { checkResultId: row.resultId }),
    timings: {
      due: isoOrNull(stamps?.dueAt ?? null),
      started: isoOrNull(stamps?.startedAt ?? null),
      judged: isoOrNull(stamps?.judgedAt ?? null),
      written: isoOrNull(row.createdAt),
      firstTry: isoOrNull(row.firstTryAt),
      accepted: isAccepted ? isoOrNull(row.endedAt) : null,
    },
  }
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
