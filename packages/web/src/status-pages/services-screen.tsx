import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { Button, buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  deleteService,
  servicesQuery,
  type StatusPageService,
} from '../resources/status-pages/status-page-services.ts'
import { pagesQuery, statusPagesKey, type StatusPage } from '../resources/status-pages/status-pages.ts'
import { SearchBox } from '../search/search-box.tsx'
import { servicesRoute } from './routes.ts'
import { followsInWords } from './follows-in-words.ts'
import { ServiceDialog } from './service-dialog.tsx'
import { StatusPageTabs } from './status-page-tabs.tsx'

const shownAtOnce = 100

export function ServicesScreen() {
  const services = useQuery(servicesQuery(useApi()))
  const mayWrite = useMay('READ_WRITE')
  const toast = useToast()
  const [isMaking, setIsMaking] = useState(false)
  const newButton = mayWrite ? (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      New service
    </Button>
  ) : undefined
  return (
    <>
      <StatusPageTabs actions={newButton} />
      <Loaded query={services} what="the services">
        {(all) =>
          all.length === 0 ? (
            <Card isFlush>
              <Empty title="No services yet" action={newButton} help="status-pages">
                <p>
                  A service is a part of your product that people know by name, such as Payments. It is shown
                  on status pages and in incidents.
                </p>
              </Empty>
            </Card>
          ) : (
            <ServiceList all={all} />
          )
        }
      </Loaded>
      {isMaking ? (
        <ServiceDialog
          onDone={({ name }) => toast(`Service “${name}” created`)}
          onClose={() => setIsMaking(false)}
        />
      ) : null}
    </>
  )
}

function ServiceList({ all }: { all: readonly StatusPageService[] }) {
  const { search = '' } = servicesRoute.useSearch()
  const navigate = useNavigate({ from: servicesRoute.fullPath })
  const pages = useInfiniteQuery(pagesQuery(useApi()))
  const onSearch = useCallback(
    (text: string) => void navigate({ search: text === '' ? {} : { search: text }, replace: true }),
    [navigate],
  )
  const needle = search.trim().toLowerCase()
  const matches = all
    .filter(({ name }) => name.toLowerCase().includes(needle))
    .toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }))
  const rows = matches.slice(0, shownAtOnce)
  const readPages = pages.data?.pages.flatMap(({ entries }) => entries)
  return (
    <>
      <div className="mb-4 max-w-sm">
        <SearchBox label="Find a service" value={search} onChange={onSearch} />
      </div>
      <Card isFlush>
        {rows.length === 0 ? (
          <Empty title="No service matches">
            <p>No name contains “{search}”.</p>
          </Empty>
        ) : (
          <DataTable columns={['Service', 'Follows', 'On pages', 'Created']} hasActions>
            {rows.map((service) => (
              <ServiceRow key={service.id} service={service} pages={readPages} isMore={pages.hasNextPage} />
            ))}
          </DataTable>
        )}
        {matches.length > rows.length ? (
          <p className="text-soft border-line border-t px-4 py-3">
            {rows.length} of {matches.length} are shown: find the others by their name.
          </p>
        ) : null}
      </Card>
    </>
  )
}

function ServiceRow({
  service,
  pages,
  isMore,
}: {
  service: StatusPageService
  pages: readonly StatusPage[] | undefined
  /** There are pages that were not read. */
  isMore: boolean
}) {
  const { id: accountId, api } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const toast = useToast()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const showing = pages?.filter(({ cards }) =>
    cards.some(({ services }) => services.some(({ id }) => id === service.id)),
  )
  return (
    <tr>
      <th scope="row" className="min-w-32">
        {service.name}
      </th>
      <td className="min-w-32">{followsInWords(service.follows)}</td>
      <td className="min-w-32">
        {showing === undefined ? '…' : showing.length === 0 && !isMore ? 'none' : null}
        {showing?.map((page, index) => (
          <span key={page.id}>
            {index === 0 ? '' : ', '}
            <Link to="/accounts/$accountId/status-pages/$pageId" params={{ accountId, pageId: page.id }}>
              {page.name}
            </Link>
          </span>
        ))}
        {isMore ? <span className="text-soft"> of the newest pages</span> : null}
      </td>
      <td>
        <Moment at={service.created_at} form="ago" />
      </td>
      <td>
        {mayWrite ? (
          <span className="flex justify-end gap-2">
            <Link
              to="/accounts/$accountId/status-pages/incidents/new"
              params={{ accountId }}
              search={{ service: service.id }}
              className={buttonClasses()}
              aria-label={`Open incident for ${service.name}`}
            >
              Open incident
            </Link>
            <Button aria-label={`Edit ${service.name}`} onClick={() => setDialog('edit')}>
              Edit
            </Button>
            <Button look="danger" aria-label={`Delete ${service.name}`} onClick={() => setDialog('delete')}>
              Delete
            </Button>
          </span>
        ) : null}
        {dialog === 'edit' ? (
          <ServiceDialog service={service} onDone={() => toast('Saved')} onClose={close} />
        ) : null}
        {dialog === 'delete' ? (
          <ConfirmDelete
            what="service"
            name={service.name}
            consequences={
              <p>
                It is removed from its cards and pages, and checks no longer open incidents for it. Its
                incidents are kept, with its name.
              </p>
            }
            onDelete={() => deleteService(api, service.id)}
            stale={statusPagesKey}
            onClose={close}
          />
        ) : null}
      </td>
    </tr>
  )
}
