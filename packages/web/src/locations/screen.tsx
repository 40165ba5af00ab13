import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAccount, useMay } from '../api/account-context.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { buttonClasses } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { Pager } from '../parts/lists/pager.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { pollMs } from '../resources/agents.ts'
import { privateLocationsQuery } from '../resources/private-locations.ts'
import { SearchBox } from '../search/search-box.tsx'
import { LocationTabs } from './location-tabs.tsx'
import { PrivateLocationsTable } from './private-locations-table.tsx'
import { privateLocationsRoute } from './routes.ts'
import { matching } from './search-params.ts'
import { useLiveAgents } from './use-live-agents.ts'

const pageSize = 25

export function LocationsScreen() {
  const { api } = useAccount()
  const { search = '', page = 1 } = privateLocationsRoute.useSearch()
  const navigate = useNavigate({ from: privateLocationsRoute.fullPath })
  const query = useQuery({ ...privateLocationsQuery(api), refetchInterval: pollMs })
  useLiveAgents()
  const add = useMay('ADMIN') ? (
    <AccountLink to="/accounts/$accountId/locations/private/new" className={buttonClasses('primary')}>
      New private location
    </AccountLink>
  ) : undefined
  return (
    <>
      <PageHead title="Locations" actions={add} />
      <LocationTabs />
      <Loaded query={query} what="the locations">
        {(locations) => {
          if (locations.length === 0) {
            return (
              <Card>
                <Empty title="No private locations yet" action={add} help="agent">
                  <p>
                    A private location is a place where your own agents run checks: an office, another region,
                    a private network.
                  </p>
                </Empty>
              </Card>
            )
          }
          const matches = matching(locations, search, ({ name, slugName }) => [name, slugName])
          return (
            <Card
              isFlush
              title="Private locations"
              actions={
                <SearchBox
                  label="Search locations"
                  value={search}
                  onChange={(next) =>
                    void navigate({ search: next === '' ? {} : { search: next }, replace: true })
                  }
                />
              }
            >
              {matches.length === 0 ? (
                <Empty title="No location matches">
                  <p>Search for another name, or clear the search to see all locations.</p>
                </Empty>
              ) : (
                <PrivateLocationsTable locations={matches.slice((page - 1) * pageSize, page * pageSize)} />
              )}
              <Pager page={page} pageSize={pageSize} total={matches.length} />
            </Card>
          )
        }}
      </Loaded>
    </>
  )
}
