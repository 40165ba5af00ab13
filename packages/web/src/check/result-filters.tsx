import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { toLocalInput } from '../alerts/local-input.ts'
import { useApi } from '../api/account-context.ts'
import { buttonClasses } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { formatMoment, formatUtc } from '../parts/format.ts'
import { useTextOfPlace } from '../parts/use-place-names.ts'
import { resultsQuery } from '../resources/check-results.ts'
import type { Check } from '../resources/checks.ts'
import { checkResultsRoute } from './routes.ts'
import { resultsFilterOf, attemptFilters, verdictFilters, type ResultsSearch } from './search-params.ts'

/** What the list is narrowed to; all of it is in the address. */
export function ResultFilters({ check, search }: { check: Check; search: ResultsSearch }) {
  const navigate = useNavigate({ from: checkResultsRoute.fullPath })
  const locations = useLocations(check, search)
  const nameOf = useTextOfPlace()
  const change = (next: (before: ResultsSearch) => ResultsSearch) =>
    void navigate({ search: ({ after: _after, ...before }) => next(before) })
  return (
    <section
      aria-label="Filters"
      className="mb-4 flex flex-wrap items-end gap-3 max-md:grid max-md:grid-cols-2"
    >
      <Field label="Verdict">
        {(control) => (
          <select
            {...control}
            className="control"
            value={search.verdict ?? ''}
            onChange={({ target: { value } }) =>
              change(({ verdict: _verdict, ...rest }) => {
                const verdict = verdictFilters.find((one) => one === value)
                return verdict === undefined ? rest : { ...rest, verdict }
              })
            }
          >
            <option value="">All</option>
            <option value="failed">Failed</option>
            <option value="not-failed">Not failed</option>
          </select>
        )}
      </Field>
      <Field label="Location">
        {(control) => (
          <select
            {...control}
            className="control"
            value={search.location ?? ''}
            onChange={({ target: { value } }) =>
              change(({ location: _location, ...rest }) =>
                value === '' ? rest : { ...rest, location: value },
              )
            }
          >
            <option value="">All</option>
            {locations.map((location) => (
              <option key={location} value={location}>
                {nameOf(location)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Attempts">
        {(control) => (
          <select
            {...control}
            className="control"
            value={search.attempts ?? ''}
            onChange={({ target: { value } }) =>
              change(({ attempts: _attempts, ...rest }) => {
                const attempts = attemptFilters.find((one) => one === value)
                return attempts === undefined ? rest : { ...rest, attempts }
              })
            }
          >
            <option value="">Last of each run</option>
            <option value="ATTEMPT">Retried attempts</option>
            <option value="ALL">All</option>
          </select>
        )}
      </Field>
      <Until
        search={search}
        onChoose={(to) => change((rest) => ({ ...rest, from: Math.min(rest.from ?? 0, to - 1), to }))}
      />
      {search.from === undefined || search.to === undefined ? null : (
        <p
          className="flex flex-wrap items-center gap-2 pb-1"
          title={`${formatUtc(search.from)} – ${formatUtc(search.to)}`}
        >
          {search.from === 0 ? 'Until' : `${formatMoment(search.from, 'short')} –`}{' '}
          {formatMoment(search.to, 'short')}
          <Link
            from={checkResultsRoute.fullPath}
            to="."
            search={({ from: _from, to: _to, after: _after, ...rest }) => rest}
            className={buttonClasses('quiet')}
          >
            Any time
          </Link>
        </p>
      )}
    </section>
  )
}

function Until({ search, onChoose }: { search: ResultsSearch; onChoose: (to: number) => void }) {
  return (
    <Field label="Started before">
      {(control) => (
        <input
          {...control}
          key={search.to ?? 'now'}
          type="datetime-local"
          className="control"
          defaultValue={search.to === undefined ? '' : toLocalInput(search.to)}
          onBlur={({ target: { value } }) => {
            const to = value === '' ? Number.NaN : new Date(value).getTime()
            if (!Number.isNaN(to) && to > 0 && value !== toLocalInput(search.to ?? 0)) onChoose(to)
          }}
        />
      )}
    </Field>
  )
}

/** Those of the check, and those that its results name: it may have run elsewhere before, or by its group. */
function useLocations(check: Check, search: ResultsSearch): string[] {
  const { data } = useQuery(resultsQuery(useApi(), check, resultsFilterOf(search)))
  const locations = data?.entries.flatMap(({ runLocation }) => runLocation ?? []) ?? []
  const selection = search.location === undefined ? [] : [search.location]
  return [
    ...new Set([...(check.locations ?? []), ...(check.privateLocations ?? []), ...locations, ...selection]),
  ].toSorted()
}
