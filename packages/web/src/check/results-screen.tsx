import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { checkTypes } from '../check-types/registry.ts'
import { Button, buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { StaleWhileLoading } from '../parts/stale-while-loading.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { resultsQuery } from '../resources/check-results.ts'
import { checkQuery, type Check } from '../resources/checks.ts'
import { countFresh, type ReceivedResult } from './fresh-results.ts'
import { previousOfCheck } from './previous-of-check.ts'
import { ResultFilters } from './result-filters.tsx'
import { ResultTable } from './result-table.tsx'
import { checkResultsRoute } from './routes.ts'
import { resultsFilterOf } from './search-params.ts'

export function ResultsScreen() {
  const { accountId, checkId } = checkResultsRoute.useParams()
  const query = useQuery(checkQuery(useApi(), checkId))
  return (
    <Loaded query={query} what="the check">
      {(check) =>
        checkTypes[check.checkType].view.kind === 'events' ? (
          <NoResults accountId={accountId} checkId={checkId} />
        ) : (
          <Results check={check} />
        )
      }
    </Loaded>
  )
}

/** Of a type that nothing runs. No tab leads here, but an address that somebody has may. */
function NoResults(params: { accountId: string; checkId: string }) {
  return (
    <Card isFlush>
      <Empty
        title="No results"
        action={
          <Link to="/accounts/$accountId/checks/$checkId" params={params} className={buttonClasses()}>
            Show the overview
          </Link>
        }
      >
        <p>Sonde does not run this check: it waits for pings, which are on the overview.</p>
      </Empty>
    </Card>
  )
}

/** More than anybody leaves unread on an open page. */
const eventLimit = 2000

function Results({ check }: { check: Check }) {
  const search = checkResultsRoute.useSearch()
  const query = useQuery({
    ...resultsQuery(useApi(), check, resultsFilterOf(search)),
    placeholderData: previousOfCheck(check.id),
  })
  const isFiltered = Object.keys(search).length > 0
  // What is on the screen does not move while somebody reads it: newer ones wait until they are asked for.
  const [events, setEvents] = useState<readonly ReceivedResult[]>([])
  useLiveEvent('check', ({ id, lastResult }) => {
    if (id !== check.id || lastResult === null) return
    setEvents((before) => [...before.slice(-eventLimit), { result: lastResult, receivedAt: Date.now() }])
  })
  const { data, dataUpdatedAt, isPlaceholderData } = query
  const fresh =
    data === undefined || isPlaceholderData
      ? 0
      : countFresh(events, { search, entries: data.entries, readAt: dataUpdatedAt })
  return (
    <>
      <ResultFilters check={check} search={search} />
      <div role="status" className="min-h-0">
        {fresh === 0 ? null : (
          <p className="mb-3">
            <Button onClick={() => void query.refetch()}>
              {fresh === 1 ? '1 new result' : `${fresh} new results`}: show
            </Button>
          </p>
        )}
      </div>
      <Card isFlush>
        <StaleWhileLoading query={query} what="the results">
          {({ entries, nextId }) =>
            entries.length === 0 ? (
              <Empty
                title={isFiltered ? 'No result matches' : 'No results yet'}
                action={
                  isFiltered ? (
                    <Link from={checkResultsRoute.fullPath} to="." search={{}} className={buttonClasses()}>
                      Show all results
                    </Link>
                  ) : null
                }
              >
                <p>
                  {isFiltered
                    ? 'Single results are kept for some weeks; the overview has statistics of older times.'
                    : 'The first one comes with the first run: a new check runs at once.'}
                </p>
              </Empty>
            ) : (
              <>
                <ResultTable check={check} results={entries} />
                <Pages after={search.after} nextId={nextId} />
              </>
            )
          }
        </StaleWhileLoading>
      </Card>
    </>
  )
}

function Pages({ after, nextId }: { after: string | undefined; nextId: string | null }) {
  if (after === undefined && nextId === null) return null
  const { fullPath } = checkResultsRoute
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3 px-4 py-3">
      {after === undefined ? (
        <span />
      ) : (
        <Link
          from={fullPath}
          to="."
          search={({ after: _after, ...rest }) => rest}
          className={buttonClasses()}
        >
          Newest
        </Link>
      )}
      {nextId === null ? null : (
        <Link
          from={fullPath}
          to="."
          search={(before) => ({ ...before, after: nextId })}
          className={buttonClasses()}
        >
          Older
        </Link>
      )}
    </nav>
  )
}
