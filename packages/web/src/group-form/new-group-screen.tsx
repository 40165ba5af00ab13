import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { PageHead } from '../parts/page.tsx'
import { WritersOnly } from '../parts/writers-only.tsx'
import { GroupEditor } from './group-editor.tsx'

export function NewGroupScreen() {
  const { id: accountId } = useAccount()
  return (
    <>
      <PageHead
        title="New group"
        above={
          <Link to="/accounts/$accountId/groups" params={{ accountId }}>
            Groups
          </Link>
        }
      >
        <p className="text-soft mt-1">Checks of a group share locations, retries, alerts and variables.</p>
      </PageHead>
      <WritersOnly doing="make groups">
        <GroupEditor task={{ kind: 'create' }} />
      </WritersOnly>
    </>
  )
}
