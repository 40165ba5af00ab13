import { useApi } from '../api/account-context.ts'
import { Empty } from '../parts/states.tsx'
import { UpdateItem, UpdatesCard } from '../parts/updates-card.tsx'
import {
  deleteUpdate,
  maintenanceKey,
  type Maintenance,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { MaintenanceMark } from './maintenance-mark.tsx'
import { UpdateDialog } from './update-dialog.tsx'

export function UpdateList({ window, occurrence }: { window: MaintenanceWindow; occurrence: Maintenance }) {
  const api = useApi()
  return (
    <UpdatesCard
      empty={
        occurrence.updates.length === 0 ? (
          <Empty title="No updates yet">
            <p>Updates are shown here and on the status pages. Start and end post an update automatically.</p>
          </Empty>
        ) : undefined
      }
      postDialog={(close) => (
        <UpdateDialog
          window={window}
          occurrence={occurrence}
          title="Post an update"
          status={occurrence.status}
          text=""
          onClose={close}
        />
      )}
    >
      {occurrence.updates.map((update) => (
        <UpdateItem
          key={update.id}
          mark={<MaintenanceMark status={update.status} />}
          at={update.created_at}
          note={update.notifySubscribers ? 'subscribers were mailed' : null}
          text={update.description}
          editDialog={(close) => (
            <UpdateDialog
              window={window}
              occurrence={occurrence}
              update={update}
              title="Edit this update"
              status={update.status}
              text={update.description}
              onClose={close}
            />
          )}
          onDelete={() => deleteUpdate(api, occurrence, update.id)}
          stale={maintenanceKey}
        />
      ))}
    </UpdatesCard>
  )
}
