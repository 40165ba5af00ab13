import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { AccountTabs } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'

const tabs = [
  ['/accounts/$accountId/alerts', 'History'],
  ['/accounts/$accountId/alerts/deliveries', 'Deliveries'],
] as const

/** The head that the history and the deliveries share. */
export function AlertTabs({ title }: { title: string }) {
  return (
    <>
      <PageHead
        title={title}
        actions={
          <AccountLink to="/accounts/$accountId/alert-settings" className={buttonClasses()}>
            Alert settings
          </AccountLink>
        }
      />
      <AccountTabs label="Alerts" tabs={tabs} />
    </>
  )
}
