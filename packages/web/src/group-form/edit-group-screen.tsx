import { useQuery } from '@tanstack/react-query'
import schema from 'sonde-schema:check-group'
import { useAccount } from '../api/account-context.ts'
import { storedValue } from '../check-form/stored-value.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { ManagedForm } from '../parts/managed-form.tsx'
import { PageHead } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { groupToEditQuery } from '../resources/check-groups.ts'
import { GroupEditor } from './group-editor.tsx'
import { editGroupRoute } from './routes.ts'

export function EditGroupScreen() {
  const { groupId } = editGroupRoute.useParams()
  const { api } = useAccount()
  const group = useQuery(groupToEditQuery(api, groupId))
  return (
    <>
      <PageHead
        help="groups"
        title={group.data === undefined ? 'Edit group' : `Edit ${group.data.name}`}
        above={<AccountLink to="/accounts/$accountId/groups">Groups</AccountLink>}
      />
      <WritersOnly doing="change groups">
        <Loaded query={group} what="the group">
          {(current) => (
            <ManagedForm owner={current.projectBindings.owner}>
              <GroupEditor
                key={groupId}
                task={{ kind: 'edit', groupId, initial: storedValue(schema, current) }}
              />
            </ManagedForm>
          )}
        </Loaded>
      </WritersOnly>
    </>
  )
}
