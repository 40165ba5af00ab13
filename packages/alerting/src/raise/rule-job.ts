import type { Clock } from '@sonde/ground/clock.ts'
import { dueRules, type RuleMaintenance, settleRules } from '@sonde/status-pages/rules/automation-rules.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { listRules } from '@sonde/store/status-pages/status-page-rules.ts'
import { isSilenced, pagesWithoutIncident } from '../maintenance/scope.ts'

/** What maintenance means for automation rules. */
export const ruleMaintenance: RuleMaintenance = { silences: isSilenced, pagesWithoutIncident }

/**
 * Looks after the automation rules of status pages beside the results: a cool-down ends, a check is muted, switched off,
 * deleted or gets another tag. Safe on several servers: each rule is locked, and judged again.
 */
export function createRuleJob(deps: {
  store: Store
  clock: Clock
  publicUrl(): string
  /** Whether mail can be sent at all. */
  canMail: boolean
  wakeDelivery(): void
}): {
  /** Returns when the next one is due although nothing is written. */
  work(): Promise<number>
} {
  const { store, clock, canMail } = deps
  return {
    async work() {
      const at = clock.now()
      let next = Infinity
      const rules = await listRules(store.read)
      for (const [accountId, own] of Map.groupBy(rules, (rule) => rule.accountId)) {
        const { due, nextAt } = await dueRules(store.read, {
          accountId,
          at,
          rules: own,
          maintenance: ruleMaintenance,
        })
        next = Math.min(next, nextAt ?? Infinity)
        if (due.length === 0) continue
        const { hasMail } = await store.write((db) =>
          settleRules(
            db,
            { accountId, at, publicUrl: deps.publicUrl(), canMail },
            { rules: due, maintenance: ruleMaintenance },
          ),
        )
        if (hasMail) deps.wakeDelivery()
      }
      return next
    },
  }
}
