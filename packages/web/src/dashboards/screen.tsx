import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Moment } from '../parts/moment.tsx'
import { Pager } from '../parts/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { Tag } from '../parts/tag.tsx'
import { dashboardsPerPage, dashboardsQuery, type Dashboard } from '../resources/dashboards.ts'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { dashboardsRoute } from './routes.ts'

export function DashboardsScreen() {
  const { page = 1 } = dashboardsRoute.useSearch()
  const dashboards = useQuery(dashboardsQuery(useApi(), page))
  return (
    <>
      <DashboardTabs actions={<NewDashboardLink />} />
      <Card isFlush>
        <Loaded query={dashboards} what="the dashboards">
          {({ items, total }) =>
            items.length === 0 && page === 1 ? (
              <Empty title="No dashboards yet" action={<NewDashboardLink />}>
                <p>
                  A dashboard shows how checks stand, on one page for a screen on the wall or for everybody
                  who has its address.
                </p>
              </Empty>
            ) : (
              <>
                <DashboardTable dashboards={items} />
                <Pager page={page} pageSize={dashboardsPerPage} total={total ?? items.length} />
              </>
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

function NewDashboardLink() {
  const { id: accountId } = useAccount()
  if (!useMay('READ_WRITE')) return null
  return (
    <Link
      to="/accounts/$accountId/dashboards/new"
      params={{ accountId }}
      className={buttonClasses('primary')}
    >
      New dashboard
    </Link>
  )
}

function DashboardTable({ dashboards }: { dashboards: readonly Dashboard[] }) {
  return (
    <table className="data-table">
      <thead>
        <tr>
          <th scope="col">Dashboard</th>
          <th scope="col">Shows</th>
          <th scope="col">Seen by</th>
          <th scope="col">Incidents</th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {dashboards.map((dashboard) => (
          <DashboardRow key={dashboard.dashboardId} dashboard={dashboard} />
        ))}
      </tbody>
    </table>
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
      <td className="whitespace-nowrap">{dashboard.isPrivate ? 'Whoever has the password' : 'Everybody'}</td>
      <td>
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
