import { PageHead } from '../../parts/page.tsx'
import { DeploymentsCard } from './deployments-card.tsx'
import { TriggersCard } from './triggers-card.tsx'
import { WebhookCard } from './webhook-card.tsx'

export function DeploymentsScreen() {
  return (
    <>
      <PageHead title="Deployments" help="deployments">
        <p className="text-soft mt-1 max-w-prose">
          Checks that run after a deployment. These runs do not change the status, do not alert and do not
          count in statistics.
        </p>
      </PageHead>
      <TriggersCard />
      <WebhookCard />
      <DeploymentsCard />
    </>
  )
}
