import type { AlertEvent } from '../alerts/alert-event.ts'

/** The group whose variables the settings of a channel may name when this is sent; null: none. */
export function variableGroupOf(event: AlertEvent): number | null {
  switch (event.kind) {
    case 'alert':
      return event.check.groupId
    case 'digest':
      return event.groupId
    case 'notice':
    case 'mail':
      return null
    default:
      return event satisfies never
  }
}
