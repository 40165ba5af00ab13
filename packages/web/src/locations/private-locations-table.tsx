import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import type { ListedPrivateLocation } from '../resources/private-locations.ts'
import { AgentStatusMark } from './agent-status-mark.tsx'

export function PrivateLocationsTable({ locations }: { locations: readonly ListedPrivateLocation[] }) {
  const { id } = useAccount()
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
            <AgentCount count={location.agentCount} />
          </td>
          <td>{location.minAgentVersion ?? '–'}</td>
          <td>{location.lastSeen === null ? 'never' : <Moment at={location.lastSeen} form="ago" />}</td>
        </tr>
      ))}
    </DataTable>
  )
}

/** One agent is a location that goes dark with a restart. */
function AgentCount({ count }: { count: number }) {
  if (count === 0) return <AgentStatusMark look="bad" words="none" />
  return (
    <AgentStatusMark
      look={count === 1 ? 'warn' : 'good'}
      words={count === 1 ? '1, no spare' : String(count)}
    />
  )
}
