import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { UnnotifiedNotice } from '../alert-channels/unnotified-notice.tsx'
import { useApi } from '../api/account-context.ts'
import { checkTypes } from '../check-types/registry.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { MaintenanceNotice } from '../maintenance/silence.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { LinkTabs, linkTabClasses } from '../parts/link-tabs.tsx'
import { PageHead } from '../parts/page.tsx'
import { checkQuery } from '../resources/checks.ts'
import { CheckActions } from './actions.tsx'
import { CheckFacts, CheckProblem, CheckState } from './head.tsx'
import { checkRoute } from './routes.ts'
import { RunProgress } from './run/run-progress.tsx'
import { useLiveCheck } from './use-live-check.ts'

export function CheckScreen() {
  const { accountId, checkId } = checkRoute.useParams()
  const query = useQuery(checkQuery(useApi(), checkId))
  const [sessionId, setSessionId] = useState<string | null>(null)
  useLiveCheck(checkId)
  const params = { accountId, checkId }
  return (
    <LoadedScreen
      query={query}
      thing="check"
      above={<AccountLink to="/accounts/$accountId/checks">Checks</AccountLink>}
    >
      {(check) => (
        <>
          <PageHead
            title={check.name}
            above={<AccountLink to="/accounts/$accountId/checks">Checks</AccountLink>}
            beside={<CheckState check={check} />}
            actions={<CheckActions check={check} onRun={setSessionId} />}
          >
            <CheckFacts check={check} />
          </PageHead>
          <CheckProblem checkId={check.id} />
          {sessionId === null ? null : (
            <RunProgress key={sessionId} sessionId={sessionId} onClose={() => setSessionId(null)} />
          )}
          <MaintenanceNotice subject={{ checkId: check.id }} />
          <UnnotifiedNotice checkId={check.id} />
          <LinkTabs label="Parts of the check">
            <Link
              to="/accounts/$accountId/checks/$checkId"
              params={params}
              activeOptions={{ exact: true, includeSearch: false }}
              className={linkTabClasses}
            >
              Overview
            </Link>
            {checkTypes[check.checkType].view.kind === 'events' ? null : (
              <Link
                to="/accounts/$accountId/checks/$checkId/results"
                params={params}
                className={linkTabClasses}
              >
                Results
              </Link>
            )}
            <Link to="/accounts/$accountId/checks/$checkId/alerts" params={params} className={linkTabClasses}>
              Alerts
            </Link>
            <Link to="/accounts/$accountId/checks/$checkId/code" params={params} className={linkTabClasses}>
              As code
            </Link>
          </LinkTabs>
          <Outlet />
        </>
      )}
    </LoadedScreen>
  )
}
