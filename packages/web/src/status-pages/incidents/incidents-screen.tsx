import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../../api/account-context.ts'
import { AccountLink, CreateLink } from '../../parts/account-link.tsx'
import { buttonClasses } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { formatIncidentDuration } from './incident-duration.ts'
import { Moment } from '../../parts/moment.tsx'
import { Empty } from '../../parts/states.tsx'
import { Tag } from '../../parts/tag.tsx'
import { incidentsQuery, type Incident } from '../../resources/status-pages/status-page-incidents.ts'
import { PagedList } from '../../parts/lists/paged-list.tsx'
import { incidentsRoute } from '../routes.ts'
import type { IncidentsSearch } from '../search-params.ts'
import { StatusPageTabs } from '../status-page-tabs.tsx'
import { IncidentStatusMark, SeverityMark } from './incident-marks.tsx'

export function IncidentsScreen() {
  const { show } = incidentsRoute.useSearch()
  return (
    <>
      <StatusPageTabs actions={<NewIncidentLink />} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <ShowChoice />
        <p className="text-soft">
          For planned work, use{' '}
          <AccountLink to="/accounts/$accountId/maintenance" className="underline">
            Maintenance
          </AccountLink>
          .
        </p>
      </div>
      {show === 'resolved' ? null : <OpenIncidents />}
      {show === 'open' ? null : <ResolvedIncidents />}
    </>
  )
}

function NewIncidentLink() {
  return <CreateLink to="/accounts/$accountId/status-pages/incidents/new">New incident</CreateLink>
}

const choices: readonly (readonly [string, IncidentsSearch])[] = [
  ['All', {}],
  ['Open', { show: 'open' }],
  ['Resolved', { show: 'resolved' }],
]

function ShowChoice() {
  return (
    <nav aria-label="Which incidents" className="flex flex-wrap gap-2">
      {choices.map(([word, search]) => (
        <Link
          key={word}
          from={incidentsRoute.fullPath}
          to="."
          search={search}
          activeOptions={{ exact: true, includeSearch: true }}
          className={buttonClasses(
            'plain',
            'aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent',
          )}
        >
          {word}
        </Link>
      ))}
    </nav>
  )
}

function OpenIncidents() {
  const open = useInfiniteQuery({ ...incidentsQuery(useApi(), true), refetchInterval: 30_000 })
  return (
    <Card title="Open" isFlush>
      <PagedList
        query={open}
        what="the open incidents"
        empty={
          <Empty title="No open incidents" action={<NewIncidentLink />} help="status-pages">
            <p>
              An incident tells visitors of your status pages what is wrong. A check can open one
              automatically when it fails: see “Open an incident on a status page” in its form.
            </p>
          </Empty>
        }
      >
        {(entries) => <IncidentTable incidents={entries} />}
      </PagedList>
    </Card>
  )
}

function ResolvedIncidents() {
  const query = useInfiniteQuery(incidentsQuery(useApi(), false))
  return (
    <Card title="Resolved" isFlush>
      <PagedList
        query={query}
        what="the resolved incidents"
        empty={
          <Empty title="No resolved incidents yet">
            <p>An incident moves here when you post an update with the status “Resolved”.</p>
          </Empty>
        }
      >
        {(entries) => <IncidentTable incidents={entries} />}
      </PagedList>
    </Card>
  )
}

const namedServices = 3

function IncidentTable({ incidents }: { incidents: readonly Incident[] }) {
  const { id: accountId } = useAccount()
  return (
    <DataTable
      columns={['Incident', 'Severity', 'Status', 'Services', 'Opened', 'Duration']}
      shares={[34, 10, 14, 17, 15, 10]}
    >
      {incidents.map((incident) => (
        <tr key={incident.id}>
          <th scope="row" className="min-w-44">
            <Link
              to="/accounts/$accountId/status-pages/incidents/$incidentId"
              params={{ accountId, incidentId: incident.id }}
            >
              {incident.name}
            </Link>
            {incident.checkId === null ? null : (
              <span className="text-soft block text-xs font-normal">Opened by a check</span>
            )}
          </th>
          <td>
            <SeverityMark severity={incident.severity} />
          </td>
          <td>
            <IncidentStatusMark status={incident.lastUpdateStatus} />
          </td>
          <td className="min-w-32">
            <span className="flex flex-wrap gap-1">
              {incident.services.slice(0, namedServices).map(({ id, name }) => (
                <Tag key={id}>{name}</Tag>
              ))}
              {incident.services.length > namedServices ? (
                <span className="text-soft text-xs">and {incident.services.length - namedServices} more</span>
              ) : null}
            </span>
          </td>
          <td>
            <Moment at={incident.created_at} form="short" />
          </td>
          <td className="whitespace-nowrap">
            {incident.duration === null ? 'ongoing' : formatIncidentDuration(incident.duration)}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
