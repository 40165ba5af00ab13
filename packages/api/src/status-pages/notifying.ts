import type { Notifying } from '@sonde/status-pages/notify-subscribers.ts'
import type { ApiDeps } from '../api-deps.ts'

/** With what subscribers of the account are told something now. */
export function notifyingOf(deps: ApiDeps, accountId: string): Notifying {
  const canMail = deps.alerting.smtp !== null
  return { accountId, at: deps.clock.now(), publicUrl: deps.publicUrl(), canMail }
}
