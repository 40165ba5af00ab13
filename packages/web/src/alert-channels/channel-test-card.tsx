import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAccount } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { testChannel, type AlertChannel } from '../resources/alert-channels.ts'
import { notificationsKey } from '../resources/alert-notifications.ts'
import { TestOutcome } from './test-outcome.tsx'

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
          Send test
        </Button>
      }
    >
      <p className="text-soft">
        Sends “Test message: alerts reach this channel”, once, with the settings that are saved.
      </p>
      <TestOutcome test={test} />
    </Card>
  )
}
