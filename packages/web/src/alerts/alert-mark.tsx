import type { AlertType, NotificationStatus } from '@sonde/schema/alerts/alert.ts'
import { WordMark } from '../parts/status/word-mark.tsx'
import { alertWords, notificationWords } from './alert-words.ts'

export function AlertMark({ alertType }: { alertType: AlertType }) {
  return <WordMark {...alertWords(alertType)} />
}

export function NotificationMark({ status }: { status: NotificationStatus }) {
  return <WordMark {...notificationWords(status)} />
}
