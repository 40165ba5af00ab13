import type { AlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { createBudgets } from '@sonde/alerting/delivery/budgets.ts'
import { createDelivery } from '@sonde/alerting/delivery/create-delivery.ts'
import type { DeliveryStats } from '@sonde/alerting/delivery/delivery-stats.ts'
import type { AlertSender } from '@sonde/alerting/delivery/delivery.ts'
import { createLocationNotices } from '@sonde/alerting/delivery/location-notices.ts'
import { createStandstillNotices } from '@sonde/alerting/delivery/standstill-notices.ts'
import { createAlertSender } from '@sonde/alerting/delivery/sender.ts'
import { createMaintenanceJob } from '@sonde/alerting/maintenance/maintenance-job.ts'
import { createRuleJob } from '@sonde/alerting/raise/rule-job.ts'
import { createVariables } from '@sonde/alerting/variables.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { workOnChange } from '@sonde/ground/work-on-change.ts'
import { channelSealContext, findChannelById } from '@sonde/store/alerts/alert-channels.ts'
import { storeFor } from '@sonde/store/engine/pool-purpose.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { Logger } from 'pino'

/** How long an incident may stay open whose last check was muted or deleted; results open and resolve them at once. */
const rulesPauseMs = 5_000

/** What sends alerts, on every server; and what must run on one server only, beside its checks. */
export type Alerting = {
  readonly sender: AlertSender
  readonly canMail: boolean
  publicUrl(): string
  wakeDelivery(): void
  deliveryStats(): DeliveryStats
  /** `delivers`: whether this server sends alerts. */
  start(options: { delivers: boolean }): void
  stop(): Promise<void>
  /** Before the first check runs: windows may have begun while no server was there. */
  prepareRuns(): Promise<void>
  /** Maintenance windows begin and end, rules of status pages open incidents, and notices about locations go out. */
  accompanyRuns(): { stop(): Promise<void> }
}

export function createAlerting(deps: {
  store: Store
  clock: Clock
  log: Logger
  settings: AlertingSettings
  publicUrl(): string
  /** Tells all servers that there is something to send, this one too; null where they look for it. */
  pokes: { tell(): void; listen(listener: () => void): void } | null
}): Alerting {
  const { store, clock, log, settings, publicUrl, pokes } = deps
  const canMail = settings.smtp !== null
  const sender = createAlertSender({ settings, log, clock, publicUrl })
  const delivery = createDelivery({
    store: storeFor(store, 'delivery'),
    clock,
    log,
    sender,
    loadChannel,
    variablesFor: createVariables({ store }).variablesFor,
    budgets: createBudgets(settings.budgetPerMinute),
    claimMs: settings.claimMs,
    canMail,
    publicUrl,
    isTold: pokes !== null,
  })
  pokes?.listen(delivery.wake)
  const standstill = createStandstillNotices({ store, clock, log, sender, canMail, publicUrl })

  function wakeDelivery(): void {
    delivery.wake()
    pokes?.tell()
  }

  async function loadChannel(channelId: number) {
    const channel = await findChannelById(store.read, channelId)
    if (channel === null) return null
    const text = store.sealer.open(channel.sealedConfig, channelSealContext(channel.accountId))
    return { type: channel.type, config: JSON.parse(text) }
  }

  function maintenanceJob() {
    const mailing = () => ({ publicUrl: publicUrl(), canMail })
    return createMaintenanceJob({ store, clock, log, mailing, wakeDelivery })
  }

  return {
    sender,
    canMail,
    publicUrl,
    wakeDelivery,
    deliveryStats: delivery.stats,
    start({ delivers }) {
      if (delivers) delivery.start()
      standstill.start()
    },
    async stop() {
      await Promise.all([delivery.stop(), standstill.stop()])
    },
    async prepareRuns() {
      await maintenanceJob().work()
    },
    accompanyRuns() {
      const maintenance = maintenanceJob()
      const notices = createLocationNotices({ store, clock, log, canMail, publicUrl, wakeDelivery })
      const rules = workOnChange({
        name: 'settling the automation rules of status pages',
        pauseMs: rulesPauseMs,
        changes: store.changes,
        clock,
        log,
        work: createRuleJob({ store, clock, publicUrl, canMail, wakeDelivery }).work,
      })
      maintenance.start()
      notices.start()
      rules.start()
      return {
        async stop() {
          await Promise.all([maintenance.stop(), notices.stop(), rules.stop()])
        },
      }
    },
  }
}
