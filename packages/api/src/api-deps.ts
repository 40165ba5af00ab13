import type { AlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import type { DeliveryFigures } from '@sonde/alerting/delivery/create-delivery.ts'
import type { AlertSender } from '@sonde/alerting/delivery/delivery.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { AgentService } from '@sonde/runs/agents/agent-service.ts'
import type { RunFigures } from '@sonde/runs/create-runs.ts'
import type { Runs } from '@sonde/runs/runs.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { DataCenterLocation } from '@sonde/schema/agents/location.ts'
import type { StaticIpRegistry } from '@sonde/schema/agents/static-ip.ts'
import type { PageDomains } from '@sonde/status-pages/page-domains.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { KeyUse } from './http/key-use.ts'

/** What the routes stand on. */
export type ApiDeps = {
  store: Store
  clock: Clock
  log: Logger
  keyUse: KeyUse
  runs: Runs
  agents: AgentService
  /** Null on a server that does not run the checks. */
  runFigures(): RunFigures | null
  /** What this server has sent of the outbox. */
  deliveryFigures(): DeliveryFigures
  /** Data-center locations that some agent serves. */
  servedLocations(): readonly DataCenterLocation[]
  staticIps: StaticIpRegistry
  /** How long every single result is kept. */
  rawRetentionDays: number
  /** How long the figures of hours and days are kept. */
  rollupRetentionDays: number
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
