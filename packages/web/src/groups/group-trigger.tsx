import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { Moment } from '../parts/moment.tsx'
import { Failed, Loaded } from '../parts/states.tsx'
import {
  groupsKey,
  groupTriggerQuery,
  revokeGroupTrigger,
  writeGroupTrigger,
} from '../resources/check-groups.ts'
import { AllowedHostsDialog } from './allowed-hosts-dialog.tsx'

/** The address that runs the group for whoever calls it, such as a deployment. */
export function GroupTrigger({ groupId }: { groupId: number }) {
  const api = useApi()
  const queries = useQueryClient()
  const [isRevoking, setIsRevoking] = useState(false)
  const [isChangingHosts, setIsChangingHosts] = useState(false)
  const options = groupTriggerQuery(api, groupId)
  const query = useQuery(options)
  const making = useMutation({
    mutationFn: () => writeGroupTrigger(api, groupId),
    onSuccess: (trigger) => queries.setQueryData(options.queryKey, trigger),
  })
  return (
    <Card title="Trigger address">
      <Loaded query={query} what="the trigger address">
        {(trigger) =>
          trigger === null ? (
            <>
              <p>
                A URL that runs all checks of this group, for example from a deployment. There is none yet.
              </p>
              {making.isError ? <Failed error={making.error} /> : null}
              <Button className="mt-3" isBusy={making.isPending} onClick={() => making.mutate()}>
                Create address
              </Button>
            </>
          ) : (
            <>
              <CodeBlock text={`curl -X POST '${trigger.url}'`} what="command that runs the group" />
              <p className="text-soft mt-2">
                Anyone who has it can run the group; it needs no key. Last called:{' '}
                {trigger.called_at === null ? 'never' : <Moment at={trigger.called_at} />}
              </p>
              <p className="mt-2">
                Allowed hosts:{' '}
                {trigger.allowedHosts.length === 0 ? (
                  'only the targets of the checks'
                ) : (
                  <span className="font-mono text-xs">{trigger.allowedHosts.join(', ')}</span>
                )}
              </p>
              <div className="mt-3 flex flex-wrap gap-2">
                <Button onClick={() => setIsChangingHosts(true)}>Change hosts…</Button>
                <Button look="danger" onClick={() => setIsRevoking(true)}>
                  Revoke…
                </Button>
              </div>
              {isChangingHosts ? (
                <AllowedHostsDialog
                  allowedHosts={trigger.allowedHosts}
                  write={(allowedHosts) => writeGroupTrigger(api, groupId, { allowedHosts })}
                  onWritten={(written) => queries.setQueryData(options.queryKey, written)}
                  onClose={() => setIsChangingHosts(false)}
                />
              ) : null}
            </>
          )
        }
      </Loaded>
      {isRevoking ? (
        <ConfirmDelete
          what="trigger address"
          name={`of group ${groupId}`}
          mustType={false}
          consequences={<p>Requests to it are rejected from now on. A new address has another token.</p>}
          onDelete={() => revokeGroupTrigger(api, groupId)}
          onDone={() => {
            setIsRevoking(false)
            queries.setQueryData(options.queryKey, null)
            void queries.invalidateQueries({ queryKey: [api.accountId, ...groupsKey] })
          }}
          onClose={() => setIsRevoking(false)}
        />
      ) : null}
    </Card>
  )
}
