import createSchema from 'sonde-schema:INCIDENT_UPDATE'
import changeSchema from 'sonde-schema:INCIDENT_UPDATE_CHANGE'
import { useWrite } from '../../api/use-write.ts'
import { useToast } from '../../parts/toast.tsx'
import {
  changeUpdate,
  postUpdate,
  type Incident,
  type IncidentStatus,
  type IncidentUpdate,
} from '../../resources/status-pages/status-page-incidents.ts'
import { statusPagesKey } from '../../resources/status-pages/status-pages.ts'
import { defaultsOf } from '../../schema-form/defaults-of.ts'
import { SchemaDialog } from '../../schema-form/schema-dialog.tsx'
import type { FormValue } from '../../schema-form/value-at.ts'
import { newUpdateLayout, updateLayout } from './incident-layouts.ts'

/** Tells how an incident goes on. */
export function NewUpdateDialog({
  incident,
  title,
  status,
  description = '',
  onClose,
}: {
  incident: Incident
  title: string
  status: IncidentStatus
  /** What to begin with. */
  description?: string
  onClose: () => void
}) {
  const toast = useToast()
  const saving = useWrite({
    write: (api, value: FormValue) => postUpdate(api, incident.id, value),
    stale: [statusPagesKey],
    onDone: () => {
      toast('Posted')
      onClose()
    },
  })
  return (
    <SchemaDialog
      title={title}
      schema={createSchema}
      layout={newUpdateLayout}
      initial={{ ...defaultsOf(createSchema), status, description }}
      saving={saving}
      saveWord="Post"
      onClose={onClose}
    />
  )
}

/** Mends what was told. Nobody is mailed for it. */
export function EditUpdateDialog({
  incident,
  update,
  onClose,
}: {
  incident: Incident
  update: IncidentUpdate
  onClose: () => void
}) {
  const toast = useToast()
  const saving = useWrite({
    write: (api, value: FormValue) => changeUpdate(api, incident.id, update.id, value),
    stale: [statusPagesKey],
    onDone: () => {
      toast('Saved')
      onClose()
    },
  })
  const { description, status, publicIncidentUpdateDate } = update
  return (
    <SchemaDialog
      title="Edit this update"
      schema={changeSchema}
      layout={updateLayout}
      initial={{ description, status, publicIncidentUpdateDate }}
      saving={saving}
      saveWord="Save"
      onClose={onClose}
    />
  )
}
