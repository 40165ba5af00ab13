import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useMay } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { DeleteAction, RowActions } from '../../parts/lists/row-actions.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { useTextOfPlace } from '../../parts/use-place-names.ts'
import { groupNameQuery } from '../../resources/check-groups.ts'
import { checkNameQuery } from '../../resources/checks.ts'
import {
  deleteTrigger,
  triggersQuery,
  triggersKey,
  type DeploymentTrigger,
} from '../../resources/deployment-triggers.ts'
import { TriggerDialog } from './trigger-dialog.tsx'

export function TriggersCard() {
  const api = useApi()
  const query = useQuery(triggersQuery(api))
  const mayWrite = useMay('READ_WRITE')
  const nameOf = useTextOfPlace()
  const [isAdding, setIsAdding] = useState(false)
  const [triggerToDelete, setTriggerToDelete] = useState<DeploymentTrigger | null>(null)
  const add = mayWrite ? <Button onClick={() => setIsAdding(true)}>New trigger</Button> : undefined
  return (
    <Card title="Triggers" isFlush actions={add}>
      <Loaded query={query} what="the triggers">
        {(triggers) =>
          triggers.length === 0 ? (
            <Empty title="No triggers yet" help="deployments">
              <p>
                A trigger runs a check, or the checks of a group, when GitHub reports a deployment of a
                repository.
              </p>
            </Empty>
          ) : (
            <DataTable columns={['Repository', 'Runs', 'Environments', 'Location']} hasActions={mayWrite}>
              {triggers.map((trigger) => (
                <tr key={trigger.id}>
                  <td className="font-medium">{trigger.repoName}</td>
                  <td>
                    <TargetName trigger={trigger} />
                  </td>
                  <td>{filtersInWords(trigger)}</td>
                  <td>{nameOf(trigger.runLocation)}</td>
                  {mayWrite ? (
                    <td>
                      <RowActions>
                        <DeleteAction
                          label={`Delete the trigger for ${trigger.repoName}`}
                          onClick={() => setTriggerToDelete(trigger)}
                        />
                      </RowActions>
                    </td>
                  ) : null}
                </tr>
              ))}
            </DataTable>
          )
        }
      </Loaded>
      {isAdding ? <TriggerDialog onClose={() => setIsAdding(false)} /> : null}
      {triggerToDelete === null ? null : (
        <ConfirmDelete
          what="trigger"
          name={triggerToDelete.repoName}
          mustType={false}
          consequences="Deployments of the repository no longer run anything here."
          onDelete={() => deleteTrigger(api, triggerToDelete.id)}
          stale={triggersKey}
          onClose={() => setTriggerToDelete(null)}
        />
      )}
    </Card>
  )
}

function TargetName({ trigger }: { trigger: DeploymentTrigger }) {
  const api = useApi()
  const { checkId, groupId } = trigger
  const isGroup = checkId === null
  const check = useQuery({ ...checkNameQuery(api, checkId ?? ''), enabled: !isGroup })
  const group = useQuery({ ...groupNameQuery(api, Number(groupId)), enabled: isGroup })
  const { data } = isGroup ? group : check
  const word = isGroup ? 'group' : 'check'
  if (data === null) return <span className="text-soft">a {word} that is gone</span>
  return (
    <>
      {data ?? '…'} <span className="text-soft text-xs">({word})</span>
    </>
  )
}

function filtersInWords({ environmentRegexFilter, environmentUrlRegexFilter }: DeploymentTrigger): string {
  const filters = [
    environmentRegexFilter === null ? null : `name ~ ${environmentRegexFilter}`,
    environmentUrlRegexFilter === null ? null : `address ~ ${environmentUrlRegexFilter}`,
  ].filter((filter) => filter !== null)
  return filters.length === 0 ? 'all' : filters.join(', ')
}
