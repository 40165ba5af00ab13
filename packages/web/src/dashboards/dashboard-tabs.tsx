import type { ReactNode } from 'react'
import { AccountTabs } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'

const tabs = [
  ['/accounts/$accountId/dashboards', 'Dashboards'],
  ['/accounts/$accountId/dashboards/badges', 'Badges'],
] as const

/** The head that the list of dashboards and the badges share. */
export function DashboardTabs({ actions }: { actions?: ReactNode }) {
  return (
    <>
      <PageHead title="Dashboards" actions={actions} />
      <AccountTabs label="Dashboards" tabs={tabs} />
    </>
  )
}
