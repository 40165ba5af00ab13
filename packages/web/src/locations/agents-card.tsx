import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api/account-context.ts'
import { Card } from '../parts/card.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { agentsPerPage, agentsQuery } from '../resources/agents.ts'
import { AgentRows } from './agent-rows.tsx'

/** The agents of one location, or all that the account is told of. */
export function AgentsCard({
  location,
  page,
  empty,
}: {
  location: string | null
  page: number
  empty: string
}) {
  const query = useQuery(agentsQuery(useApi(), { location, page }))
  return (
    <Card title="Agents" isFlush>
      <Loaded query={query} what="the agents">
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title="No agents" help="agent">
              <p>{empty}</p>
            </Empty>
          ) : (
            <>
              <AgentRows agents={items} hasLocations={location === null} />
              <Pager page={page} pageSize={agentsPerPage} total={total ?? items.length} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
