import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { channelKind } from '../alert-channels/channel-kinds.ts'
import { channelTitle } from '../alert-channels/channel-words.ts'
import { useAccount, useApi } from '../api/account-context.ts'
import { Moment } from '../parts/moment.tsx'
import { Loaded } from '../parts/states.tsx'
import { alertDeliveriesQuery, type AlertNotification } from '../resources/alert-notifications.ts'
import type { CheckAlert } from '../resources/check-alerts.ts'
import { NotificationMark } from './alert-mark.tsx'
import { waitWords } from './alert-words.ts'
import { DeliveryTimes } from './delivery-times.tsx'

/** From the run that decided to the moment at which each receiver took it. */
export function AlertTimeline({ alert }: { alert: CheckAlert }) {
  const { id: accountId } = useAccount()
  const deliveries = useQuery(alertDeliveriesQuery(useApi(), alert))
  return (
    <div className="border-line mt-3 border-t pt-3">
      <ol className="space-y-1">
        <li>
          The run that caused it started <Moment at={alert.startedAt} />
        </li>
        <li>
          The alert was raised <Moment at={alert.created_at} />
        </li>
      </ol>
      <Loaded query={deliveries} what="who was notified">
        {(notifications) => (
          <>
            <ResultLink notifications={notifications} accountId={accountId} />
            {notifications.length === 0 ? (
              <p className="text-soft mt-2">
                {alert.nobodyNotified === null
                  ? 'Deliveries are kept for 30 days, and there is none for this alert.'
                  : `Nobody was notified. ${alert.nobodyNotified.sentence}`}
              </p>
            ) : (
              <ul className="mt-2 grid gap-3 md:grid-cols-2">
                {notifications.map((one) => (
                  <Delivery key={one.id} notification={one} accountId={accountId} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}

function ResultLink({
  notifications,
  accountId,
}: {
  notifications: readonly AlertNotification[]
  accountId: string
}) {
  const { checkId, checkResultId } = notifications.find((one) => one.checkResultId !== undefined) ?? {}
  if (checkId === undefined || checkResultId === undefined) return null
  return (
    <p className="mt-1">
      <Link
        to="/accounts/$accountId/checks/$checkId/results/$resultId"
        params={{ accountId, checkId, resultId: checkResultId }}
      >
        The result that caused it
      </Link>
    </p>
  )
}

function Delivery({ notification, accountId }: { notification: AlertNotification; accountId: string }) {
  const { type, alertConfig, alertChannelId, status, tries, waitsFor, nextTryAt, notificationResult } =
    notification
  const title = notification.target ?? channelTitle(channelKind(type), alertConfig)
  return (
    <li className="border-line rounded-md border p-3">
      <p className="flex flex-wrap items-center gap-2">
        <NotificationMark status={status} />
        {alertChannelId === undefined ? (
          <span>{title}</span>
        ) : (
          <Link
            to="/accounts/$accountId/alert-channels/$channelId"
            params={{ accountId, channelId: String(alertChannelId) }}
          >
            {title}
          </Link>
        )}
        <span className="text-soft text-xs">
          {tries === 1 ? '1 attempt' : `${tries} attempts`}
          {waitsFor === null ? '' : `, ${waitWords(waitsFor)}`}
          {nextTryAt === null ? null : (
            <>
              {' '}
              at <Moment at={nextTryAt} form="short" />
            </>
          )}
        </span>
      </p>
      {notificationResult === null || notificationResult === '' ? null : (
        <p className="mt-1 line-clamp-4 font-mono text-xs">{notificationResult}</p>
      )}
      <DeliveryTimes timings={notification.timings} />
    </li>
  )
}
