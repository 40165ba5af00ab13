import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { useForget } from '../api/use-forget.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { DeleteButton } from '../parts/dialogs/delete-button.tsx'
import { ManagedForm } from '../parts/managed-form.tsx'
import { PageHead } from '../parts/page.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  channelQuery,
  deleteChannel,
  replaceChannel,
  channelsKey,
  type AlertChannel,
} from '../resources/alert-channels.ts'
import { deliveriesQuery } from '../resources/alert-notifications.ts'
import { ChannelFacts } from './channel-facts.tsx'
import { ChannelForm } from './channel-form.tsx'
import { channelKind } from './channel-kinds.ts'
import { ChannelLog } from './channel-log.tsx'
import { ChannelTestCard } from './channel-test-card.tsx'
import { channelTitle } from './channel-words.ts'
import { CoveredUnnotified } from './covered-unnotified.tsx'
import { lastFailure } from './last-delivery.ts'
import { channelRoute } from './routes.ts'
import { Subscriptions } from './subscriptions.tsx'

export function ChannelScreen() {
  const { channelId } = channelRoute.useParams()
  const query = useQuery(channelQuery(useApi(), channelId))
  return (
    <LoadedScreen
      query={query}
      thing="alert channel"
      above={<AccountLink to="/accounts/$accountId/alert-channels">Alert channels</AccountLink>}
    >
      {(channel) => <OneChannel channel={channel} />}
    </LoadedScreen>
  )
}

function OneChannel({ channel }: { channel: AlertChannel }) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const toast = useToast()
  const mayWrite = useMay('READ_WRITE')
  const [savedCount, setSavedCount] = useState(0)
  return (
    <>
      <PageHead
        title={channelTitle(channelKind(channel.type), channel.config)}
        help="alert-channels"
        above={<AccountLink to="/accounts/$accountId/alert-channels">Alert channels</AccountLink>}
        actions={mayWrite ? <DeleteChannel channel={channel} /> : undefined}
      >
        <p className="text-soft">{channelKind(channel.type).name}</p>
        {channel.deliverable ? null : (
          <p role="status" className="text-warn font-semibold">
            <span aria-hidden="true">⚠ </span>
            {channel.deliverableReason}
          </p>
        )}
        <LastFailure channelId={channel.id} />
      </PageHead>
      <div className="grid grid-cols-1 items-start gap-x-3 min-[90rem]:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
        <div>
          <Subscriptions channel={channel} />
          <CoveredUnnotified channelId={channel.id} />
          <ChannelLog channelId={channel.id} />
        </div>
        <div>
          {mayWrite ? <ChannelTestCard channel={channel} /> : null}
          {mayWrite ? (
            <ManagedForm owner={channel.projectBindings.owner}>
              <ChannelForm
                // After saving, the form begins anew with what the server now shows: secrets are masked.
                key={savedCount}
                type={channel.type}
                channel={channel}
                saveWord="Save"
                save={(body) => replaceChannel(api, channel.id, body)}
                onSaved={(answer) => {
                  toast('Saved')
                  queries.setQueryData(channelQuery(api, String(channel.id)).queryKey, {
                    ...channel,
                    ...answer,
                  })
                  void queries.invalidateQueries({ queryKey: [accountId, ...channelsKey, 'list'] })
                  setSavedCount(savedCount + 1)
                }}
              />
            </ManagedForm>
          ) : (
            <ChannelFacts channel={channel} />
          )}
        </div>
      </div>
    </>
  )
}

/** Above all else: whoever opens a channel wants to know whether messages arrive. */
function LastFailure({ channelId }: { channelId: number }) {
  const { data } = useQuery(deliveriesQuery(useApi(), { channelId }))
  const reason = lastFailure(data?.items ?? [])
  if (reason === null) return null
  return (
    <p role="status" className="text-warn font-semibold">
      <span aria-hidden="true">⚠ </span>The last message was not delivered: {reason}
    </p>
  )
}

function DeleteChannel({ channel }: { channel: AlertChannel }) {
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const forget = useForget()
  return (
    <DeleteButton
      what="alert channel"
      name={channelTitle(channelKind(channel.type), channel.config)}
      mustType={channel.subscriptions.length > 0}
      consequences={
        <p>
          Its {channel.subscriptions.length} subscriptions are deleted with it, and those checks no longer
          notify it. Messages that are still waiting are not sent.
        </p>
      }
      onDelete={() => deleteChannel(api, channel.id)}
      leave={() =>
        navigate({ to: '/accounts/$accountId/alert-channels', params: { accountId }, ignoreBlocker: true })
      }
      onDone={() => void forget({ key: channelQuery(api, String(channel.id)).queryKey, stale: channelsKey })}
    />
  )
}
