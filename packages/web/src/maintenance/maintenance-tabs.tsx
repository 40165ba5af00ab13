import { CreateLink } from '../parts/account-link.tsx'
import { AccountTabs } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'

export function NewWindowLink() {
  return <CreateLink to="/accounts/$accountId/maintenance/windows/new">New maintenance window</CreateLink>
}

const tabs = [
  ['/accounts/$accountId/maintenance', 'Calendar'],
  ['/accounts/$accountId/maintenance/windows', 'Windows'],
] as const

/** The head that the calendar and the list of windows share. */
export function MaintenanceTabs() {
  return (
    <>
      <PageHead title="Maintenance" actions={<NewWindowLink />} />
      <AccountTabs label="Maintenance" tabs={tabs} />
    </>
  )
}
