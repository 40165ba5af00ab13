/** Every alert that can be raised, in the order of the transition table. */
export const alertTypes = [
  'ALERT_FAILURE',
  'ALERT_FAILURE_REMAIN',
  'ALERT_FAILURE_DEGRADED',
  'ALERT_DEGRADED',
  'ALERT_DEGRADED_REMAIN',
  'ALERT_DEGRADED_FAILURE',
  'ALERT_RECOVERY',
  'ALERT_DEGRADED_RECOVERY',
  'ALERT_SSL',
] as const
export type AlertType = (typeof alertTypes)[number]

/** What a channel decides by whether it wants an alert. */
export type AlertClass = 'failure' | 'degraded' | 'recovery' | 'ssl'

const classes: Readonly<Record<AlertType, AlertClass>> = {
  ALERT_FAILURE: 'failure',
  ALERT_FAILURE_REMAIN: 'failure',
  ALERT_DEGRADED_FAILURE: 'failure',
  ALERT_DEGRADED: 'degraded',
  ALERT_DEGRADED_REMAIN: 'degraded',
  ALERT_FAILURE_DEGRADED: 'degraded',
  ALERT_RECOVERY: 'recovery',
  ALERT_DEGRADED_RECOVERY: 'recovery',
  ALERT_SSL: 'ssl',
}

export function classOf(alertType: AlertType): AlertClass {
  return classes[alertType]
}

export const notificationStatuses = ['IN_PROGRESS', 'SUCCESS', 'FAILURE', 'RATE_LIMITED'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]
