import type { GrantableRole } from '@sonde/schema/accounts/role.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useApi } from '../../api/account-context.ts'
import type { Api } from '../../api/api.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { DeleteAction, RowActions } from '../../parts/lists/row-actions.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import { roleName } from '../../api/role-words.ts'
import { NewKeyDialog, type NewKey } from './new-key-dialog.tsx'

type ListedKey = {
  id: string
  name: string
  lastFour: string
  createdAt: string
  lastUsedAt: string | null
  role?: GrantableRole
}

/** One kind of keys: the list, a new one that is shown once, and the way to end one. */
export function KeysCard({
  title,
  what,
  explanation,
  query,
  schema,
  stale,
  create,
  remove,
  children,
}: {
  title: string
  what: string
  explanation: string
  query: UseQueryResult<ListedKey[]>
  schema: FormSchema
  /** The start of the key of its query, behind the account. */
  stale: readonly string[]
  create: (api: Api, body: NewKey) => Promise<{ name: string; key: string }>
  remove: (api: Api, id: string) => Promise<void>
  children?: ReactNode
}) {
  const api = useApi()
  const [isMaking, setIsMaking] = useState(false)
  const [newKey, setNewKey] = useState<{ name: string; key: string } | null>(null)
  const [keyToDelete, setKeyToDelete] = useState<ListedKey | null>(null)
  const add = <Button onClick={() => setIsMaking(true)}>New {what}</Button>
  return (
    <Card title={title} isFlush actions={add}>
      <p className="text-soft px-4 py-3">{explanation}</p>
      {newKey === null ? null : (
        <div className="px-4">
          <OneTimeSecret what={what} secret={newKey.key}>
            <p className="mt-2 flex flex-wrap items-center justify-between gap-2">
              It is the one named “{newKey.name}”. <Button onClick={() => setNewKey(null)}>Done</Button>
            </p>
          </OneTimeSecret>
        </div>
      )}
      <Loaded query={query} what={title.toLowerCase()}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title={`No ${what} yet`} help="api#keys-and-accounts">
              <p>Every {what} is shown once, when it is created.</p>
            </Empty>
          ) : (
            <KeysTable keys={keys} what={what} onDelete={setKeyToDelete} />
          )
        }
      </Loaded>
      {children}
      {isMaking ? (
        <NewKeyDialog
          what={what}
          schema={schema}
          stale={stale}
          create={create}
          onMade={(key) => {
            setIsMaking(false)
            setNewKey(key)
          }}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
      {keyToDelete === null ? null : (
        <ConfirmDelete
          what={what}
          name={keyToDelete.name}
          consequences={
            <>
              Programs that use it are rejected from their next request on. Last used:{' '}
              {keyToDelete.lastUsedAt === null ? 'never' : <Moment at={keyToDelete.lastUsedAt} />}.
            </>
          }
          onDelete={() => remove(api, keyToDelete.id)}
          stale={stale}
          onClose={() => setKeyToDelete(null)}
        />
      )}
    </Card>
  )
}

function KeysTable({
  keys,
  what,
  onDelete,
}: {
  keys: readonly ListedKey[]
  what: string
  onDelete: (key: ListedKey) => void
}) {
  const hasRoles = keys.some(({ role }) => role !== undefined)
  return (
    <DataTable columns={['Name', 'Ends in', hasRoles ? 'Role' : null, 'Created', 'Last used']} hasActions>
      {keys.map((key) => (
        <tr key={key.id}>
          <td className="font-medium">{key.name}</td>
          <td>
            <code>…{key.lastFour}</code>
          </td>
          {hasRoles ? <td>{key.role === undefined ? '–' : roleName(key.role)}</td> : null}
          <td>
            <Moment at={key.createdAt} form="short" />
          </td>
          <td>{key.lastUsedAt === null ? 'never' : <Moment at={key.lastUsedAt} form="ago" />}</td>
          <td>
            <RowActions>
              <DeleteAction label={`Delete the ${what} ${key.name}`} onClick={() => onDelete(key)} />
            </RowActions>
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
