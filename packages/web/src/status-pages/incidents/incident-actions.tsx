import { useNavigate } from '@tanstack/react-router'
import changeSchema from 'sonde-schema:INCIDENT_CHANGE'
import { useState } from 'react'
import { useAccount, useMay } from '../../api/account-context.ts'
import { useForget } from '../../api/use-forget.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  changeIncident,
  deleteIncident,
  incidentQuery,
  type Incident,
} from '../../resources/status-pages/status-page-incidents.ts'
import { statusPagesKey } from '../../resources/status-pages/status-pages.ts'
import { SchemaDialog } from '../../schema-form/schema-dialog.tsx'
import type { FormValue } from '../../schema-form/value-at.ts'
import { incidentLayout } from './incident-layouts.ts'
import { isOpen } from './incident-words.ts'
import { NewUpdateDialog } from './update-dialogs.tsx'

export function IncidentActions({ incident }: { incident: Incident }) {
  const { id: accountId, api } = useAccount()
  const forget = useForget()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'resolve' | 'edit' | 'delete' | null>(null)
  const close = () => setDialog(null)
  if (!useMay('READ_WRITE')) return null
  return (
    <>
      {isOpen(incident) ? (
        <Button look="primary" onClick={() => setDialog('resolve')}>
          Resolve
        </Button>
      ) : null}
      <Button onClick={() => setDialog('edit')}>Edit</Button>
      <Button look="danger" onClick={() => setDialog('delete')}>
        Delete
      </Button>
      {dialog === 'resolve' ? (
        <NewUpdateDialog
          incident={incident}
          title="Resolve this incident"
          status="RESOLVED"
          description={incident.draftUpdate?.description ?? ''}
          onClose={close}
        />
      ) : null}
      {dialog === 'edit' ? <EditDialog incident={incident} onClose={close} /> : null}
      {dialog === 'delete' ? (
        <ConfirmDelete
          what="incident"
          name={incident.name}
          mustType={false}
          consequences={
            <p>
              Its updates are deleted too, and it no longer counts in the uptime of its services. If the
              incident has ended, resolve it instead.
            </p>
          }
          onDelete={() => deleteIncident(api, incident.id)}
          leave={() => navigate({ to: '/accounts/$accountId/status-pages/incidents', params: { accountId } })}
          onDone={() => void forget({ key: incidentQuery(api, incident.id).queryKey, stale: statusPagesKey })}
          onClose={close}
        />
      ) : null}
    </>
  )
}

function EditDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const toast = useToast()
  const saving = useWrite({
    write: (api, value: FormValue) => changeIncident(api, incident.id, value),
    stale: [statusPagesKey],
    onDone: () => {
      toast('Saved')
      onClose()
    },
  })
  const { name, severity, services, components } = incident
  return (
    <SchemaDialog
      title="Edit this incident"
      schema={changeSchema}
      layout={incidentLayout}
      initial={{
        name,
        severity,
        services: services.map(({ id }) => ({ id })),
        components: components.map(({ id, impact }) => ({ id, impact })),
      }}
      context={Object.fromEntries([...services, ...components].map((each) => [each.id, each.name]))}
      saving={saving}
      saveWord="Save"
      onClose={onClose}
    />
  )
}
