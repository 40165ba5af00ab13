import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../api/account-context.ts'
import { LoadedScreen } from '../../frame/loaded-screen.tsx'
import { AccountLink } from '../../parts/account-link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PageHead } from '../../parts/page.tsx'
import { sessionQuery } from '../../resources/check-sessions.ts'
import { checkSessionRoute } from '../routes.ts'
import { RunProgress } from './run-progress.tsx'

/** A run that was asked for, by a person or by a script that shows this address. */
export function SessionScreen() {
  const { accountId, sessionId } = checkSessionRoute.useParams()
  const session = useQuery(sessionQuery(useApi(), sessionId))
  return (
    <LoadedScreen
      query={session}
      thing="run"
      above={<AccountLink to="/accounts/$accountId/checks">Checks</AccountLink>}
    >
      {({ checkId, name, startedAt }) => (
        <>
          <PageHead
            title={`Run of ${name}`}
            above={
              <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }}>
                {name}
              </Link>
            }
          >
            <p className="text-soft mt-1">
              Started <Moment at={startedAt} />
            </p>
          </PageHead>
          <RunProgress sessionId={sessionId} />
        </>
      )}
    </LoadedScreen>
  )
}
