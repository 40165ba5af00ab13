import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { UnnotifiedNotice } from '../alert-channels/unnotified-notice.tsx'
import { useApi, useMay } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { PageHead } from '../parts/page.tsx'
import { Loading } from '../parts/states.tsx'
import { overviewQuery } from '../resources/check-overview.ts'
import { CheckList } from './check-list.tsx'
import { checksRoute } from './routes.ts'
import { isNarrowed, overviewFilterOf } from './search-params.ts'
import { Summary } from './summary.tsx'

const FirstMonitor = lazy(async () => ({
  default: (await import('../first-monitor/first-monitor.tsx')).FirstMonitor,
}))

export function ChecksScreen() {
  const search = checksRoute.useSearch()
  const overview = useQuery(overviewQuery(useApi(), overviewFilterOf(search)))
  const mayWrite = useMay('READ_WRITE')
  /** The first monitor is made, and its first result is awaited on the same screen. */
  const [isBeginning, setIsBeginning] = useState(false)
  const isEmpty = overview.data?.total === 0 && !isNarrowed(search) && !overview.isPlaceholderData
  if (isEmpty || isBeginning) {
    return (
      <Suspense fallback={<Loading what="the first steps" />}>
        <FirstMonitor onBegin={() => setIsBeginning(true)} onLeave={() => setIsBeginning(false)} />
      </Suspense>
    )
  }
  return (
    <>
      <PageHead
        title="Checks"
        actions={
          mayWrite ? (
            <AccountLink to="/accounts/$accountId/checks/new" className={buttonClasses('primary')}>
              New check
            </AccountLink>
          ) : null
        }
      />
      <Summary search={search} />
      <UnnotifiedNotice />
      <CheckList search={search} whenEmpty={null} />
    </>
  )
}
