import type { AccountLimits } from './accounts/account-limits.ts'
import type { AlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import type { AlertSender } from '@sonde/alerting/delivery/delivery.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Runs } from '@sonde/runs/runs.ts'
import type { DataCenterLocation } from '@sonde/schema/agents/location.ts'
import type { StandIns } from '@sonde/analytics/stand-ins.ts'
import type { PageDomains } from '@sonde/status-pages/domains/page-domains.ts'
import type { Store } from '@sonde/store/engine/store.ts'

/** What actions stand on. Each takes the part of it that it needs. */
export type ActionDeps = {
  store: Store
  clock: Clock
  runs: Runs
  /** Data-center locations that some agent serves. */
  servedLocations(): readonly DataCenterLocation[]
  standIns: StandIns
  accountLimits: AccountLimits
  /** What the operator has given for sending alerts. */
  alerting: AlertingSettings
  /** Sends what is not to wait for the outbox. */
  alertSender: AlertSender
  /** After a write that has put something into the outbox. */
  wakeDelivery(): void
  /** `domain`: that status pages have hosts below; null: they have none. `domains`: their own ones. */
  statusPages: { domain: string | null; domains: PageDomains }
  /** That dashboards have hosts below; null: they have none. */
  dashboardDomain: string | null
  /** Where people and programs reach this server, without a slash at the end. */
  publicUrl(): string
}
