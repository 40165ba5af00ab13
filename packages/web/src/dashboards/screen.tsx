import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { CreateLink } from '../parts/account-link.tsx'
import { Card } from '../parts/card.tsx'
import { CountedList } from '../parts/lists/counted-list.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Empty } from '../parts/states.tsx'
import { Tag } from '../parts/tag.tsx'
import { dashboardsPerPage, dashboardsQuery, type Dashboard } from '../resources/status-pages/dashboards.ts'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { dashboardsRoute } from './routes.ts'

export function DashboardsScreen() {
  const { page = 1 } = dashboardsRoute.useSearch()
  const dashboards = useQuery(dashboardsQuery(useApi(), page))
  return (
    <>
      <DashboardTabs actions={<NewDashboardLink />} />
      <Card isFlush>
        <CountedList
          query={dashboards}
          what="the dashboards"
          page={page}
          pageSize={dashboardsPerPage}
          empty={
            page === 1 ? (
              <Empty title="No dashboards yet" action={<NewDashboardLink />} help="dashboards">
                <p>
                  A dashboard shows the state of checks on one page, for a wall screen or for everybody who
                  has its address.
                </p>
              </Empty>
            ) : null
          }
        >
          {(items) => <DashboardTable dashboards={items} />}
        </CountedList>
      </Card>
    </>
  )
}

function NewDashboardLink() {
  return <CreateLink to="/accounts/$accountId/dashboards/new">New dashboard</CreateLink>
}

function DashboardTable({ dashboards }: { dashboards: readonly Dashboard[] }) {
  return (
    <DataTable columns={['Dashboard', 'Shows', 'Visible to', 'Incidents', 'Changed']}>
      {dashboards.map((dashboard) => (
        <DashboardRow key={dashboard.dashboardId} dashboard={dashboard} />
      ))}
    </DataTable>
  )
}

function DashboardRow({ dashboard }: { dashboard: Dashboard }) {
  const { id: accountId } = useAccount()
  const { dashboardId, header, tags } = dashboard
  const place = { accountId, dashboardId }
  return (
    <tr>
      <th scope="row" className="min-w-44">
        <Link to="/accounts/$accountId/dashboards/$dashboardId" params={place}>
          {header}
        </Link>
        <a
          href={`/dashboards/${dashboardId}`}
          target="_blank"
          rel="noreferrer"
          className="block text-xs font-normal"
        >
          /dashboards/{dashboardId}
          <span className="sr-only"> (opens the dashboard in a new tab)</span>
        </a>
      </th>
      <td className="min-w-32">
        {tags.length === 0 ? (
          'All checks'
        ) : (
          <span className="flex flex-wrap items-center gap-1">
            {tags.map((tag, index) => (
              <span key={tag} className="inline-flex items-center gap-1">
                {index === 0 ? null : (
                  <span className="text-soft text-xs">
                    {dashboard.useTagsAndOperator === true ? 'and' : 'or'}
                  </span>
                )}
                <Tag>{tag}</Tag>
              </span>
            ))}
          </span>
        )}
      </td>
      <td className="whitespace-nowrap">{dashboard.isPrivate ? 'Anyone who has the password' : 'Anyone'}</td>
      <td className="whitespace-nowrap">
        <Link to="/accounts/$accountId/dashboards/$dashboardId/incidents" params={place}>
          {dashboard.enableIncidents ? 'shown' : 'not shown'}
          <span className="sr-only"> on {header}</span>
        </Link>
      </td>
      <td>
        <Moment at={dashboard.updated_at ?? dashboard.created_at} form="ago" />
      </td>
    </tr>
  )
}
