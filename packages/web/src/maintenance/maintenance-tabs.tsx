import { Link } from '@tanstack/react-router'
import { useAccount, useMay } from '../api/account-context.ts'
import { buttonClasses } from '../parts/button.tsx'
import { LinkTabs, linkTabClasses } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'

export function NewWindowLink() {
  const { id: accountId } = useAccount()
  if (!useMay('READ_WRITE')) return null
  return (
    <Link
      to="/accounts/$accountId/maintenance/windows/new"
      params={{ accountId }}
      className={buttonClasses('primary')}
    >
      New maintenance window
    </Link>
  )
}

/** The head that the calendar and the list of windows share. */
export function MaintenanceTabs() {
  const { id: accountId } = useAccount()
  return (
    <>
      <PageHead title="Maintenance" actions={<NewWindowLink />} />
      <LinkTabs label="Maintenance">
        <Link
          to="/accounts/$accountId/maintenance"
          params={{ accountId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkTabClasses}
        >
          Calendar
        </Link>
        <Link
          to="/accounts/$accountId/maintenance/windows"
          params={{ accountId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkTabClasses}
        >
          Windows
        </Link>
      </LinkTabs>
    </>
  )
}
