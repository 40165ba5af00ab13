import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApi, useMay } from '../api/account-context.ts'
import { Moment } from '../parts/moment.tsx'
import { sentenceOf } from '../parts/states.tsx'
import type { Check } from '../resources/checks.ts'
import { eventInks, eventSigns, type ChartEvent } from './chart/events.ts'

const openUpTo = 4

/** The marks of the chart in words, newest first, each with a way to more. */
export function EventList({
  check,
  events,
  error,
}: {
  check: Check
  events: readonly ChartEvent[]
  error: Error | null
}) {
  const mayReadAudit = useMay('ADMIN')
  if (error !== null && events.length === 0) {
    return <p className="text-soft mt-3 text-xs">Events could not be loaded: {sentenceOf(error)}</p>
  }
  if (events.length === 0) return null
  const newestFirst = events.toReversed()
  return (
    <details className="border-line mt-3 border-t pt-2" open={events.length <= openUpTo}>
      <summary className="cursor-pointer py-1 font-medium">
        {events.length} {events.length === 1 ? 'event' : 'events'} in this range
      </summary>
      <ul className="mt-1 space-y-1 text-xs">
        {newestFirst.map((event) => (
          <li
            key={`${event.kind}-${event.from}-${event.title}`}
            className="flex flex-wrap items-baseline gap-x-2"
          >
            <span aria-hidden="true" style={{ color: eventInks[event.kind] }}>
              {eventSigns[event.kind]}
            </span>
            <Moment at={event.from} form="short" />
            {event.to === null ? null : (
              <>
                {' – '}
                <Moment at={event.to} form="short" />
              </>
            )}
            <EventLink check={check} event={event} mayReadAudit={mayReadAudit}>
              {event.title}
            </EventLink>
            {event.detail === null ? null : <span className="text-soft">{event.detail}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}

function EventLink({
  check,
  event: { subject },
  mayReadAudit,
  children,
}: {
  check: Check
  event: ChartEvent
  mayReadAudit: boolean
  children: ReactNode
}) {
  const { accountId } = useApi()
  if (subject === null) return <span>{children}</span>
  if ('resultId' in subject) {
    return (
      <Link
        to="/accounts/$accountId/checks/$checkId/results/$resultId"
        params={{ accountId, checkId: check.id, resultId: subject.resultId }}
      >
        {children}
      </Link>
    )
  }
  if ('windowId' in subject) {
    return (
      <Link
        to="/accounts/$accountId/maintenance/windows/$windowId"
        params={{ accountId, windowId: String(subject.windowId) }}
      >
        {children}
      </Link>
    )
  }
  if (!mayReadAudit) return <span>{children}</span>
  const entity =
    subject.changed === 'CHECK'
      ? { entityType: 'CHECK', entityId: check.id }
      : { entityType: 'CHECK_GROUP', entityId: String(check.groupId) }
  return (
    <Link to="/accounts/$accountId/settings/audit" params={{ accountId }} search={entity}>
      {children}
    </Link>
  )
}
