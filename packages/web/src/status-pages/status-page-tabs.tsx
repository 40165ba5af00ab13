import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../api/account-context.ts'
import { LinkTabs, linkTabClasses } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'

const tabs = [
  ['/accounts/$accountId/status-pages', 'Pages'],
  ['/accounts/$accountId/status-pages/incidents', 'Incidents'],
  ['/accounts/$accountId/status-pages/services', 'Services'],
] as const

/** The head that the lists around status pages share. */
export function StatusPageTabs({ actions }: { actions?: ReactNode }) {
  const { id: accountId } = useAccount()
  return (
    <>
      <PageHead title="Status pages" actions={actions} />
      <LinkTabs label="Status pages">
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
