import { AccountLink } from '../parts/account-link.tsx'
import { PageHead } from '../parts/page.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { GroupEditor } from './group-editor.tsx'

export function NewGroupScreen() {
  return (
    <>
      <PageHead
        title="New group"
        help="groups"
        above={<AccountLink to="/accounts/$accountId/groups">Groups</AccountLink>}
      >
        <p className="text-soft mt-1">Checks of a group share locations, retries, alerts and variables.</p>
      </PageHead>
      <WritersOnly doing="create groups">
        <GroupEditor task={{ kind: 'create' }} />
      </WritersOnly>
    </>
  )
}
