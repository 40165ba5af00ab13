import { useState } from 'react'
import { useMay } from '../api/account-context.ts'
import { useWrite } from '../api/use-write.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { DeleteAction, RowActions } from '../parts/lists/row-actions.tsx'
import { Empty } from '../parts/states.tsx'
import { createLocationKey, type KeyOwner, type LocationKey } from '../resources/location-keys.ts'
import { FormMistake } from '../small-form/form-mistake.tsx'
import { AgentStart } from './agent-start.tsx'
import { DeleteKeyDialog } from './delete-key-dialog.tsx'

/** The keys by which agents belong to a location: one to use, a second one while the first is replaced. */
export function LocationKeysCard({
  keys,
  owner,
  location,
  stale,
}: {
  keys: readonly LocationKey[]
  owner: KeyOwner
  location: string
  /** The start of the key of the query that they come from, behind the account. */
  stale: readonly string[]
}) {
  const mayWrite = useMay('ADMIN')
  const [keyToDelete, setKeyToDelete] = useState<LocationKey | null>(null)
  // Kept until somebody has copied it: a further try that is refused must not take it off the screen.
  const [rawKey, setRawKey] = useState<string | null>(null)
  const making = useWrite({
    write: createLocationKey,
    stale: [stale],
    onDone: (key) => setRawKey(key.rawKey),
  })
  return (
    <Card
      title="Keys for agents"
      isFlush
      actions={
        mayWrite ? (
          <Button isBusy={making.isPending} onClick={() => making.mutate(owner)}>
            {keys.length === 0 ? 'New key' : 'New key, to replace one'}
          </Button>
        ) : undefined
      }
    >
      <div className="space-y-3 px-4 py-3">
        {mayWrite && keys.length > 0 ? (
          <p className="text-soft max-w-prose">
            To replace a key: create a new one, start the agents with it, check below that the old one is no
            longer used, and delete it.
          </p>
        ) : null}
        <FormMistake error={making.error} fields={[]} />
        {rawKey === null ? null : <AgentStart rawKey={rawKey} onClose={() => setRawKey(null)} />}
      </div>
      {keys.length === 0 ? (
        <Empty title="No keys" help="agent">
          <p>Without a key, no agent can serve this location.</p>
        </Empty>
      ) : (
        <DataTable columns={['Key', 'Created', 'Last used by an agent']} hasActions={mayWrite}>
          {keys.map((key) => (
            <tr key={key.id}>
              <td>
                <code>{key.maskedKey.replace('...', '…')}</code>
              </td>
              <td>
                <Moment at={key.created_at} form="short" />
              </td>
              <td>{key.lastUsedAt === null ? 'never' : <Moment at={key.lastUsedAt} form="ago" />}</td>
              {mayWrite ? (
                <td>
                  <RowActions>
                    <DeleteAction
                      label={`Delete the key ${key.maskedKey}`}
                      onClick={() => setKeyToDelete(key)}
                    />
                  </RowActions>
                </td>
              ) : null}
            </tr>
          ))}
        </DataTable>
      )}
      {keyToDelete === null ? null : (
        <DeleteKeyDialog
          keyToDelete={keyToDelete}
          owner={owner}
          location={location}
          stale={stale}
          onClose={() => setKeyToDelete(null)}
        />
      )}
    </Card>
  )
}
