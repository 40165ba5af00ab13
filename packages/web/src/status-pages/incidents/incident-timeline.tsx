import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount, useMay } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDelete } from '../../parts/confirm-delete.tsx'
import { Moment } from '../../parts/moment.tsx'
import { deleteUpdate, type Incident, type IncidentUpdate } from '../../resources/status-page-incidents.ts'
import { statusPagesKey } from '../../resources/status-pages.ts'
import { IncidentStatusMark } from './incident-marks.tsx'
import { EditUpdateDialog, NewUpdateDialog } from './update-dialogs.tsx'

/** As the API answers, of all there are. */
const mostShown = 100

/** What was told, the latest first. */
export function IncidentTimeline({ incident }: { incident: Incident }) {
  const mayWrite = useMay('READ_WRITE')
  const [isPosting, setIsPosting] = useState(false)
  const { incidentUpdates: updates } = incident
  return (
    <Card
      title="Updates"
      actions={mayWrite ? <Button onClick={() => setIsPosting(true)}>Post an update</Button> : undefined}
    >
      <ol className="space-y-3">
        {updates.map((update) => (
          <Update
            key={update.id}
            incident={incident}
            update={update}
            mayWrite={mayWrite}
            // An incident consists of its updates: the only one stays.
            mayDelete={updates.length > 1}
          />
        ))}
      </ol>
      {updates.length < mostShown ? null : (
        <p className="text-soft mt-3 text-xs">The latest {mostShown} are shown.</p>
      )}
      {isPosting ? (
        <NewUpdateDialog
          incident={incident}
          title="Post an update"
          status={incident.lastUpdateStatus}
          onClose={() => setIsPosting(false)}
        />
      ) : null}
    </Card>
  )
}

function Update({
  incident,
  update,
  mayWrite,
  mayDelete,
}: {
  incident: Incident
  update: IncidentUpdate
  mayWrite: boolean
  mayDelete: boolean
}) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAsked(null)
  return (
    <li className="border-line rounded-md border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <IncidentStatusMark status={update.status} />
          <span className="text-soft">
            <Moment at={update.publicIncidentUpdateDate} />
          </span>
          {update.notifySubscribers ? <span className="text-soft text-xs">mailed to subscribers</span> : null}
        </p>
        {mayWrite ? (
          <span className="flex gap-2">
            <Button onClick={() => setAsked('edit')}>Edit</Button>
            {mayDelete ? <Button onClick={() => setAsked('delete')}>Delete</Button> : null}
          </span>
        ) : null}
      </div>
      <p className="mt-2 whitespace-pre-line">{update.description}</p>
      {asked === 'edit' ? <EditUpdateDialog incident={incident} update={update} onClose={close} /> : null}
      {asked === 'delete' ? (
        <ConfirmDelete
          what="update"
          name={update.description.slice(0, 60)}
          mustType={false}
          onDelete={() => deleteUpdate(api, incident.id, update.id)}
          onDone={() => {
            close()
            void queries.invalidateQueries({ queryKey: [accountId, ...statusPagesKey] })
          }}
          onClose={close}
        />
      ) : null}
    </li>
  )
}
