import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { channelKind } from '../alert-channels/channel-kinds.ts'
import { channelTitle } from '../alert-channels/channel-words.ts'
import { useAccount } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import type { AlertNotification } from '../resources/alert-notifications.ts'
import { AlertMark, NotificationMark } from './alert-mark.tsx'
import { kindWords, waitWords } from './alert-words.ts'
import { DeliveryTimes } from './delivery-times.tsx'

/** What was sent to channels, newest first. `isOneChannel`: its column would say the same in each row. */
export function DeliveryTable({
  notifications,
  isOneChannel = false,
}: {
  notifications: readonly AlertNotification[]
  isOneChannel?: boolean
}) {
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <DataTable
      columns={[
        'Created',
        'Status',
        'About',
        isOneChannel ? null : 'Channel',
        isOneChannel ? null : 'Attempts',
        'Response',
        { name: 'Details', isNameHidden: true },
      ]}
    >
      {notifications.map((one) => (
        <Fragment key={one.id}>
          <Row
            notification={one}
            isOneChannel={isOneChannel}
            isOpen={openId === one.id}
            onToggle={() => setOpenId(openId === one.id ? null : one.id)}
          />
          {openId === one.id ? (
            <tr>
              <td colSpan={isOneChannel ? 5 : 7}>
                <Details notification={one} />
              </td>
            </tr>
          ) : null}
        </Fragment>
      ))}
    </DataTable>
  )
}

function Row({
  notification,
  isOneChannel,
  isOpen,
  onToggle,
}: {
  notification: AlertNotification
  isOneChannel: boolean
  isOpen: boolean
  onToggle: () => void
}) {
  const { id: accountId } = useAccount()
  const { status, waitsFor, nextTryAt, tries, notificationResult, alertChannelId, type, alertConfig } =
    notification
  return (
    <tr>
      <td>
        <Moment at={notification.timings.written} form="short" />
      </td>
      <td className="min-w-32">
        <NotificationMark status={status} />
        {waitsFor === null ? null : (
          <p className="text-soft mt-1 text-xs">
            {isOneChannel && tries > 1 ? `${tries} attempts, ` : null}
            {waitWords(waitsFor)}
            {nextTryAt === null ? null : (
              <>
                , <Moment at={nextTryAt} form="short" />
              </>
            )}
          </p>
        )}
      </td>
      <td className={isOneChannel ? 'min-w-36' : 'min-w-48'}>
        <About notification={notification} accountId={accountId} />
      </td>
      {isOneChannel ? null : (
        <td className="min-w-32">
          {alertChannelId === undefined ? (
            channelTitle(channelKind(type), alertConfig)
          ) : (
            <Link
              to="/accounts/$accountId/alert-channels/$channelId"
              params={{ accountId, channelId: String(alertChannelId) }}
            >
              {channelTitle(channelKind(type), alertConfig)}
            </Link>
          )}
          <span className="text-soft block text-xs">{channelKind(type).name}</span>
        </td>
      )}
      {isOneChannel ? null : <td>{tries}</td>}
      <td className="min-w-32">
        <span className="line-clamp-3 font-mono text-xs">{notificationResult ?? '–'}</span>
      </td>
      <td>
        <Button aria-expanded={isOpen} aria-label={`Details of ${notification.title}`} onClick={onToggle}>
          <span aria-hidden="true">
            <span className="mr-1 md:hidden">Details</span>
            {isOpen ? '▴' : '▾'}
          </span>
        </Button>
      </td>
    </tr>
  )
}

function About({ notification, accountId }: { notification: AlertNotification; accountId: string }) {
  const { alertType, checkId, checkName, kind, title, target } = notification
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        {alertType === null || checkId === undefined ? (
          <span>{kind === 'ALERT' && checkId === undefined ? title : `${kindWords(kind)}: ${title}`}</span>
        ) : (
          <>
            <AlertMark alertType={alertType} />
            <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }}>
              {checkName ?? title}
            </Link>
          </>
        )}
      </span>
      {target === null ? null : <span className="text-soft text-xs">to {target}</span>}
    </>
  )
}

function Details({ notification }: { notification: AlertNotification }) {
  return (
    <div className="max-w-xl">
      <p className="font-medium">{notification.title}</p>
      {notification.notificationResult === null ? null : (
        <pre className="bg-raised mt-2 rounded-md p-2 font-mono text-xs whitespace-pre-wrap">
          {notification.notificationResult}
        </pre>
      )}
      <DeliveryTimes timings={notification.timings} />
    </div>
  )
}
