import { useInfiniteQuery } from '@tanstack/react-query'
import { isRecord } from '@sonde/ground/is-record.ts'
import { channelName } from '../alert-channels/channel-name.ts'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Failed, Loading } from '../parts/states.tsx'
import { channelPagesQuery } from '../resources/alert-channels.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import { FieldGroup } from '../schema-form/field-group.tsx'
import type { WidgetProps } from '../schema-form/form-layout.ts'
import { joinPath } from '../schema-form/value-at.ts'
import { contextOf } from './form-context.ts'

type Subscription = { alertChannelId: number; activated: boolean }

/** Which alert channels hear of it. A subscription can rest without being taken away. */
export function ChannelsField({ value, label, help, error, path, form, onChange }: WidgetProps) {
  const channels = useInfiniteQuery(channelPagesQuery(useApi()))
  const { autoAssign } = contextOf(form.context)
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
      {autoAssign === null ? null : (
        <div className="mb-3">
          <CheckBox
            label="Every alert channel of the account"
            help="The ones that are there when you save. Those made later are chosen in the channel itself."
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
        <CheckBox
          label={
            <>
              Rests <span className="sr-only">({name})</span>
            </>
          }
          isChecked={!subscription.activated}
          onChange={(rests) => onChange(!rests)}
        />
      )}
    </div>
  )
}

function withSubscription(
  before: readonly Subscription[],
  alertChannelId: number,
  isActivated: boolean | null,
): readonly Subscription[] {
  if (isActivated === null) return before.filter((one) => one.alertChannelId !== alertChannelId)
  const isThere = before.some((one) => one.alertChannelId === alertChannelId)
  if (!isThere) return [...before, { alertChannelId, activated: isActivated }]
  return before.map((one) =>
    one.alertChannelId === alertChannelId ? { ...one, activated: isActivated } : one,
  )
}

function subscriptionsIn(value: unknown): readonly Subscription[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list.flatMap((one) => {
    if (!isRecord(one) || typeof one['alertChannelId'] !== 'number') return []
    return [{ alertChannelId: one['alertChannelId'], activated: one['activated'] !== false }]
  })
}
