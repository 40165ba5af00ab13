import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { Card } from '../parts/card.tsx'
import { DataTable } from '../parts/lists/data-table.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { entitlementsQuery } from '../resources/account/account.ts'
import { servingAgentsQuery, type Agent } from '../resources/agents.ts'
import { locationsQuery } from '../resources/locations.ts'
import { SearchBox } from '../search/search-box.tsx'
import { AgentStatusMark } from './agent-status-mark.tsx'
import { LocationTabs } from './location-tabs.tsx'
import { dataCentersRoute } from './routes.ts'
import { matching } from './search-params.ts'
import { servedBy } from './served-by.ts'
import { useLiveAgents } from './use-live-agents.ts'

export function DataCentersScreen() {
  const { api } = useAccount()
  const { search = '' } = dataCentersRoute.useSearch()
  const navigate = useNavigate({ from: dataCentersRoute.fullPath })
  const plan = useQuery(entitlementsQuery(api))
  const agents = useQuery(servingAgentsQuery(api))
  const served = useQuery(locationsQuery(api))
  useLiveAgents()
  return (
    <>
      <PageHead title="Locations" />
      <LocationTabs />
      <Card
        isFlush
        title="Data-center locations"
        actions={
          <SearchBox
            label="Search data centers"
            value={search}
            onChange={(next) => void navigate({ search: next === '' ? {} : { search: next }, replace: true })}
          />
        }
      >
        <p className="text-soft px-4 py-3">
          Checks of a location run on its agents. Where there is none, this server runs them: results,
          statistics and alerts then show “This server”.
        </p>
        <Loaded query={plan} what="the data centers">
          {({ locations }) => (
            <Loaded query={served} what="who serves them">
              {(places) => (
                <DataCenters
                  locations={matching(locations.all, search, ({ id, name }) => [id, name])}
                  standIns={places
                    .filter(({ servedBy: kind }) => kind === 'STAND_IN')
                    .map(({ region }) => region)}
                  agents={agents.data ?? []}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      </Card>
    </>
  )
}

function DataCenters({
  locations,
  standIns,
  agents,
}: {
  locations: readonly { id: string; name: string; available: boolean }[]
  standIns: readonly string[]
  agents: readonly Agent[]
}) {
  const { id: accountId } = useAccount()
  if (locations.length === 0) {
    return (
      <Empty title="No data center matches">
        <p>Search for another name or code, or clear the search to see all data centers.</p>
      </Empty>
    )
  }
  return (
    <DataTable columns={['Location', 'Code', 'Served by']}>
      {locations.map(({ id, name, available }) => {
        const { look, words } = servedBy({
          code: id,
          isServed: available,
          isStoodIn: standIns.includes(id),
          agents,
        })
        return (
          <tr key={id}>
            <td>
              <Link
                to="/accounts/$accountId/locations/data-centers/$code"
                params={{ accountId, code: id }}
                className="font-medium"
              >
                {name}
              </Link>
            </td>
            <td>
              <code>{id}</code>
            </td>
            <td>
              <AgentStatusMark look={look} words={words} />
            </td>
          </tr>
        )
      })}
    </DataTable>
  )
}
