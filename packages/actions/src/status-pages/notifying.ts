import type { Notifying } from '@sonde/status-pages/subscribers/notify-subscribers.ts'
import type { ActionDeps } from '../action-deps.ts'

/** With what subscribers of the account are told something now. */
export function notifyingOf(deps: ActionDeps, accountId: string): Notifying {
  const canMail = deps.alerting.smtp !== null
  return { accountId, at: deps.clock.now(), publicUrl: deps.publicUrl(), canMail }
}
