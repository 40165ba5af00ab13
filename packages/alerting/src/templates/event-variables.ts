import { type AlertClass, type AlertType, classOf } from '@sonde/schema/alerts/alert.ts'
import type { AlertEvent, CheckAlertEvent, DigestEvent } from '@sonde/schema/alerts/alert-event.ts'
import { hasApiVariables } from '@sonde/schema/check-types/check-type.ts'
import { boundLines } from '../bound-text.ts'
import { episodeOf } from '../event-episode.ts'
import { showDuration, showResponseTime } from '@sonde/ground/shown-time.ts'
import type { Value } from './template-tree.ts'

/** Names that every event has, so that a template that names one of them never fails for want of it. */
const nothing: Readonly<Record<string, Value>> = {
  ALERT_TITLE: '',
  ALERT_TYPE: '',
  ALERT_CLASS: '',
  EVENT_KIND: '',
  CHECK_ID: '',
  CHECK_NAME: '',
  CHECK_TYPE: '',
  CHECK_DESCRIPTION: '',
  CHECK_TARGET: '',
  GROUP_NAME: '',
  TAGS: [],
  CHECK_RESULT_ID: '',
  RESULT_LINK: '',
  STARTED_AT: '',
  RESPONSE_TIME: null,
  RESPONSE_TIME_TEXT: '',
  REGION: '',
  RUN_LOCATION: '',
  CHECK_ERROR_MESSAGE: '',
  API_CHECK_RESPONSE_STATUS_CODE: null,
  API_CHECK_RESPONSE_STATUS_TEXT: '',
  IS_REMINDER: false,
  REMINDER_SEQUENCE: 0,
  SSL_CHECK_DOMAIN: '',
  SSL_DAYS_REMAINING: null,
  AI_ANALYSIS_CLASSIFICATION: '',
  AI_ANALYSIS_ROOT_CAUSE: '',
  AI_ANALYSIS_USER_IMPACT: '',
  AI_ANALYSIS_CODE_FIX: '',
  AI_ANALYSIS_LINK: '',
  FAILED_LOCATIONS: [],
  ALERT_ID: '',
  EPISODE_ID: '',
  FAILING_SINCE: '',
  EPISODE_SECONDS: null,
  EPISODE_DURATION: '',
  ACCOUNT_ID: '',
}

export const variableNames: readonly string[] = Object.keys(nothing)

/** What a template may name. `eventId` stands for the check where there is none. */
export function eventVariables(event: AlertEvent, eventId: string): ReadonlyMap<string, Value> {
  return new Map(Object.entries({ ...nothing, EVENT_KIND: event.kind, ...valuesOf(event, eventId) }))
}

function valuesOf(event: AlertEvent, eventId: string): Readonly<Record<string, Value>> {
  switch (event.kind) {
    case 'alert':
      return alertValues(event)
    case 'digest': {
      const alertType = worstOf(event)
      return {
        // A template may show nothing but the title, so it names as many alerts as receivers take.
        ALERT_TITLE: titleOfDigest(event, mostTitleLength),
        ALERT_TYPE: alertType,
        ALERT_CLASS: classOf(alertType),
        CHECK_ID: eventId,
        CHECK_NAME: loneOf(event)?.checkName ?? event.title,
        CHECK_ERROR_MESSAGE: boundLines(
          event.items.map(({ title }) => title),
          mostListLength,
        ).join('\n'),
        RESULT_LINK: event.items.find(({ link }) => link !== null)?.link ?? '',
        STARTED_AT: iso(event.raisedAt),
        ALERT_ID: eventId,
      }
    }
    case 'notice':
      return {
        ALERT_TITLE: event.title,
        // Receivers such as ilert drop what has no type that they know: EVENT_KIND tells a notice from an alert.
        ALERT_TYPE: 'ALERT_DEGRADED',
        ALERT_CLASS: 'degraded',
        CHECK_ID: eventId,
        CHECK_NAME: event.title,
        CHECK_ERROR_MESSAGE: event.text,
        RESULT_LINK: event.link ?? '',
        STARTED_AT: iso(event.raisedAt),
        ALERT_ID: eventId,
      }
    case 'mail':
      return { ALERT_TITLE: event.subject, STARTED_AT: iso(event.raisedAt) }
    default:
      return event satisfies never
  }
}

