import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useApi } from '../../api/account-context.ts'
import { buttonClasses } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { auditQuery } from '../../resources/account/audit-log.ts'
import { OnlyFor } from '../only-for.tsx'
import { auditRoute } from '../routes.ts'
import { AuditEntryItem } from './audit-entry-item.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { auditFilter } from './search-params.ts'

export function AuditScreen() {
  return (
    <>
      <PageHead title="Audit log" help="audit-log">
        <p className="text-soft mt-1">Who changed what in this account, newest first.</p>
      </PageHead>
      <OnlyFor role="ADMIN" what="The audit log">
        <AuditLog />
      </OnlyFor>
    </>
  )
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Empty title="No changes yet">
        <p>Every change of checks, groups, channels, pages and settings is listed here.</p>
      </Empty>
    )
  }
  return (
    <Empty
      title="No changes match"
      action={
        <Link from={auditRoute.fullPath} search={{}} className={buttonClasses()}>
          Clear filters
        </Link>
      }
    />
  )
}

function AuditLog() {
  const search = auditRoute.useSearch()
  const { after, ...filters } = search
  const query = useQuery(auditQuery(useApi(), auditFilter(search)))
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <AuditFilters search={search} />
      <Card isFlush>
        <Loaded query={query} what="the audit log">
          {({ entries, nextId }) => (
            <>
              {entries.length === 0 ? (
                <NoEntries isFiltered={isFiltered} />
              ) : (
                <ul aria-busy={query.isPlaceholderData}>
                  {entries.map((entry) => (
                    <AuditEntryItem key={entry.id} entry={entry} />
                  ))}
                </ul>
              )}
              {after === undefined && nextId === null ? null : (
                <nav aria-label="Pages" className="border-line flex justify-between gap-2 border-t px-4 py-3">
                  {after === undefined ? (
                    <span />
                  ) : (
                    <Link from={auditRoute.fullPath} search={filters} className={buttonClasses()}>
                      Newest
                    </Link>
                  )}
                  {nextId === null ? null : (
                    <Link
                      from={auditRoute.fullPath}
                      search={{ ...filters, after: nextId }}
                      className={buttonClasses()}
                    >
                      Older
                    </Link>
                  )}
                </nav>
              )}
            </>
          )}
        </Loaded>
      </Card>
    </>
  )
}
