import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'

/** By what a vendor that keeps tickets knows the one of a check, from its first problem until it has recovered. */
export function ticketKeyOf({ check, ssl }: CheckAlertEvent): string {
  return ssl === null ? check.id : `ssl:${ssl.domain}`
}
