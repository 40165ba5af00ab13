import type { ReactNode } from 'react'
import { AccountTabs } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'

const tabs = [
  ['/accounts/$accountId/status-pages', 'Pages'],
  ['/accounts/$accountId/status-pages/incidents', 'Incidents'],
  ['/accounts/$accountId/status-pages/services', 'Services'],
] as const

/** The head that the lists around status pages share. */
export function StatusPageTabs({ actions }: { actions?: ReactNode }) {
  return (
    <>
      <PageHead title="Status pages" actions={actions} />
      <AccountTabs label="Status pages" tabs={tabs} />
    </>
  )
}
