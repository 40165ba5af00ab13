import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { NotificationMark } from '../alerts/alert-mark.tsx'
import { useAccount, useApi } from '../api/account-context.ts'
import { AccountLink, CreateLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CountedList } from '../parts/lists/counted-list.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { channelsPerPage, channelsQuery, type AlertChannel } from '../resources/alert-channels.ts'
import { deliveriesQuery, type AlertNotification } from '../resources/alert-notifications.ts'
import { channelKind } from './channel-kinds.ts'
import { channelTarget, channelTitle, countSubjects, sentKinds } from './channel-words.ts'
import { lastByChannel, type LastDelivery } from './last-delivery.ts'
import { channelsRoute } from './routes.ts'

export function ChannelsScreen() {
  const { page = 1 } = channelsRoute.useSearch()
  const channels = useQuery(channelsQuery(useApi(), page))
  return (
    <>
      <PageHead
        title="Alert channels"
        actions={
          <>
            <AccountLink to="/accounts/$accountId/alerts/deliveries" className={buttonClasses()}>
              Deliveries
            </AccountLink>
            <NewChannelLink />
          </>
        }
      />
      <Card isFlush>
        <CountedList
          query={channels}
          what="the alert channels"
          page={page}
          pageSize={channelsPerPage}
          empty={page === 1 ? <NoChannels /> : null}
        >
          {(items) => <ChannelTable channels={items} />}
        </CountedList>
      </Card>
    </>
  )
}

function NoChannels() {
  return (
    <Empty title="No alert channels yet" action={<NewChannelLink />} help="alert-channels">
      <p>
        A channel is where alerts are sent: a mailbox, a chat, a phone, a pager. Without one, a check that
        fails notifies nobody.
      </p>
    </Empty>
  )
}

function NewChannelLink() {
  return <CreateLink to="/accounts/$accountId/alert-channels/new">New alert channel</CreateLink>
}

/** So many of the newest deliveries are looked through for the last one of each channel. */
const lookedThrough = 100

function ChannelTable({ channels }: { channels: readonly AlertChannel[] }) {
  const api = useApi()
  const recent = useQuery(deliveriesQuery(api, { limit: lookedThrough }))
  const failures = useQuery(deliveriesQuery(api, { isOnlyFailures: true, limit: lookedThrough }))
  const last = lastByChannel(recent.data, failures.data)
  return (
    <DataTable columns={['Channel', 'Type', 'Events', 'Subscribed', 'Last delivery']}>
      {channels.map((channel) => (
        <ChannelRow key={channel.id} channel={channel} last={last(channel.id)} />
      ))}
    </DataTable>
  )
}

function ChannelRow({ channel, last }: { channel: AlertChannel; last: LastDelivery }) {
  const { id: accountId } = useAccount()
  const kind = channelKind(channel.type)
  const kinds = sentKinds(channel)
  const isUnused = !channel.subscriptions.some(({ activated }) => activated)
  return (
    <tr>
      <td className="min-w-48">
        <Link
          to="/accounts/$accountId/alert-channels/$channelId"
          params={{ accountId, channelId: String(channel.id) }}
          className="font-medium"
        >
          {channelTitle(kind, channel.config)}
        </Link>
        <span className="text-soft block text-xs">{channelTarget(kind, channel.config)}</span>
        {channel.deliverable ? null : (
          <span className="block">
            <Trouble>{channel.deliverableReason}</Trouble>
          </span>
        )}
      </td>
      <td className="whitespace-nowrap">{kind.name}</td>
      <td>{kinds ?? <Trouble>nothing</Trouble>}</td>
      <td className="whitespace-nowrap">
        {isUnused ? <Trouble>no checks</Trouble> : countSubjects(channel.subscriptions)}
        {channel.autoSubscribe === true ? (
          <span className="text-soft block text-xs">and every new one</span>
        ) : null}
      </td>
      <td className="min-w-32">
        <LastDeliveryMark last={last} />
      </td>
    </tr>
  )
}

function LastDeliveryMark({ last: { notification, failures, isAll } }: { last: LastDelivery }) {
  return (
    <>
      {notification === null ? (
        <span className="text-soft">{isAll ? 'none in 24 hours' : '–'}</span>
      ) : (
        <DeliveryState notification={notification} />
      )}
      {failures > 0 ? (
        <span className="block">
          <Trouble>
            {failures === 1 ? '1 not delivered in 24 h' : `${failures} not delivered in 24 h`}
          </Trouble>
        </span>
      ) : null}
    </>
  )
}

function DeliveryState({ notification }: { notification: AlertNotification }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <NotificationMark status={notification.status} />
      <span className="text-soft text-xs">
        <Moment at={notification.timestamp ?? notification.timings.written} form="ago" />
      </span>
    </span>
  )
}

function Trouble({ children }: { children: React.ReactNode }) {
  return (
    <span className="text-warn text-xs font-semibold">
      <span aria-hidden="true">⚠ </span>
      {children}
    </span>
  )
}
