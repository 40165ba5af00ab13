import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { CreateLink } from '../parts/account-link.tsx'
import { Card } from '../parts/card.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { formatCount } from '../parts/format.ts'
import { Empty } from '../parts/states.tsx'
import { WordMark } from '../parts/status/word-mark.tsx'
import { pagesQuery, type StatusPage } from '../resources/status-pages/status-pages.ts'
import { domainWords } from './domain-words.ts'
import { SeverityMark } from './incidents/incident-marks.tsx'
import { worstOf } from './incidents/incident-words.ts'
import { PagedList } from '../parts/lists/paged-list.tsx'
import { StatusPageTabs } from './status-page-tabs.tsx'

export function StatusPagesScreen() {
  const pages = useInfiniteQuery(pagesQuery(useApi()))
  return (
    <>
      <StatusPageTabs actions={<NewPageLink />} />
      <Card isFlush>
        <PagedList
          query={pages}
          what="the status pages"
          empty={
            <Empty title="No status pages yet" action={<NewPageLink />} help="status-pages">
              <p>
                A status page shows your users the state of your services, incidents and planned work, and
                mails updates to subscribers.
              </p>
            </Empty>
          }
        >
          {(entries) => <PageTable pages={entries} />}
        </PagedList>
      </Card>
    </>
  )
}

function NewPageLink() {
  return <CreateLink to="/accounts/$accountId/status-pages/new">New status page</CreateLink>
}

function PageTable({ pages }: { pages: readonly StatusPage[] }) {
  return (
    <DataTable columns={['Page', 'Now', 'Visible to', 'Services', 'Subscribers', 'Own domain']}>
      {pages.map((page) => (
        <PageRow key={page.id} page={page} />
      ))}
    </DataTable>
  )
}

function PageRow({ page }: { page: StatusPage }) {
  const { id: accountId } = useAccount()
  const place = { accountId, pageId: page.id }
  const services = new Set(page.cards.flatMap((card) => card.services.map(({ id }) => id)))
  return (
    <tr>
      <th scope="row" className="min-w-44">
        <Link to="/accounts/$accountId/status-pages/$pageId" params={place}>
          {page.name}
        </Link>
        <a
          href={`/status/${page.url}`}
          target="_blank"
          rel="noreferrer"
          className="block text-xs font-normal"
        >
          /status/{page.url}
          <span className="sr-only"> (opens the page in a new tab)</span>
        </a>
      </th>
      <td>
        <PageState page={page} />
      </td>
      <td className="whitespace-nowrap">{page.isPrivate ? 'Anyone who has the password' : 'Anyone'}</td>
      <td>
        {page.layout === 'COMPONENTS' ? (
          <Link to="/accounts/$accountId/status-pages/$pageId/components" params={place}>
            Components<span className="sr-only"> of {page.name}</span>
          </Link>
        ) : (
          formatCount(services.size)
        )}
      </td>
      <td>
        <Link to="/accounts/$accountId/status-pages/$pageId/subscriptions" params={place}>
          {formatCount(page.subscriberCount)}
          <span className="sr-only"> subscribers of {page.name}</span>
        </Link>
      </td>
      <td className="min-w-36">
        <Domain page={page} />
      </td>
    </tr>
  )
}

/** By its incidents, as visitors see it; what is planned is on the screen for maintenance. */
export function PageState({ page }: { page: StatusPage }) {
  const worst = worstOf(page.incidents)
  if (worst === null) {
    return <WordMark word="No open incident" sign="✓" look="bg-good-wash text-good" />
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <SeverityMark severity={worst.severity} />
      <span className="text-soft text-xs whitespace-nowrap">{worst.count} open</span>
    </span>
  )
}

function Domain({ page }: { page: StatusPage }) {
  if (page.customDomain === null) return <span className="text-soft">none</span>
  return (
    <>
      {page.customDomain}
      <span className="mt-0.5 block">
        <WordMark {...domainWords(page.customDomainStatus)} />
      </span>
    </>
  )
}
