import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { LoadedScreen } from '../frame/loaded-screen.tsx'
import { AccountLink } from '../parts/account-link.tsx'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { formatDuration, formatMoment } from '../parts/format.ts'
import { Moment } from '../parts/moment.tsx'
import { PageHead } from '../parts/page.tsx'
import {
  deleteOccurrence,
  maintenanceKey,
  occurrenceQuery,
  windowQuery,
  type Maintenance,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { MaintenanceMark } from './maintenance-mark.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { occurrenceRoute } from './routes.ts'
import { UpdateDialog } from './update-dialog.tsx'
import { UpdateList } from './update-list.tsx'

export function OccurrenceScreen() {
  const { windowId, maintenanceId } = occurrenceRoute.useParams()
  const api = useApi()
  const windowState = useQuery(windowQuery(api, windowId))
  const occurrenceState = useQuery(occurrenceQuery(api, windowId, maintenanceId))
  const windows = <AccountLink to="/accounts/$accountId/maintenance/windows">Maintenance windows</AccountLink>
  return (
    <LoadedScreen query={windowState} thing="maintenance window" above={windows}>
      {(window) => (
        <LoadedScreen query={occurrenceState} thing="occurrence" above={windows}>
          {(occurrence) => <OneOccurrence window={window} occurrence={occurrence} />}
        </LoadedScreen>
      )}
    </LoadedScreen>
  )
}

function OneOccurrence({ window, occurrence }: { window: MaintenanceWindow; occurrence: Maintenance }) {
  const { id: accountId } = useAccount()
  const mayWrite = useMay('READ_WRITE')
  const { startsAt, endsAt, status } = occurrence
  return (
    <>
      <PageHead
        title={`${window.name}, ${formatMoment(Date.parse(startsAt), 'short')}`}
        above={
          <Link
            to="/accounts/$accountId/maintenance/windows/$windowId"
            params={{ accountId, windowId: String(window.id) }}
          >
            {window.name}
          </Link>
        }
        actions={mayWrite ? <Actions window={window} occurrence={occurrence} /> : undefined}
      />
      <Card>
        <p className="flex flex-wrap items-center gap-2">
          <MaintenanceMark status={status} />
          <span>
            <Moment at={startsAt} /> – <Moment at={endsAt} /> (
            {formatDuration(Date.parse(endsAt) - Date.parse(startsAt))})
          </span>
        </p>
        <p className="text-soft mt-1 text-xs">Time zone of the window: {window.timezone ?? 'UTC'}</p>
      </Card>
      <UpdateList window={window} occurrence={occurrence} />
    </>
  )
}

type DialogName = 'move' | 'begin' | 'end' | 'cancel' | 'delete'

function Actions({ window, occurrence }: { window: MaintenanceWindow; occurrence: Maintenance }) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const close = () => setDialog(null)
  const isAhead = occurrence.status === 'SCHEDULED'
  const isActive = occurrence.status === 'IN_PROGRESS' || occurrence.status === 'VERIFYING'
  const update = { window, occurrence, onClose: close }
  return (
    <>
      <Button onClick={() => setDialog('move')}>Move</Button>
      {isAhead ? <Button onClick={() => setDialog('begin')}>Begin now</Button> : null}
      {isActive ? <Button onClick={() => setDialog('end')}>End now</Button> : null}
      {isAhead || isActive ? <Button onClick={() => setDialog('cancel')}>Cancel occurrence</Button> : null}
      <Button look="danger" onClick={() => setDialog('delete')}>
        Delete
      </Button>
      {dialog === 'move' ? <MoveDialog {...update} /> : null}
      {dialog === 'begin' ? (
        <UpdateDialog {...update} title="Begin now" status="IN_PROGRESS" text="The maintenance has begun." />
      ) : null}
      {dialog === 'end' ? (
        <UpdateDialog {...update} title="End now" status="COMPLETED" text="The maintenance is over." />
      ) : null}
      {dialog === 'cancel' ? (
        <UpdateDialog
          {...update}
          title="Cancel this occurrence"
          status="CANCELLED"
          text="The maintenance does not take place."
        />
      ) : null}
      {dialog === 'delete' ? (
        <ConfirmDelete
          what="occurrence"
          name={`${window.name}, ${formatMoment(Date.parse(occurrence.startsAt), 'short')}`}
          mustType={false}
          consequences={
            <p>
              It is not created again; the other occurrences are kept. To keep a record, cancel it instead.
            </p>
          }
          onDelete={() => deleteOccurrence(api, occurrence)}
          leave={() =>
            navigate({
              to: '/accounts/$accountId/maintenance/windows/$windowId',
              params: { accountId, windowId: String(window.id) },
            })
          }
          onDone={() => void queries.invalidateQueries({ queryKey: [api.accountId, ...maintenanceKey] })}
          onClose={close}
        />
      ) : null}
    </>
  )
}
