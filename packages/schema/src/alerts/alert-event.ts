import type { AlertType } from './alert.ts'
import type { CheckTypeName } from '../check-types/check-type.ts'

/** What an alert is about, as it was when it was raised. Written once and sent as it is, on every try. */
export type CheckAlertEvent = {
  kind: 'alert'
  alertId: string
  alertType: AlertType
  title: string
  /** Shared by all alerts from the first failure until the recovery. */
  episodeId: string
  /** When the first bad run of the episode was due. */
  episodeSince: number
  accountId: string
  raisedAt: number
  isReminder: boolean
  reminderSequence: number
  check: {
    id: string
    name: string
    type: CheckTypeName
    description: string | null
    /** Of the check, then of its group, each once. */
    tags: string[]
    groupName: string | null
    /** The group whose variables it may use, also when the check has left it or is gone. */
    groupId: number | null
    /** What it looks at, such as a host name; null for types that look at nothing. */
    target: string | null
  }
  /** The result that closed the occurrence; null for a certificate. */
  result: {
    id: string
    link: string
    startedAt: number
    responseTime: number | null
    /** The code of a data center, the slug of a private location; null for a heartbeat, which is nowhere. */
    region: string | null
    /** Its name; `This server (eu-west-1)` where this server stands in for an agent. */
    location: string | null
    error: string | null
    failedLocations: string[]
    /** Their names, each place once; missing in events from before there were any. */
    failedPlaces?: string[]
    statusCode: number | null
    statusText: string | null
  } | null
  ssl: { domain: string; daysRemaining: number } | null
}

/** Stands for the alerts of one channel that were too many to be sent one by one. */
export type DigestEvent = {
  kind: 'digest'
  title: string
  raisedAt: number
  /** The group whose variables it may use: one of those that the alerts come from. */
  groupId: number | null
  items: {
    alertId: string
    alertType: AlertType
    title: string
    checkId: string
    checkName: string
    raisedAt: number
    link: string | null
  }[]
}

/** Something about the service itself: a channel that takes nothing any more, a location without agents. */
export type NoticeEvent = {
  kind: 'notice'
  title: string
  text: string
  link: string | null
  /** The channel that it is about, if it is about one. */
  aboutChannelId?: number
  raisedAt: number
}

/** A mail that is complete: to a subscriber of a status page. */
export type MailEvent = {
  kind: 'mail'
  subject: string
  text: string
  html: string
  headers: Readonly<Record<string, string>>
  raisedAt: number
}

export type AlertEvent = CheckAlertEvent | DigestEvent | NoticeEvent | MailEvent
