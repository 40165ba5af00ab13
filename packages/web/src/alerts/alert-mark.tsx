import type { AlertType, NotificationStatus } from '@sonde/schema/alerts/alert.ts'
import { joinClasses } from '../parts/join-classes.ts'
import { alertWords, notificationWords } from './alert-words.ts'

function Mark({ word, sign, look }: { word: string; sign: string; look: string }) {
  return (
    <span
      className={joinClasses(
        'inline-flex items-center gap-1 rounded px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        look,
      )}
    >
      <span aria-hidden="true">{sign}</span>
      {word}
    </span>
  )
}

/** What an alert says, by a sign and a word as well as by a colour. */
export function AlertMark({ alertType }: { alertType: AlertType }) {
  return <Mark {...alertWords(alertType)} />
}

export function NotificationMark({ status }: { status: NotificationStatus }) {
  return <Mark {...notificationWords(status)} />
}
