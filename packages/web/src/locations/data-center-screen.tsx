import { dataCenterName } from '@sonde/schema/agents/location.ts'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useMay } from '../api/account-context.ts'
import { ApiError } from '../api/api-error.ts'
import { AccountLink } from '../parts/account-link.tsx'
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { dataCenterKeysKey, dataCenterKeysQuery } from '../resources/location-keys.ts'
import { AgentsCard } from './agents-card.tsx'
import { LocationKeysCard } from './location-keys-card.tsx'
import { dataCenterRoute } from './routes.ts'
import { useLiveAgents } from './use-live-agents.ts'

export function DataCenterScreen() {
  const { code } = dataCenterRoute.useParams()
  const { page = 1 } = dataCenterRoute.useSearch()
  const mayHaveKeys = useMay('ADMIN')
  useLiveAgents()
  const name = dataCenterName(code)
  const above = <AccountLink to="/accounts/$accountId/locations/data-centers">Data centers</AccountLink>
  if (name === null) {
    return (
      <>
        <PageHead title={code} above={above} />
        <Card>
          <Empty
            title="There is no such data center"
            action={
              <AccountLink to="/accounts/$accountId/locations/data-centers">
                Show all data centers
              </AccountLink>
            }
          />
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHead title={`${name} (${code})`} above={above} />
      <AgentsCard
        location={code}
        page={page}
        empty="No agent of this location was connected in the last 24 hours. This server runs its checks, if the embedded agent is on."
      />
      {mayHaveKeys ? <DataCenterKeys code={code} /> : null}
    </>
  )
}

function DataCenterKeys({ code }: { code: string }) {
  const query = useQuery(dataCenterKeysQuery(useAccount().api, code))
  if (query.error instanceof ApiError && query.error.status === 403) {
    return (
      <Card title="Keys for agents">
        <p className="text-soft">{query.error.message}.</p>
      </Card>
    )
  }
  return (
    <Loaded query={query} what="the keys">
      {(keys) => (
        <LocationKeysCard
          keys={keys}
          owner={{ dataCenter: code }}
          location={code}
          stale={dataCenterKeysKey}
        />
      )}
    </Loaded>
  )
}
