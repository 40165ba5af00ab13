import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { UnnotifiedNotice } from '../alert-channels/unnotified-notice.tsx'
import { useApi, useMay } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { PageHead } from '../parts/page.tsx'
import { Loading } from '../parts/states.tsx'
import { overviewGroupsQuery, overviewKey, overviewQuery } from '../resources/check-overview.ts'
import type { Check } from '../resources/checks.ts'
import { CheckList } from './check-list.tsx'
import { checksRoute } from './routes.ts'
import { groupsFilterOf, isNarrowed, overviewFilterOf, type ChecksSearch } from './search-params.ts'
import { Summary } from './summary.tsx'

const FirstMonitor = lazy(async () => ({
  default: (await import('../first-monitor/first-monitor.tsx')).FirstMonitor,
}))

export function ChecksScreen() {
  const search = checksRoute.useSearch()
  const isEmpty = useIsEmpty(search)
  const mayWrite = useMay('READ_WRITE')
  /**
   * The first check is made, and its first result is awaited on the same screen. Kept here: news of the check may come
   * before the answer to whoever made it, and the account is not empty any more then.
   */
  const [firstCheck, setFirstCheck] = useState<Check | null>(null)
  if (isEmpty || firstCheck !== null) {
    return (
      <Suspense fallback={<Loading what="the first steps" />}>
        <FirstMonitor newCheck={firstCheck} onMade={setFirstCheck} onLeave={() => setFirstCheck(null)} />
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

/** Whether the account has no check at all, by what the list below asks for anyway. */
function useIsEmpty(search: ChecksSearch): boolean {
  const api = useApi()
  const { by } = search
  const flat = useQuery({ ...overviewQuery(api, overviewFilterOf(search)), enabled: by === undefined })
  const grouped = useQuery({
    ...overviewGroupsQuery(api, groupsFilterOf(search, by ?? 'group')),
    enabled: by !== undefined,
  })
  const { data, isPlaceholderData } = by === undefined ? flat : grouped
  const queries = useQueryClient()
  // Somebody else, or a script, may make the first one while there is nothing yet that would hear of it: neither the list nor
  // the screen of an empty account.
  useLiveEvent('check-changed', () => {
    if ((data?.total ?? 0) === 0)
      void queries.invalidateQueries({ queryKey: [api.accountId, ...overviewKey] })
  })
  return data?.total === 0 && !isNarrowed(search) && !isPlaceholderData
}
