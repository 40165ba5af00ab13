import type { AlertType } from '../alerts/alert.ts'
import type { AlertEvent } from '../alerts/alert-event.ts'

/** As much of an event as a list shows. */
export type Headline = {
  kind: AlertEvent['kind']
  title: string
  /** Null, like the name, for whatever is not about one check. */
  alertType: AlertType | null
  checkName: string | null
}

export function headlineOf(event: AlertEvent): Headline {
  if (event.kind === 'alert') {
    const { kind, title, alertType, check } = event
    return { kind, title, alertType, checkName: check.name }
  }
  const title = event.kind === 'mail' ? event.subject : event.title
  return { kind: event.kind, title, alertType: null, checkName: null }
}
