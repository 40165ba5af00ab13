import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { LinkTabs, linkTabClasses } from '../parts/link-tabs.tsx'

const tabs = [
  ['/accounts/$accountId/locations', 'Private locations'],
  ['/accounts/$accountId/locations/data-centers', 'Data centers'],
  ['/accounts/$accountId/locations/agents', 'Agents'],
] as const

export function LocationTabs() {
  const { id } = useAccount()
  return (
    <LinkTabs label="Locations">
      {tabs.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          params={{ accountId: id }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkTabClasses}
        >
          {name}
        </Link>
      ))}
    </LinkTabs>
  )
}
