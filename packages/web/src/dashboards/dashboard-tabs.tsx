import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../api/account-context.ts'
import { LinkTabs, linkTabClasses } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'

const tabs = [
  ['/accounts/$accountId/dashboards', 'Dashboards'],
  ['/accounts/$accountId/dashboards/badges', 'Badges'],
] as const

/** The head that the list of dashboards and the badges share. */
export function DashboardTabs({ actions }: { actions?: ReactNode }) {
  const { id: accountId } = useAccount()
  return (
    <>
      <PageHead title="Dashboards" actions={actions} />
      <LinkTabs label="Dashboards">
        {tabs.map(([to, name]) => (
          <Link
            key={to}
            to={to}
            params={{ accountId }}
            activeOptions={{ exact: true, includeSearch: false }}
            className={linkTabClasses}
          >
            {name}
          </Link>
        ))}
      </LinkTabs>
    </>
  )
}
