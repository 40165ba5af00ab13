import { classOf } from '@sonde/schema/alerts/alert.ts'
import type { CheckAlertType } from './transitions.ts'

const problemWords = { failure: 'failing', degraded: 'degraded' } as const

/** The one line that a person reads first. */
export function titleOfAlert(alert: {
  alertType: CheckAlertType
  checkName: string
  /** 0: the alert itself. */
  reminderSequence: number
}): string {
  const { alertType, checkName, reminderSequence } = alert
  const alertClass = classOf(alertType)
  if (alertClass !== 'failure' && alertClass !== 'degraded') return `${checkName} has recovered`
  const what = problemWords[alertClass]
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
