import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { Card } from '../parts/card.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import {
  occurrencesPerPage,
  occurrencesQuery,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { MaintenanceMark } from './maintenance-mark.tsx'

/** The occurrences that the server has made: those to come within about a week, and the past ones. */
export function OccurrenceTable({ window, page }: { window: MaintenanceWindow; page: number }) {
  const { id: accountId } = useAccount()
  const windowId = String(window.id)
  const occurrences = useQuery(occurrencesQuery(useApi(), windowId, page))
  return (
    <Card title="Occurrences" isFlush>
      <Loaded query={occurrences} what="the occurrences">
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title="No occurrences yet">
              <p>They are listed about a week before they start. Edit the window to change its dates.</p>
            </Empty>
          ) : (
            <>
              <DataTable columns={['Starts', 'Ends', 'Status', 'Updates']}>
                {items.map(({ id, startsAt, endsAt, status, updates }) => (
                  <tr key={id}>
                    <td>
                      <Link
                        to="/accounts/$accountId/maintenance/windows/$windowId/occurrences/$maintenanceId"
                        params={{ accountId, windowId, maintenanceId: id }}
                      >
                        <Moment at={startsAt} form="short" />
                      </Link>
                    </td>
                    <td>
                      <Moment at={endsAt} form="short" />
                    </td>
                    <td>
                      <MaintenanceMark status={status} />
                    </td>
                    <td>{updates.length}</td>
                  </tr>
                ))}
              </DataTable>
              <Pager page={page} pageSize={occurrencesPerPage} total={total ?? items.length} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
