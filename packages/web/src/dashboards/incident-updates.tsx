import { useQueryClient } from '@tanstack/react-query'
import createSchema from 'sonde-schema:DASHBOARD_INCIDENT_UPDATE'
import changeSchema from 'sonde-schema:DASHBOARD_INCIDENT_UPDATE_CHANGE'
import { useState } from 'react'
import { useAccount, useMay } from '../api/account-context.ts'
import { useWrite } from '../api/use-write.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ConfirmDelete } from '../parts/confirm-delete.tsx'
import { Moment } from '../parts/moment.tsx'
import { WordMark } from '../parts/word-mark.tsx'
import {
  changeUpdate,
  deleteUpdate,
  postUpdate,
  type DashboardIncident,
} from '../resources/dashboard-incidents.ts'
import { dashboardsKey } from '../resources/dashboards.ts'
import { SchemaDialog } from '../schema-form/schema-dialog.tsx'
import type { FormValue } from '../schema-form/value-at.ts'
import { updateLayout } from './incident-layouts.ts'
import { statusWords } from './incident-words.ts'

type Update = DashboardIncident['incidentUpdates'][number]

/** What was told, the newest first. */
export function IncidentUpdates({ incident }: { incident: DashboardIncident }) {
  const mayWrite = useMay('READ_WRITE')
  const [isPosting, setIsPosting] = useState(false)
  const close = () => setIsPosting(false)
  const saving = useWrite({
    write: (api, value: FormValue) => postUpdate(api, incident.id, value),
    stale: [dashboardsKey],
    onDone: close,
  })
  const { incidentUpdates: updates } = incident
  return (
    <Card
      title="Updates"
      actions={mayWrite ? <Button onClick={() => setIsPosting(true)}>Post an update</Button> : undefined}
    >
      <ol className="space-y-3">
        {updates.map((update) => (
          <OneUpdate
            key={update.id}
            incident={incident}
            update={update}
            mayWrite={mayWrite}
            mayDelete={updates.length > 1}
          />
        ))}
      </ol>
      {isPosting ? (
        <SchemaDialog
          title="Post an update"
          schema={createSchema}
          layout={updateLayout}
          initial={{ status: updates[0]?.status ?? 'INVESTIGATING', description: '' }}
          saving={saving}
          saveWord="Post"
          onClose={close}
        />
      ) : null}
    </Card>
  )
}

function OneUpdate({
  incident,
  update,
  mayWrite,
  mayDelete,
}: {
  incident: DashboardIncident
  update: Update
  mayWrite: boolean
  mayDelete: boolean
}) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAsked(null)
  const saving = useWrite({
    write: (service, value: FormValue) => changeUpdate(service, incident.id, update.id, value),
    stale: [dashboardsKey],
    onDone: close,
  })
  return (
    <li className="border-line rounded-md border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <WordMark {...statusWords(update.status)} />
          <span className="text-soft">
            <Moment at={update.created_at} />
          </span>
        </p>
        {mayWrite ? (
          <span className="flex gap-2">
            <Button onClick={() => setAsked('edit')}>Edit</Button>
            {mayDelete ? <Button onClick={() => setAsked('delete')}>Delete</Button> : null}
          </span>
        ) : null}
      </div>
      <p className="mt-2 whitespace-pre-line">{update.description}</p>
      {asked === 'edit' ? (
        <SchemaDialog
          title="Edit this update"
          schema={changeSchema}
          layout={updateLayout}
          initial={{ description: update.description }}
          saving={saving}
          saveWord="Save"
          onClose={close}
        />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDelete
          what="update"
          name={update.description.slice(0, 60)}
          mustType={false}
          onDelete={() => deleteUpdate(api, incident.id, update.id)}
          onDone={() => {
            close()
            void queries.invalidateQueries({ queryKey: [accountId, ...dashboardsKey] })
          }}
          onClose={close}
        />
      ) : null}
    </li>
  )
}
