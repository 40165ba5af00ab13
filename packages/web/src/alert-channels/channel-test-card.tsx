import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NotificationMark } from '../alerts/alert-mark.tsx'
import { useAccount } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Failed } from '../parts/states.tsx'
import { testChannel, type AlertChannel } from '../resources/alert-channels.ts'
import { notificationsKey } from '../resources/alert-notifications.ts'

/** Sends a sample at once and shows what the receiver said. */
export function ChannelTestCard({ channel }: { channel: AlertChannel }) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => testChannel(api, channel.id, {}),
    onSuccess: () => void queries.invalidateQueries({ queryKey: [accountId, ...notificationsKey] }),
  })
  return (
    <Card
      title="Test"
      actions={
        <Button isBusy={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
      }
    >
      <p className="text-soft">
        Sends “Test message: alerts reach this channel”, once, with the settings that are saved.
      </p>
      <div role="status">
        {test.isPending ? <p className="mt-3">Waiting for the receiver…</p> : null}
        {test.isSuccess && !test.isPending ? (
          <div className="mt-3">
            <NotificationMark status={test.data.status} />
            <pre
              className="bg-raised mt-2 max-h-64 overflow-auto rounded-md p-3 font-mono text-xs whitespace-pre-wrap"
              tabIndex={0}
              role="region"
              aria-label="Answer of the receiver"
            >
              {test.data.notificationResult === ''
                ? 'The receiver said nothing more.'
                : test.data.notificationResult}
            </pre>
          </div>
        ) : null}
      </div>
      {test.isError ? <Failed error={test.error} /> : null}
    </Card>
  )
}
