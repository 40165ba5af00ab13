import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useMay } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Empty, Failed } from '../parts/states.tsx'
import {
  removeSubscription,
  writeSubscription,
  channelsKey,
  type AlertChannel,
  type Subject,
} from '../resources/alert-channels.ts'
import { CheckPicker, GroupPicker } from '../search/check-and-group-pickers.tsx'
import { SubscriptionRow } from './subscription-row.tsx'

const pageSize = 10

/** Whose alerts come to this channel. */
export function Subscriptions({ channel }: { channel: AlertChannel }) {
  const { id: accountId, api } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const queries = useQueryClient()
  const [page, setPage] = useState(1)
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queries.invalidateQueries({ queryKey: [accountId, ...channelsKey] }),
  })
  const write = (subject: Subject, activated: boolean) =>
    change.mutate(() => writeSubscription(api, channel.id, { ...subject, activated }))
  const all = channel.subscriptions
  const last = Math.max(1, Math.ceil(all.length / pageSize))
  const current = Math.min(page, last)
  const rows = all.slice((current - 1) * pageSize, current * pageSize)
  return (
    <Card title={`Subscribed checks and groups (${all.length})`}>
      {mayWrite ? (
        <div className="mb-3 grid gap-3 sm:grid-cols-2">
          <CheckPicker
            label="Subscribe a check"
            placeholder="Name or target…"
            onPick={(checkId) => write({ checkId }, true)}
          />
          <GroupPicker
            label="Subscribe a group"
            placeholder="Name…"
            onPick={(groupId) => write({ groupId }, true)}
          />
        </div>
      ) : null}
      {change.isError ? <Failed error={change.error} /> : null}
      {all.length === 0 ? (
        <Empty title="No checks subscribed" help="alerting">
          <p>
            {mayWrite
              ? 'Subscribe checks or whole groups above, or turn on “New checks too”.'
              : 'No check or group notifies this channel.'}
          </p>
        </Empty>
      ) : (
        <ul aria-busy={change.isPending}>
          {rows.map((subscription) => (
            <SubscriptionRow
              key={subscription.id}
              subscription={subscription}
              mayWrite={mayWrite}
              onSwitch={write}
              onRemove={() => change.mutate(() => removeSubscription(api, channel.id, subscription.id))}
            />
          ))}
        </ul>
      )}
      {last > 1 ? (
        <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
          <Button disabled={current === 1} onClick={() => setPage(current - 1)}>
            Previous
          </Button>
          <span>
            Page {current} of {last}
          </span>
          <Button disabled={current === last} onClick={() => setPage(current + 1)}>
            Next
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
