import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useMay } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ConfirmDelete } from '../parts/confirm-delete.tsx'
import { Moment } from '../parts/moment.tsx'
import { Empty } from '../parts/states.tsx'
import {
  deleteUpdate,
  maintenanceKey,
  type Maintenance,
  type MaintenanceUpdate,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { MaintenanceMark } from './maintenance-mark.tsx'
import { UpdateDialog } from './update-dialog.tsx'

/** What was told of an occurrence, newest first. */
export function UpdateList({ window, occurrence }: { window: MaintenanceWindow; occurrence: Maintenance }) {
  const mayWrite = useMay('READ_WRITE')
  const [isPosting, setIsPosting] = useState(false)
  return (
    <Card
      title="Updates"
      actions={mayWrite ? <Button onClick={() => setIsPosting(true)}>Post an update</Button> : undefined}
    >
      {occurrence.updates.length === 0 ? (
        <Empty title="Nothing was told yet">
          <p>
            Updates tell how it goes, here and on the status pages that show it. Beginning and end post one by
            themselves.
          </p>
        </Empty>
      ) : (
        <ol className="space-y-3">
          {occurrence.updates.map((update) => (
            <Update
              key={update.id}
              window={window}
              occurrence={occurrence}
              update={update}
              mayWrite={mayWrite}
            />
          ))}
        </ol>
      )}
      {isPosting ? (
        <UpdateDialog
          window={window}
          occurrence={occurrence}
          title="Post an update"
          status={occurrence.status}
          text=""
          onClose={() => setIsPosting(false)}
        />
      ) : null}
    </Card>
  )
}

function Update({
  window,
  occurrence,
  update,
  mayWrite,
}: {
  window: MaintenanceWindow
  occurrence: Maintenance
  update: MaintenanceUpdate
  mayWrite: boolean
}) {
  const api = useApi()
  const queries = useQueryClient()
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null)
  const close = () => setAsked(null)
  return (
    <li className="border-line rounded-md border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <MaintenanceMark status={update.status} />
          <span className="text-soft">
            <Moment at={update.created_at} />
          </span>
          {update.notifySubscribers ? (
            <span className="text-soft text-xs">subscribers were mailed</span>
          ) : null}
        </p>
        {mayWrite ? (
          <span className="flex gap-2">
            <Button onClick={() => setAsked('edit')}>Edit</Button>
            <Button onClick={() => setAsked('delete')}>Delete</Button>
          </span>
        ) : null}
      </div>
      <p className="mt-2 whitespace-pre-line">{update.description}</p>
      {asked === 'edit' ? (
        <UpdateDialog
          window={window}
          occurrence={occurrence}
          update={update}
          title="Edit this update"
          status={update.status}
          text={update.description}
          onClose={close}
        />
      ) : null}
      {asked === 'delete' ? (
        <ConfirmDelete
          what="update"
          name={update.description.slice(0, 60)}
          mustType={false}
          onDelete={() => deleteUpdate(api, occurrence, update.id)}
          onDone={() => {
            close()
            void queries.invalidateQueries({ queryKey: maintenanceKey(api) })
          }}
          onClose={close}
        />
      ) : null}
    </li>
  )
}
