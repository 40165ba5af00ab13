import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { buttonClasses } from '../parts/button.tsx'
import { LinkTabs, linkTabClasses } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'

/** The head that the history and the deliveries share. */
export function AlertTabs({ title }: { title: string }) {
  const { id: accountId } = useAccount()
  return (
    <>
      <PageHead
        title={title}
        actions={
          <Link to="/accounts/$accountId/alert-settings" params={{ accountId }} className={buttonClasses()}>
            Alert settings
          </Link>
        }
      />
      <LinkTabs label="Alerts">
        <Link
          to="/accounts/$accountId/alerts"
          params={{ accountId }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkTabClasses}
        >
          History
        </Link>
        <Link
          to="/accounts/$accountId/alerts/deliveries"
          params={{ accountId }}
          activeOptions={{ includeSearch: false }}
          className={linkTabClasses}
        >
          Deliveries
        </Link>
      </LinkTabs>
    </>
  )
}
