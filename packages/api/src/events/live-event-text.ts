import { sessionStatus } from '@sonde/runs/sessions/session-status.ts'
import { apiStatuses, apiVerdicts } from '@sonde/schema/runs/api-verdicts.ts'
import type {
  LiveAgent,
  LiveAlert,
  LiveCheck,
  LiveCheckChanged,
  LiveEventType,
  LiveGroupChanged,
  LiveSession,
} from '@sonde/schema/accounts/live-event.ts'
import type { CheckNews, LiveChange } from '@sonde/store/live/live-changes.ts'

/** An event as it goes over the line, and whom it is for. */
export type LiveEvent = {
  type: LiveEventType
  /** Null: for every account. */
  accountId: string | null
  /** Null for what belongs to no check. */
  checkId: string | null
  text: string
}

/** Null for a change that a newer server has noted. */
export function liveEventOf(change: LiveChange): LiveEvent | null {
  const { type } = change
  switch (type) {
    case 'check-changed':
      return eventOf(change, { id: change.checkId, change: change.change } satisfies LiveCheckChanged)
    case 'group-changed':
      return eventOf(change, { id: change.groupId, change: change.change } satisfies LiveGroupChanged)
    case 'alert':
      return eventOf(change, {
        id: change.alertId,
        checkId: change.checkId,
        alertType: change.alertType,
        at: isoTime(change.at),
      } satisfies LiveAlert)
    case 'session':
      return eventOf(change, {
        id: change.sessionId,
        checkId: change.checkId,
        status: sessionStatus(change.states),
      } satisfies LiveSession)
    case 'agent':
      return eventOf(change, {
        location: change.location,
        change: change.change,
        at: isoTime(change.at),
      } satisfies LiveAgent)
    default:
      return null
  }
}

export function checkEventOf(
  { status, statusSince, lastResult }: CheckNews,
  { checkId, accountId }: { checkId: string; accountId: string },
): LiveEvent {
  const data: LiveCheck = {
    id: checkId,
    status: apiStatuses[status ?? 'no-data'],
    ...(statusSince === undefined ? {} : { statusSince: statusSince === null ? null : isoTime(statusSince) }),
    lastResult:
      lastResult === null
        ? null
        : {
            at: isoTime(lastResult.at),
            location: lastResult.location,
            responseTime: lastResult.responseTime,
            verdict: apiVerdicts[lastResult.verdict ?? 'withheld'],
          },
  }
  return { type: 'check', accountId, checkId, text: eventText('check', data) }
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}

function eventOf(change: LiveChange, data: object): LiveEvent {
  return {
    type: change.type,
    accountId: change.accountId,
    checkId: 'checkId' in change ? change.checkId : null,
    text: eventText(change.type, data),
  }
}

/** JSON has no line breaks of its own: one line of data is enough. */
export function eventText(type: LiveEventType, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * Up to where everything was told. Apart from the events, and after them: a line that breaks between two events of
 * one moment goes on with the second.
 */
export function idText(id: number): string {
  return `id: ${id}\n\n`
}
