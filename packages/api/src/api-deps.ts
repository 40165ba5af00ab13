import type { ActionDeps } from '@sonde/actions/action-deps.ts'
import type { ArtifactStore } from '@sonde/artifacts/open-artifacts.ts'
import type { DeliveryStats } from '@sonde/alerting/delivery/delivery-stats.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { AgentService } from '@sonde/runs/agents/agent-service.ts'
import type { KeyOwners } from '@sonde/runs/cluster/key-owners.ts'
import type { RunStats } from '@sonde/runs/run-stats.ts'
import type { StaticIpRegistry } from '@sonde/schema/agents/static-ip.ts'
import type { KeyUse } from './http/key-use.ts'
import type { OidcFetch } from './oidc/oidc-client.ts'
import type { OidcSettings } from './oidc/oidc-settings.ts'
import type { IsOwnConnection, MetricsAccess } from './operations/metrics-access.ts'
import type { Readiness } from './operations/readiness.ts'
import type { ServerFacts } from './operations/server-facts.ts'

/** What the routes stand on. */
export type ApiDeps = ActionDeps & {
  log: Logger
  /** For ages; that of the machine unless given. */
  steadyClock?: Clock
  keyUse: KeyUse
  /** Which of several servers counts for a key; null: this is the only one. */
  keyOwners: KeyOwners | null
  /** Calls back whenever another server has written something for open pages; null: nobody tells. Returns how to end it. */
  onLivePoke: ((listener: () => void) => () => void) | null
  artifacts: Pick<ArtifactStore, 'read' | 'bundles' | 'keepGolden'>
  agents: AgentService
  /** Null on a server that does not run the checks. */
  runStats(): Promise<RunStats | null>
  readiness(): Promise<Readiness>
  server: ServerFacts
  /** How far the clock of this machine is behind that of PostgreSQL; null: not known, or there is no other clock. */
  clockOffsetMs(): number | null
  /** What this server has sent of the outbox. */
  deliveryStats(): DeliveryStats
  staticIps: StaticIpRegistry
  metricsAccess: MetricsAccess
  /** None is unless it is given. */
  isOwnConnection?: IsOwnConnection
  /** The identity provider that people sign in with; null: passwords alone. */
  oidc: { settings: OidcSettings; fetch: OidcFetch } | null
  /** How long a server can be silent about a deployment before it counts as dead. */
  deploySilenceMs: number
  /** How long every single result is kept. */
  rawRetentionDays: number
  /** How long the figures of hours and days are kept. */
  rollupRetentionDays: number
}
