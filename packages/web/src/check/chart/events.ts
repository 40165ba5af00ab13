import { type AlertClass, classOf } from '@sonde/schema/alerts/alert.ts'
import { alertWords } from '../../alerts/alert-words.ts'
import type { CheckAnnotations } from '../../resources/check-charts.ts'

/** An alert is of its class: one that is degraded does not look like one that fails. */
export type EventKind = AlertClass | 'maintenance' | 'edit' | 'deployment'

/** Something that happened around the runs of a check. */
export type ChartEvent = {
  kind: EventKind
  from: number
  /** Null for a moment. */
  to: number | null
  title: string
  detail: string | null
  /** What it is about, for a link. */
  subject: { windowId: number } | { resultId: string } | { changed: 'CHECK' | 'GROUP' } | null
}

/** Oldest first. Reminders say nothing that the alert has not said. `now` ends what nobody has ended yet. */
export function eventsOf(annotations: CheckAnnotations, now: number): ChartEvent[] {
  const { alerts, maintenances, changes, deployments } = annotations
  return [
    ...alerts.filter(({ isReminder }) => !isReminder).map(alertEvent),
    ...maintenances.map(({ startsAt, endsAt, name, pauses, windowId }) => ({
      kind: 'maintenance' as const,
      from: Date.parse(startsAt),
      to: endsAt === null ? now : Date.parse(endsAt),
      title: `Maintenance: ${name}`,
      detail: pauses ? 'The check was paused.' : 'Alerts were silenced.',
      subject: { windowId },
    })),
    ...changes.map(changeEvent),
    ...deployments.map(({ at, repository, sha, environmentName }) => ({
      kind: 'deployment' as const,
      from: Date.parse(at),
      to: null,
      title: `Deployed ${repository} ${sha.slice(0, 7)}`,
      detail: environmentName,
      subject: null,
    })),
  ].toSorted((left, right) => left.from - right.from)
}

function alertEvent({ at, alertType, reason, resultId }: CheckAnnotations['alerts'][number]): ChartEvent {
  const kind = classOf(alertType)
  return {
    kind,
    from: Date.parse(at),
    to: null,
    title: `Alert: ${alertWords(alertType).word}`,
    detail: kind === 'recovery' ? null : reason,
    subject: resultId === null ? null : { resultId },
  }
}

function changeEvent({ at, action, of, fields }: CheckAnnotations['changes'][number]): ChartEvent {
  const what = of === 'GROUP' ? 'Group' : 'Check'
  return {
    kind: 'edit',
    from: Date.parse(at),
    to: null,
    title: `${what} ${action === 'CREATE' ? 'created' : 'edited'}`,
    detail: fields.length === 0 ? null : fieldWords(fields),
    subject: { changed: of },
  }
}

/** By how the path of a field begins, the longest first. */
const words: readonly (readonly [beginning: string, word: string])[] = [
  ['request.assertions', 'assertions'],
  ['request', 'request'],
  ['frequency', 'interval'],
  ['privateLocations', 'locations'],
  ['locations', 'locations'],
  ['runParallel', 'locations'],
  ['retryStrategy', 'retries'],
  ['doubleCheck', 'retries'],
  ['alertChannelSubscriptions', 'alert channels'],
  ['alertSettings', 'alert settings'],
  ['useGlobalAlertSettings', 'alert settings'],
  ['activated', 'paused or resumed'],
  ['muted', 'muted or unmuted'],
  ['degraded', 'limits'],
  ['max', 'limits'],
  ['groupId', 'group'],
  ['heartbeat', 'expected pings'],
  ['name', 'name'],
  ['description', 'description'],
  ['tags', 'tags'],
]

/** What was changed, as people call it; the rest has no name of its own. */
export function fieldWords(fields: readonly string[]): string {
  const names = fields.map(
    (field) => words.find(([beginning]) => field.startsWith(beginning))?.[1] ?? 'settings',
  )
  return [...new Set(names)].join(', ')
}

/** The events at a moment, or not further from it than `withinMs`. */
export function eventsNear(events: readonly ChartEvent[], at: number, withinMs: number): ChartEvent[] {
  return events.filter(({ from, to }) => from - withinMs <= at && at <= (to ?? from) + withinMs)
}

/** As much of an event as lies in the window; those outside of it are left out. */
export function eventsWithin(
  events: readonly ChartEvent[],
  window: { from: number; to: number },
): ChartEvent[] {
  return events.flatMap((event) => {
    if (event.from >= window.to || (event.to ?? event.from) < window.from) return []
    if (event.to === null) return [event]
    return [{ ...event, from: Math.max(event.from, window.from), to: Math.min(event.to, window.to) }]
  })
}

export const eventSigns: Readonly<Record<EventKind, string>> = {
  failure: '✕',
  degraded: '▲',
  ssl: '⌛',
  recovery: '✓',
  maintenance: '◆',
  edit: '✎',
  deployment: '↑',
}

export const eventInks: Readonly<Record<EventKind, string>> = {
  failure: 'var(--color-bad)',
  degraded: 'var(--color-warn)',
  ssl: 'var(--color-warn)',
  recovery: 'var(--color-good)',
  maintenance: 'var(--color-maint)',
  edit: 'var(--color-soft)',
  deployment: 'var(--color-accent)',
}
