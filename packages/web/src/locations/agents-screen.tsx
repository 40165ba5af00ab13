import { PageHead } from '../parts/page.tsx'
import { AgentsCard } from './agents-card.tsx'
import { LocationTabs } from './location-tabs.tsx'
import { agentsRoute } from './routes.ts'
import { useLiveAgents } from './use-live-agents.ts'

export function AgentsScreen() {
  const { page = 1 } = agentsRoute.useSearch()
  useLiveAgents()
  return (
    <>
      <PageHead title="Locations" />
      <LocationTabs />
      <AgentsCard
        location={null}
        page={page}
        empty="No agent was connected in the last 24 hours. Create a private location and start an agent there."
      />
    </>
  )
}
