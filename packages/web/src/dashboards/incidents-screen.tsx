import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import schema from 'sonde-schema:DASHBOARD_INCIDENT'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { useWrite } from '../api/use-write.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { CountedList } from '../parts/lists/counted-list.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { PageHead } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { useNow } from '../parts/use-now.ts'
import { WordMark } from '../parts/status/word-mark.tsx'
import {
  createIncident,
  dashboardIncidentsQuery,
  incidentsPerPage,
  type DashboardIncident,
} from '../resources/status-pages/dashboard-incidents.ts'
import { dashboardQuery, dashboardsKey, type Dashboard } from '../resources/status-pages/dashboards.ts'
import { defaultsOf } from '../schema-form/defaults-of.ts'
import { SchemaDialog } from '../schema-form/schema-dialog.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
import { newIncidentLayout } from './incident-layouts.ts'
import { impactWords, stateOf, statusWords } from './incident-words.ts'
import { dashboardIncidentsRoute } from './routes.ts'

export function DashboardIncidentsScreen() {
  const { dashboardId } = dashboardIncidentsRoute.useParams()
  const query = useQuery(dashboardQuery(useApi(), dashboardId))
  return (
    <LoadedScreen
      query={query}
      thing="dashboard"
      above={<AccountLink to="/accounts/$accountId/dashboards">Dashboards</AccountLink>}
    >
      {(dashboard) => <Incidents dashboard={dashboard} />}
    </LoadedScreen>
  )
}

function Incidents({ dashboard }: { dashboard: Dashboard }) {
  const { id: accountId, api } = useAccount()
  const { page = 1 } = dashboardIncidentsRoute.useSearch()
  const incidents = useQuery(dashboardIncidentsQuery(api, dashboard.dashboardId, page))
  const mayWrite = useMay('READ_WRITE')
  const [isMaking, setIsMaking] = useState(false)
  const newButton = mayWrite ? (
    <Button look="primary" onClick={() => setIsMaking(true)}>
      New incident
    </Button>
  ) : undefined
  return (
    <>
      <PageHead
        title={`Incidents of ${dashboard.header}`}
        above={
          <Link
            to="/accounts/$accountId/dashboards/$dashboardId"
            params={{ accountId, dashboardId: dashboard.dashboardId }}
          >
            {dashboard.header}
          </Link>
        }
        actions={newButton}
      >
        {dashboard.enableIncidents ? null : (
          <p className="text-warn">
            <span aria-hidden="true">⚠ </span>The dashboard does not show incidents
            {mayWrite ? ': turn them on in its settings.' : '.'}
          </p>
        )}
      </PageHead>
      <Card isFlush>
        <CountedList
          query={incidents}
          what="the incidents"
          page={page}
          pageSize={incidentsPerPage}
          empty={
            page === 1 ? (
              <Empty title="No incidents yet" action={newButton}>
                <p>
                  An incident tells visitors of this dashboard what is wrong. Incidents of status pages are
                  separate.
                </p>
              </Empty>
            ) : null
          }
        >
          {(items) => <IncidentTable incidents={items} dashboardId={dashboard.dashboardId} />}
        </CountedList>
      </Card>
      {isMaking ? <NewIncidentDialog dashboard={dashboard} onClose={() => setIsMaking(false)} /> : null}
    </>
  )
}

const stateWords = { planned: 'planned', open: 'ongoing', over: 'over' } as const

function IncidentTable({
  incidents,
  dashboardId,
}: {
  incidents: readonly DashboardIncident[]
  dashboardId: string
}) {
  const { id: accountId } = useAccount()
  const now = useNow()
  return (
    <DataTable columns={['Incident', 'Impact', 'Last update', 'Duration', 'Started']}>
      {incidents.map((incident) => {
        const [latest] = incident.incidentUpdates
        return (
          <tr key={incident.id}>
            <th scope="row" className="min-w-40">
              <Link
                to="/accounts/$accountId/dashboards/$dashboardId/incidents/$incidentId"
                params={{ accountId, dashboardId, incidentId: incident.id }}
              >
                {incident.name}
              </Link>
            </th>
            <td>
              <WordMark {...impactWords(incident.impact)} />
            </td>
            <td>{latest === undefined ? '–' : <WordMark {...statusWords(latest.status)} />}</td>
            <td className="whitespace-nowrap">{stateWords[stateOf(incident, now)]}</td>
            <td>
              <Moment at={incident.startedAt ?? incident.created_at} form="short" />
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}

function NewIncidentDialog({ dashboard, onClose }: { dashboard: Dashboard; onClose: () => void }) {
  const { id: accountId } = useAccount()
  const isHere = useIsHere()
  const navigate = useNavigate()
  const saving = useWrite({
    write: (api, value: FormValue) => createIncident(api, value),
    stale: [dashboardsKey],
    onDone: ({ id: incidentId }) => {
      onClose()
      if (!isHere()) return
      void navigate({
        to: '/accounts/$accountId/dashboards/$dashboardId/incidents/$incidentId',
        params: { accountId, dashboardId: dashboard.dashboardId, incidentId },
      })
    },
  })
  return (
    <SchemaDialog
      title="New incident"
      schema={schema}
      layout={newIncidentLayout}
      initial={{
        ...defaultsOf(schema),
        name: '',
        dashboardId: dashboard.id,
        incidentUpdates: [{ status: 'INVESTIGATING', description: '' }],
      }}
      saving={saving}
      saveWord="Open the incident"
      onClose={onClose}
    />
  )
}
