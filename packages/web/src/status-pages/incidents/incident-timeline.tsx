import { useApi } from '../../api/account-context.ts'
import { UpdateItem, UpdatesCard } from '../../parts/updates-card.tsx'
import { deleteUpdate, type Incident } from '../../resources/status-pages/status-page-incidents.ts'
import { statusPagesKey } from '../../resources/status-pages/status-pages.ts'
import { IncidentStatusMark } from './incident-marks.tsx'
import { EditUpdateDialog, NewUpdateDialog } from './update-dialogs.tsx'

/** As many as the API lists of one incident. */
const listLimit = 100

export function IncidentTimeline({ incident }: { incident: Incident }) {
  const api = useApi()
  const { incidentUpdates: updates } = incident
  return (
    <UpdatesCard
      note={
        updates.length < listLimit ? null : (
          <p className="text-soft mt-3 text-xs">The latest {listLimit} are shown.</p>
        )
      }
      postDialog={(close) => (
        <NewUpdateDialog
          incident={incident}
          title="Post an update"
          status={incident.lastUpdateStatus}
          onClose={close}
        />
      )}
    >
      {updates.map((update) => (
        <UpdateItem
          key={update.id}
          mark={<IncidentStatusMark status={update.status} />}
          at={update.publicIncidentUpdateDate}
          note={update.notifySubscribers ? 'mailed to subscribers' : null}
          text={update.description}
          // An incident consists of its updates: the only one stays.
          mayDelete={updates.length > 1}
          editDialog={(close) => <EditUpdateDialog incident={incident} update={update} onClose={close} />}
          onDelete={() => deleteUpdate(api, incident.id, update.id)}
          stale={statusPagesKey}
        />
      ))}
    </UpdatesCard>
  )
}
