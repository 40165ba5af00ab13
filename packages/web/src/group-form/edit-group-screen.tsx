import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import schema from 'sonde-schema:check-group'
import { useAccount } from '../api/account-context.ts'
import { storedValue } from '../check-form/stored-value.ts'
import { PageHead } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { groupToEditQuery } from '../resources/check-groups.ts'
import { GroupEditor } from './group-editor.tsx'
import { editGroupRoute } from './routes.ts'

export function EditGroupScreen() {
  const { groupId } = editGroupRoute.useParams()
  const { id: accountId, api } = useAccount()
  const group = useQuery(groupToEditQuery(api, groupId))
  return (
    <>
      <PageHead
        title={group.data === undefined ? 'Edit group' : `Edit ${group.data.name}`}
        above={
          <Link to="/accounts/$accountId/groups" params={{ accountId }}>
            Groups
          </Link>
        }
      />
      <WritersOnly doing="change groups">
        <Loaded query={group} what="the group">
          {(stored) => (
            <GroupEditor
              key={groupId}
              task={{ kind: 'edit', groupId, initial: storedValue(schema, stored) }}
            />
          )}
        </Loaded>
      </WritersOnly>
    </>
  )
}
