import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import channelKinds from 'sonde-schema:channel-kinds'
import { useAccount } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { PageHead } from '../parts/page.tsx'
import { useToast } from '../parts/toast.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { createChannel, channelsKey } from '../resources/alert-channels.ts'
import { ChannelForm } from './channel-form.tsx'
import { channelKind } from './channel-kinds.ts'
import { newChannelRoute } from './routes.ts'

export function NewChannelScreen() {
  const { type } = newChannelRoute.useSearch()
  const { id: accountId, api } = useAccount()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const toast = useToast()
  const isHere = useIsHere()
  if (type === undefined) return <TypeChoice />
  return (
    <>
      <PageHead
        title={`New alert channel: ${channelKind(type).name}`}
        help="alert-channels"
        above={<AccountLink to="/accounts/$accountId/alert-channels/new">Another type</AccountLink>}
      />
      <WritersOnly doing="create alert channels">
        <ChannelForm
          key={type}
          type={type}
          saveWord="Create alert channel"
          save={(channel) => createChannel(api, channel)}
          onSaved={({ id }) => {
            toast('Channel created')
            void queries.invalidateQueries({ queryKey: [accountId, ...channelsKey] })
            if (!isHere()) return
            void navigate({
              to: '/accounts/$accountId/alert-channels/$channelId',
              params: { accountId, channelId: String(id) },
              ignoreBlocker: true,
            })
          }}
        />
      </WritersOnly>
    </>
  )
}

function TypeChoice() {
  const { id: accountId } = useAccount()
  return (
    <>
      <PageHead
        title="New alert channel"
        help="alert-channels"
        above={<AccountLink to="/accounts/$accountId/alert-channels">Alert channels</AccountLink>}
      >
        <p className="text-soft">Where should alerts go?</p>
      </PageHead>
      <WritersOnly doing="create alert channels">
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {channelKinds.map(({ type, name, sentence }) => (
            <li key={type}>
              <Link
                to="/accounts/$accountId/alert-channels/new"
                params={{ accountId }}
                search={{ type }}
                className="bg-card border-line hover:bg-raised block h-full rounded-lg border p-4 no-underline hover:no-underline"
              >
                <span className="block text-base font-semibold">{name}</span>
                <span className="text-soft mt-1 block">{sentence}</span>
              </Link>
            </li>
          ))}
        </ul>
      </WritersOnly>
    </>
  )
}
