import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { formatCount } from '../parts/format.ts'
import {
  deleteLocation,
  locationUsersQuery,
  privateLocationsQuery,
  type PrivateLocation,
} from '../resources/private-locations.ts'

const namedAtMost = 10

/** The server refuses while something runs there: whoever asks is told what, before and not after. */
export function DeleteLocation({
  location,
  leave,
  onClose,
}: {
  location: PrivateLocation
  leave: () => Promise<void>
  onClose: () => void
}) {
  const api = useApi()
  const queries = useQueryClient()
  const { data } = useQuery({ ...locationUsersQuery(api, location.id), staleTime: 0 })
  const count = data === undefined ? 0 : data.checkCount + data.groupCount
  if (data !== undefined && count > 0) {
    const users = [...data.checks, ...data.groups]
    return (
      <Dialog title="This private location is in use" onClose={onClose}>
        <p>
          Take <strong>{location.name}</strong> out of these first; it cannot be deleted while they run from
          it:
        </p>
        <ul className="my-2 list-disc pl-5">
          {users.slice(0, namedAtMost).map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {count > namedAtMost ? <li>and {formatCount(count - namedAtMost)} more</li> : null}
        </ul>
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDelete
      what="private location"
      name={location.name}
      consequences={
        location.agentCount === 0
          ? 'Its keys are deleted too.'
          : `Its keys are deleted too, and its agents (${location.agentCount}) stop at their next request.`
      }
      onDelete={() => deleteLocation(api, location.id)}
      leave={leave}
      onDone={() => {
        // Asked for anew, the location itself would only be missing.
        queries.setQueryData(privateLocationsQuery(api).queryKey, (locations) =>
          locations?.filter(({ id }) => id !== location.id),
        )
      }}
      onClose={onClose}
    />
  )
}
