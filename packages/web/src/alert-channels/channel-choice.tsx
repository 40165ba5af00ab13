import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { CreateLink } from '../parts/account-link.tsx'
import { Button } from '../parts/button.tsx'
import { Failed, Loading } from '../parts/states.tsx'
import { channelPagesQuery } from '../resources/alert-channels.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import { channelName } from './channel-name.ts'

/** The channels of the account, to choose some of them. */
export function ChannelChoice({
  label,
  chosen,
  onChange,
}: {
  label: string
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}) {
  const channels = useInfiniteQuery(channelPagesQuery(useApi()))
  if (channels.isError) return <Failed error={channels.error} onRetry={() => void channels.refetch()} />
  if (channels.data === undefined) return <Loading what="the alert channels" />
  const list = channels.data.pages.flat()
  if (list.length === 0) {
    return (
      <>
        <p className="mb-3">No alert channels yet.</p>
        <CreateLink to="/accounts/$accountId/alert-channels/new">New alert channel</CreateLink>
      </>
    )
  }
  return (
    <fieldset>
      <legend className="mb-2 font-medium">{label}</legend>
      <ul className="max-h-72 space-y-2 overflow-y-auto">
        {list.map((channel) => (
          <li key={channel.id}>
            <CheckBox
              label={channelName(channel)}
              help={channel.deliverable ? undefined : channel.deliverableReason}
              isChecked={chosen.has(channel.id)}
              onChange={(isOn) => {
                const next = new Set(chosen)
                if (isOn) next.add(channel.id)
                else next.delete(channel.id)
                onChange(next)
              }}
            />
          </li>
        ))}
      </ul>
      {channels.hasNextPage ? (
        <Button className="mt-2" onClick={() => void channels.fetchNextPage()}>
          Show more channels
        </Button>
      ) : null}
    </fieldset>
  )
}
