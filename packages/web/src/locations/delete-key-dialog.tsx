import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { useRefresh } from '../api/use-refresh.ts'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { agentsKey, agentsPerPage, agentsQuery } from '../resources/agents.ts'
import { deleteLocationKey, type KeyOwner, type LocationKey } from '../resources/location-keys.ts'

/** The second step before a key goes: it names the agents that would stop. */
export function DeleteKeyDialog({
  keyToDelete,
  owner,
  location,
  stale,
  onClose,
}: {
  keyToDelete: LocationKey
  owner: KeyOwner
  location: string
  stale: readonly string[]
  onClose: () => void
}) {
  const api = useApi()
  const refresh = useRefresh()
  const { data } = useQuery(agentsQuery(api, { location, page: 1 }))
  const users = (data?.items ?? []).filter(
    ({ keyId, isConnected }) => keyId === keyToDelete.id && isConnected,
  )
  return (
    <ConfirmDelete
      what="key"
      name={keyToDelete.maskedKey}
      mustType={data === undefined || users.length > 0 || data.items.length < (data.total ?? 0)}
      consequences={
        data === undefined ? (
          <p>Checking whether an agent still uses it…</p>
        ) : users.length === 0 ? (
          <p>No connected agent uses it, as far as the last {agentsPerPage} heard of tell.</p>
        ) : (
          <>
            <p className="text-bad font-medium">
              <span aria-hidden="true">⚠ </span>
              {users.length === 1
                ? 'An agent still uses it, and stops at its next request:'
                : `${users.length} agents still use it, and stop at their next request:`}
            </p>
            <ul className="mt-1 list-disc pl-5">
              {users.slice(0, 10).map(({ id, name }) => (
                <li key={id}>{name ?? id}</li>
              ))}
            </ul>
          </>
        )
      }
      onDelete={() => deleteLocationKey(api, owner, keyToDelete.id)}
      onDone={() => {
        onClose()
        refresh(stale)
        refresh(agentsKey)
      }}
      onClose={onClose}
    />
  )
}
