import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useApi } from '../api/account-context.ts'
import { buttonClasses } from '../parts/button.tsx'
import { segmentClasses, segmentRow } from '../parts/segments.tsx'
import { checkNameQuery } from '../resources/checks.ts'
import { CheckPicker } from '../search/check-and-group-pickers.tsx'
import { alertClassWords } from './alert-words.ts'
import { alertsRoute } from './routes.ts'
import { withSearch, type AlertsSearch } from './search-params.ts'

export function AlertFilters({ search }: { search: AlertsSearch }) {
  return (
    <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
      <nav aria-label="Kind of alert" className={segmentRow}>
        {[[undefined, 'All'] as const, ...alertClassWords].map(([kind, word]) => (
          <Link
            key={word}
            to="."
            search={(before) => withSearch(before, { kind })}
            activeOptions={{ exact: true }}
            aria-current={search.kind === kind ? true : undefined}
            className={segmentClasses(search.kind === kind)}
          >
            {word}
          </Link>
        ))}
      </nav>
      <div className="sm:w-64">
        {search.checkId === undefined ? <CheckChoice /> : <ChosenCheck checkId={search.checkId} />}
      </div>
    </div>
  )
}

function CheckChoice() {
  const navigate = useNavigate({ from: alertsRoute.fullPath })
  return (
    <CheckPicker
      label="Filter by check"
      isLabelHidden
      placeholder="Filter by check…"
      onPick={(checkId) =>
        void navigate({ search: ({ page: _first, ...before }) => ({ ...before, checkId }) })
      }
    />
  )
}

function ChosenCheck({ checkId }: { checkId: string }) {
  const name = useQuery(checkNameQuery(useApi(), checkId))
  return (
    <p className="flex items-center justify-between gap-2">
      <span className="min-w-0 truncate">
        Only of <strong>{name.data ?? checkId}</strong>
      </span>
      <Link
        to="."
        search={(before) => withSearch(before, { checkId: undefined, page: undefined })}
        className={buttonClasses()}
      >
        All checks
      </Link>
    </p>
  )
}