function alertValues(event: CheckAlertEvent): Readonly<Record<string, Value>> {
  const { check, result, ssl } = event
  const isApiCheck = hasApiVariables(check.type)
  const episode = episodeOf(event)
  const responseTime = result?.responseTime ?? null
  return {
    ALERT_TITLE: event.title,
    ALERT_TYPE: event.alertType,
    ALERT_CLASS: classOf(event.alertType),
    CHECK_ID: check.id,
    CHECK_NAME: check.name,
    CHECK_TYPE: check.type,
    CHECK_DESCRIPTION: check.description,
    CHECK_TARGET: check.target,
    GROUP_NAME: check.groupName,
    TAGS: check.tags,
    CHECK_RESULT_ID: result?.id,
    RESULT_LINK: result?.link,
    STARTED_AT: iso(result?.startedAt ?? event.raisedAt),
    RESPONSE_TIME: responseTime,
    RESPONSE_TIME_TEXT: responseTime === null ? '' : showResponseTime(responseTime),
    REGION: result?.region,
    RUN_LOCATION: result?.location,
    CHECK_ERROR_MESSAGE: result?.error,
    API_CHECK_RESPONSE_STATUS_CODE: isApiCheck ? result?.statusCode : null,
    API_CHECK_RESPONSE_STATUS_TEXT: isApiCheck ? result?.statusText : null,
    IS_REMINDER: event.isReminder,
    REMINDER_SEQUENCE: event.reminderSequence,
    SSL_CHECK_DOMAIN: ssl?.domain,
    SSL_DAYS_REMAINING: ssl?.daysRemaining,
    FAILED_LOCATIONS: result?.failedLocations ?? [],
    ALERT_ID: event.alertId,
    EPISODE_ID: event.episodeId,
    FAILING_SINCE: episode === null ? '' : iso(episode.since),
    EPISODE_SECONDS: episode === null ? null : Math.floor(episode.lastedMs / 1_000),
    EPISODE_DURATION: episode === null ? '' : showDuration(episode.lastedMs),
    ACCOUNT_ID: event.accountId,
  }
}

const byWeight: readonly AlertClass[] = ['failure', 'degraded', 'ssl', 'recovery']

/** Templates decide by the type, and a digest with one failure in it is a failure. */
export function worstOf(digest: DigestEvent): AlertType {
  const types = digest.items.map(({ alertType }) => alertType)
  const weigh = (alertType: AlertType) => byWeight.indexOf(classOf(alertType))
  return types.toSorted((a, b) => weigh(a) - weigh(b))[0] ?? 'ALERT_DEGRADED'
}

/** Discord and GitLab take 255 characters of title; Telegram takes 4,096 in all. */
const mostTitleLength = 240
const mostListLength = 3_000

/** `3 alerts: A is failing; B is failing; C has recovered`. */
export function titleOfDigest(digest: DigestEvent, mostLength: number): string {
  const lone = loneOf(digest)
  if (lone !== null) return lone.title
  let title = `${digest.title}:`
  for (const [index, item] of digest.items.entries()) {
    const next = `${title} ${item.title}${index < digest.items.length - 1 ? ';' : ''}`
    const left = digest.items.length - index
    const rest = ` and ${left} more`
    const reserve = left > 1 ? rest.length : 0
    if (next.length + reserve > mostLength) return `${title}${rest}`
    title = next
  }
  return title
}

/** A digest with one alert in it reads as that alert. */
function loneOf({ items }: DigestEvent): DigestEvent['items'][number] | null {
  const [first, ...others] = items
  return first === undefined || others.length > 0 ? null : first
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
