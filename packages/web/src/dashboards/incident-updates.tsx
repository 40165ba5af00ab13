import createSchema from 'sonde-schema:DASHBOARD_INCIDENT_UPDATE'
import changeSchema from 'sonde-schema:DASHBOARD_INCIDENT_UPDATE_CHANGE'
import { useApi } from '../api/account-context.ts'
import { useWrite } from '../api/use-write.ts'
import { UpdateItem, UpdatesCard } from '../parts/updates-card.tsx'
import { WordMark } from '../parts/status/word-mark.tsx'
import {
  changeUpdate,
  deleteUpdate,
  postUpdate,
  type DashboardIncident,
} from '../resources/status-pages/dashboard-incidents.ts'
import { dashboardsKey } from '../resources/status-pages/dashboards.ts'
import { SchemaDialog } from '../schema-form/schema-dialog.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
import { updateLayout } from './incident-layouts.ts'
import { statusWords } from './incident-words.ts'

type Update = DashboardIncident['incidentUpdates'][number]

export function IncidentUpdates({ incident }: { incident: DashboardIncident }) {
  const api = useApi()
  const { incidentUpdates: updates } = incident
  return (
    <UpdatesCard postDialog={(close) => <PostDialog incident={incident} onClose={close} />}>
      {updates.map((update) => (
        <UpdateItem
          key={update.id}
          mark={<WordMark {...statusWords(update.status)} />}
          at={update.created_at}
          text={update.description}
          mayDelete={updates.length > 1}
          editDialog={(close) => <EditDialog incident={incident} update={update} onClose={close} />}
          onDelete={() => deleteUpdate(api, incident.id, update.id)}
          stale={dashboardsKey}
        />
      ))}
    </UpdatesCard>
  )
}

function PostDialog({ incident, onClose }: { incident: DashboardIncident; onClose: () => void }) {
  const saving = useWrite({
    write: (api, value: FormValue) => postUpdate(api, incident.id, value),
    stale: [dashboardsKey],
    onDone: onClose,
  })
  const status = incident.incidentUpdates[0]?.status ?? 'INVESTIGATING'
  return (
    <SchemaDialog
      title="Post an update"
      schema={createSchema}
      layout={updateLayout}
      initial={{ status, description: '' }}
      saving={saving}
      saveWord="Post"
      onClose={onClose}
    />
  )
}

function EditDialog({
  incident,
  update,
  onClose,
}: {
  incident: DashboardIncident
  update: Update
  onClose: () => void
}) {
  const saving = useWrite({
    write: (api, value: FormValue) => changeUpdate(api, incident.id, update.id, value),
    stale: [dashboardsKey],
    onDone: onClose,
  })
  return (
    <SchemaDialog
      title="Edit this update"
      schema={changeSchema}
      layout={updateLayout}
      initial={{ description: update.description }}
      saving={saving}
      saveWord="Save"
      onClose={onClose}
    />
  )
}
