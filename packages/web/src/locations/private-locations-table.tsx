import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { useNow } from '../parts/use-now.ts'
import type { ListedPrivateLocation } from '../resources/private-locations.ts'
import { AgentStatusMark } from './agent-status-mark.tsx'
import { agentsStatus } from './agent-status.ts'

export function PrivateLocationsTable({ locations }: { locations: readonly ListedPrivateLocation[] }) {
  const { id } = useAccount()
  const now = useNow()
  return (
    <DataTable columns={['Location', 'Agents', 'Lowest version', 'Last contact']}>
      {locations.map((location) => (
        <tr key={location.id}>
          <td>
            <Link
              to="/accounts/$accountId/locations/private/$locationId"
              params={{ accountId: id, locationId: location.id }}
              className="font-medium"
            >
              {location.name}
            </Link>
            <code className="text-soft block text-xs">{location.slugName}</code>
          </td>
          <td>
            <AgentStatusMark {...agentsStatus(location.agentCount, location.lastSeen, now)} />
          </td>
          <td>{location.minAgentVersion ?? '–'}</td>
          <td>{location.lastSeen === null ? 'never' : <Moment at={location.lastSeen} form="ago" />}</td>
        </tr>
      ))}
    </DataTable>
  )
}
