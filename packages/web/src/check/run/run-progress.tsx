import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../../api/account-context.ts'
import { useLiveEvent } from '../../api/live-events.ts'
import { Button } from '../../parts/button.tsx'
import { CancelRuns } from '../../parts/dialogs/cancel-runs.tsx'
import { Place } from '../../parts/place.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { formatWholeMs } from '../../parts/format.ts'
import { Loaded } from '../../parts/states.tsx'
import { VerdictMark } from '../../parts/status/verdict-mark.tsx'
import { withheldWords } from '../result/withheld-words.ts'
import { cancelSession, sessionQuery, type CheckSession } from '../../resources/check-sessions.ts'
import { progressOf, isOver, sessionWords, type LocationProgress } from './session-progress.ts'

const askEveryMs = 2000

/** A run that somebody asked for, location by location, until it has ended. */
export function RunProgress({ sessionId, onClose }: { sessionId: string; onClose?: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const options = sessionQuery(api, sessionId)
  const query = useQuery({
    ...options,
    // The stream tells of most steps; a step that it missed is seen here.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && isOver(data.status) ? false : askEveryMs,
  })
  useLiveEvent('session', ({ id }) => {
    if (id === sessionId) void queries.invalidateQueries({ queryKey: options.queryKey })
  })
  return (
    <Card
      title="Run now"
      isFlush
      actions={
        <>
          {query.data === undefined || isOver(query.data.status) ? null : (
            <CancelRuns
              what="run"
              cancel={(service) => cancelSession(service, sessionId)}
              stale={[['check-session', sessionId]]}
            />
          )}
          {onClose === undefined ? null : (
            <Button look="quiet" onClick={onClose}>
              Close
            </Button>
          )}
        </>
      }
    >
      <Loaded query={query} what="the run">
        {(session) => <Places session={session} />}
      </Loaded>
    </Card>
  )
}

function Places({ session }: { session: CheckSession }) {
  const { id: accountId } = useAccount()
  return (
    <>
      <p role="status" className="px-4 pt-3 font-medium">
        {sessionWords(session)}
      </p>
      <DataTable columns={['Location', 'Progress', 'Response time', { name: 'Result', isNameHidden: true }]}>
        {progressOf(session).map((place) => (
          <tr key={place.location}>
            <th scope="row" className="text-ink! font-medium">
              <Place code={place.location} />
            </th>
            <td>
              <Progress place={place} />
              {place.secretsWithheldFrom === null ? null : (
                <p className="text-warn mt-1 text-sm">{withheldWords(place.secretsWithheldFrom)}</p>
              )}
            </td>
            <td className="tabular-nums">{formatWholeMs(place.responseTime)}</td>
            <td>
              {place.resultId === null ? null : (
                <Link
                  to="/accounts/$accountId/checks/$checkId/results/$resultId"
                  params={{ accountId, checkId: session.checkId, resultId: place.resultId }}
                >
                  Result<span className="sr-only"> at {place.location}</span>
                </Link>
              )}
            </td>
          </tr>
        ))}
      </DataTable>
    </>
  )
}

function Progress({ place }: { place: LocationProgress }) {
  switch (place.state) {
    case 'waiting':
      return <span className="text-soft animate-pulse">Waiting for an agent…</span>
    case 'running':
      return <span className="text-accent animate-pulse">Retrying after attempt {place.attempts}…</span>
    case 'not-run':
      return <span className="text-warn">Did not run: {place.note}</span>
    case 'ended':
      return (
        <>
          <VerdictMark verdict={place.verdict} />
          {place.attempts > 1 ? (
            <span className="text-soft ml-2 text-xs">{place.attempts} attempts</span>
          ) : null}
        </>
      )
    default:
      return place satisfies never
  }
}
