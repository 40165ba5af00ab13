import { useInfiniteQuery } from '@tanstack/react-query'
import { channelName } from '../alert-channels/channel-name.ts'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Failed, Loading } from '../parts/states.tsx'
import { channelPagesQuery, type AlertChannel } from '../resources/alert-channels.ts'
import type { CheckGroup } from '../resources/check-groups.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'
import { subscriptionsIn, withSubscription, type Subscription } from './channel-subscriptions.ts'
import { contextOf } from './form-context.ts'
import { GroupNotice } from './group-notice.tsx'
import { useEffectiveValues } from './use-effective-values.ts'

/** Which alert channels are notified. A subscription can be paused without being taken away. */
export function ChannelsField({ value, label, help, error, path, form, onChange }: WidgetProps) {
  const channels = useInfiniteQuery(channelPagesQuery(useApi()))
  const { autoAssign } = contextOf(form.context)
  const { channels: source, group } = useEffectiveValues(form)
  const subscriptions = subscriptionsIn(value)
  const within = form.violations.find((wrong) => wrong.path.startsWith(joinPath(path, '')))
  const isEvery = autoAssign?.isOn === true
  const channelList = channels.data?.pages.flat() ?? []
  const missing = subscriptions.filter(
    ({ alertChannelId }) => !channelList.some(({ id }) => id === alertChannelId),
  )
  const all = [...channelList, ...missing.map(({ alertChannelId }) => ({ id: alertChannelId }))]
  return (
    <FieldGroup label={label} help={help} error={error ?? within?.message ?? null}>
      {group === null ? null : <GroupChannels source={source} group={group} channels={channelList} />}
      {autoAssign === null ? null : (
        <div className="mb-3">
          <CheckBox
            label="Every alert channel of the account"
            help="Those that exist when you save. A channel that is created later chooses its checks itself."
            isChecked={isEvery}
            onChange={autoAssign.set}
          />
        </div>
      )}
      {channels.isError ? <Failed error={channels.error} onRetry={() => void channels.refetch()} /> : null}
      {channels.isPending ? <Loading what="the alert channels" /> : null}
      {channels.isSuccess && all.length === 0 ? (
        <p className="text-soft text-xs">No alert channels yet: nobody would be notified of a failure.</p>
      ) : null}
      {isEvery ? null : (
        <ul className="space-y-2">
          {all.map((channel) => (
            <li key={channel.id}>
              <ChannelRow
                name={channelName(channel)}
                subscription={subscriptions.find(({ alertChannelId }) => alertChannelId === channel.id)}
                onChange={(isActivated) => onChange(withSubscription(subscriptions, channel.id, isActivated))}
              />
            </li>
          ))}
        </ul>
      )}
      {channels.hasNextPage && !isEvery ? (
        <Button className="mt-2" onClick={() => void channels.fetchNextPage()}>
          Show more channels
        </Button>
      ) : null}
    </FieldGroup>
  )
}

/** Whom the group notifies of the check, beside its own channels or in place of them. */
function GroupChannels({
  source,
  group,
  channels,
}: {
  source: 'check' | 'group' | 'both'
  group: CheckGroup
  channels: readonly AlertChannel[]
}) {
  const names = subscriptionsIn(group.alertChannelSubscriptions)
    .filter(({ activated }) => activated)
    .map(({ alertChannelId: id }) => channelName(channels.find((one) => one.id === id) ?? { id }))
  const who = names.length === 0 ? 'nobody' : names.join(', ')
  if (source === 'both' && names.length === 0) return null
  return (
    <div className="mb-3">
      <GroupNotice source="group" group={group}>
        {source === 'both'
          ? `It notifies ${who} too.`
          : `It notifies ${who}. The channels of the check itself, below, do not count while it is in the group.`}
      </GroupNotice>
    </div>
  )
}

function ChannelRow({
  name,
  subscription,
  onChange,
}: {
  name: string
  subscription: Subscription | undefined
  /** Null takes the subscription away. */
  onChange: (isActivated: boolean | null) => void
}) {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-1">
      <CheckBox
        label={name}
        isChecked={subscription !== undefined}
        onChange={(isOn) => onChange(isOn ? true : null)}
      />
      {subscription === undefined ? null : (
        // On a line of its own it would look like a further channel.
        <div className="max-md:w-full max-md:pl-6">
          <CheckBox
            label={
              <>
                Paused <span className="sr-only">({name})</span>
              </>
            }
            isChecked={!subscription.activated}
            onChange={(isPaused) => onChange(!isPaused)}
          />
        </div>
      )}
    </div>
  )
}
