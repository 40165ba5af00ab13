import type { CheckAlertType } from './transitions.ts'

const words: Readonly<Record<CheckAlertType, 'failing' | 'degraded' | 'recovered'>> = {
  ALERT_FAILURE: 'failing',
  ALERT_FAILURE_REMAIN: 'failing',
  ALERT_DEGRADED_FAILURE: 'failing',
  ALERT_DEGRADED: 'degraded',
  ALERT_DEGRADED_REMAIN: 'degraded',
  ALERT_FAILURE_DEGRADED: 'degraded',
  ALERT_RECOVERY: 'recovered',
  ALERT_DEGRADED_RECOVERY: 'recovered',
}

/** The one line that a person reads first. */
export function titleOfAlert(alert: {
  alertType: CheckAlertType
  checkName: string
  /** 0: the alert itself. */
  reminderSequence: number
}): string {
  const { alertType, checkName, reminderSequence } = alert
  const what = words[alertType]
  if (what === 'recovered') return `${checkName} has recovered`
  return reminderSequence === 0
    ? `${checkName} is ${what}`
    : `Reminder ${reminderSequence}: ${checkName} is still ${what}`
}

export function titleOfCertificate({
  domain,
  daysRemaining,
}: {
  domain: string
  daysRemaining: number
}): string {
  if (daysRemaining < 0) return `Certificate of ${domain} has expired`
  return `Certificate of ${domain} expires in ${daysRemaining} ${daysRemaining === 1 ? 'day' : 'days'}`
}
