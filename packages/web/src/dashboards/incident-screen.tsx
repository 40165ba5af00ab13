import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import changeSchema from 'sonde-schema:DASHBOARD_INCIDENT_CHANGE'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { useForget } from '../api/use-forget.ts'
import { useWrite } from '../api/use-write.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page.tsx'
import { WordMark } from '../parts/status/word-mark.tsx'
import {
  changeIncident,
  dashboardIncidentQuery,
  deleteIncident,
  type DashboardIncident,
} from '../resources/status-pages/dashboard-incidents.ts'
import { dashboardsKey } from '../resources/status-pages/dashboards.ts'
import { SchemaDialog } from '../schema-form/schema-dialog.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
import { incidentLayout } from './incident-layouts.ts'
import { IncidentUpdates } from './incident-updates.tsx'
import { impactWords } from './incident-words.ts'
import { dashboardIncidentRoute } from './routes.ts'

export function DashboardIncidentScreen() {
  const { incidentId, dashboardId } = dashboardIncidentRoute.useParams()
  const query = useQuery(dashboardIncidentQuery(useApi(), incidentId))
  return (
    <LoadedScreen
      query={query}
      thing="incident"
      above={<AccountLink to="/accounts/$accountId/dashboards">Dashboards</AccountLink>}
    >
      {(incident) => <OneIncident incident={incident} dashboardId={dashboardId} />}
    </LoadedScreen>
  )
}

function OneIncident({ incident, dashboardId }: { incident: DashboardIncident; dashboardId: string }) {
  const { id: accountId } = useAccount()
  return (
    <>
      <PageHead
        title={incident.name}
        above={
          <Link
            to="/accounts/$accountId/dashboards/$dashboardId/incidents"
            params={{ accountId, dashboardId }}
          >
            Incidents of the dashboard
          </Link>
        }
        actions={<Actions incident={incident} dashboardId={dashboardId} />}
      >
        <p className="mt-1">
          <WordMark {...impactWords(incident.impact)} />
        </p>
      </PageHead>
      <Card title="Incident">
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
          <dt className="text-soft">Began</dt>
          <dd>
            <Moment at={incident.startedAt ?? incident.created_at} />
          </dd>
          <dt className="text-soft">Ended</dt>
          <dd>
            {incident.stoppedAt === null ? (
              'Ongoing. An update with the status Resolved ends it.'
            ) : (
              <Moment at={incident.stoppedAt} />
            )}
          </dd>
        </dl>
      </Card>
      <IncidentUpdates incident={incident} />
    </>
  )
}

function Actions({ incident, dashboardId }: { incident: DashboardIncident; dashboardId: string }) {
  const { id: accountId, api } = useAccount()
  const forget = useForget()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  const saving = useWrite({
    write: (service, value: FormValue) => changeIncident(service, incident.id, value),
    stale: [dashboardsKey],
    onDone: close,
  })
  if (!useMay('READ_WRITE')) return null
  const { name, impact, startedAt, stoppedAt } = incident
  return (
    <>
      <Button onClick={() => setDialog('edit')}>Edit</Button>
      <Button look="danger" onClick={() => setDialog('delete')}>
        Delete
      </Button>
      {dialog === 'edit' ? (
        <SchemaDialog
          title="Edit this incident"
          schema={changeSchema}
          layout={incidentLayout}
          initial={{ name, impact, startedAt, stoppedAt }}
          saving={saving}
          saveWord="Save"
          onClose={close}
        />
      ) : null}
      {dialog === 'delete' ? (
        <ConfirmDelete
          what="incident"
          name={name}
          mustType={false}
          consequences={<p>Its updates are deleted too.</p>}
          onDelete={() => deleteIncident(api, incident.id)}
          leave={() =>
            navigate({
              to: '/accounts/$accountId/dashboards/$dashboardId/incidents',
              params: { accountId, dashboardId },
            })
          }
          onDone={() =>
            void forget({ key: dashboardIncidentQuery(api, incident.id).queryKey, stale: dashboardsKey })
          }
          onClose={close}
        />
      ) : null}
    </>
  )
}
