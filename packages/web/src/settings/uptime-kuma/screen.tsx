import { PageHead } from '../../parts/page.tsx'
import { OnlyFor } from '../only-for.tsx'
import { ImportKumaCard } from './import-kuma-card.tsx'

export function ImportKumaScreen() {
  return (
    <>
      <PageHead title="Import from Uptime Kuma" help="uptime-kuma">
        <p className="text-soft mt-1 max-w-prose">
          Monitors, notifications, status pages and maintenances of an Uptime Kuma become checks, alert
          channels, status pages and maintenance windows. Nothing changes until you have seen the preview, and
          nothing is deleted.
        </p>
      </PageHead>
      <OnlyFor role="ADMIN" what="Import">
        <ImportKumaCard />
      </OnlyFor>
    </>
  )
}
