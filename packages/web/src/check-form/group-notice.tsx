import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../api/account-context.ts'
import type { CheckGroup } from '../resources/check-groups.ts'

/** Says at a field that the group of the check decides in its place. */
export function GroupNotice({
  source,
  group,
  children,
}: {
  source: 'check' | 'group' | 'both' | 'account'
  group: CheckGroup | null
  children: ReactNode
}) {
  const { id: accountId } = useAccount()
  if (source !== 'group' || group === null) return null
  return (
    <p role="status" className="bg-accent-wash rounded-md px-3 py-2">
      From group{' '}
      <Link
        to="/accounts/$accountId/groups/$groupId/edit"
        params={{ accountId, groupId: String(group.id) }}
        className="underline"
      >
        {group.name}
      </Link>
      . {children}
    </p>
  )
}
