import { randomUUIDv7, hash } from 'node:crypto'
import type { CheckAlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { dataCenterName } from '@sonde/schema/agents/location.ts'
import { nameOfStandIn } from '@sonde/schema/agents/served-by.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import type { AlertContext } from '@sonde/store/alerts/alert-contexts.ts'
import type { AlertedResult } from '@sonde/store/alerts/alert-state.ts'
import type { CheckAlertRow } from '@sonde/store/alerts/check-alerts.ts'
import type { NewNotification } from '@sonde/store/notifications/notifications.ts'
import { titleOfAlert } from '../titles.ts'
import type { CheckAlertType } from '../transitions.ts'
import { alertsTo } from '../channels/notifications-to.ts'

/** A raise as it was decided, before it is known who hears of it. */
export type Raise = {
  alertType: CheckAlertType
  context: AlertContext
  /** The result that closed the occurrence. */
  result: AlertedResult
  episodeSince: number
  reminderSequence: number
  judgedAt: number
  raisedAt: number
}

/** The same for all alerts of one episode, computed so that nothing has to be remembered. */
export function episodeIdOf(checkId: string, episodeSince: number): string {
  const digest = hash('sha1', `${checkId}/episode/${episodeSince}`, 'hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}

/** What is written down and sent about a raise. */
export function writeOut(
  raise: Raise,
  {
    channels,
    nobodyCause,
    publicUrl,
    privateLocationNames,
  }: {
    channels: readonly AlertChannelRow[]
    nobodyCause: CheckAlertRow['nobodyCause']
    publicUrl: string
    /** By slug, of the account. */
    privateLocationNames: ReadonlyMap<string, string>
  },
): { alert: CheckAlertRow; notifications: NewNotification[] } {
  const { context, result, alertType, raisedAt } = raise
  const alertId = randomUUIDv7()
  const isReminder = raise.reminderSequence > 0
  // A heartbeat has events and no results.
  const isRun = result.location !== null
  const checkLink = `${publicUrl}/accounts/${context.accountId}/checks/${context.checkId}`
  const episodeId = episodeIdOf(context.checkId, raise.episodeSince)
  const event: CheckAlertEvent = {
    kind: 'alert',
    alertId,
    alertType,
    title: titleOfAlert({
      alertType,
      checkName: context.name,
      reminderSequence: raise.reminderSequence,
    }),
    episodeId,
    episodeSince: raise.episodeSince,
    accountId: context.accountId,
    raisedAt,
    isReminder,
    reminderSequence: raise.reminderSequence,
    check: {
      id: context.checkId,
      name: context.name,
      type: context.checkType,
      description: textOf(context.config['description']),
      tags: tagsOf(context),
      groupName: context.group?.name ?? null,
      groupId: context.group?.id ?? null,
      target: targetOf(context),
    },
    result: {
      id: result.resultId,
      link: isRun ? `${checkLink}/results/${result.resultId}` : checkLink,
      startedAt: result.startedAt,
      responseTime: result.responseTime,
      region: result.location,
      location: locationName(result.location, { isStandIn: result.isStandIn === true, privateLocationNames }),
      error: result.error,
      failedLocations: [...result.failedLocations],
      failedPlaces: failedPlacesOf(result, privateLocationNames),
      statusCode: result.statusCode,
      statusText: result.statusText ?? null,
    },
    ssl: null,
  }
  return {
    alert: {
      id: alertId,
      accountId: context.accountId,
      checkId: context.checkId,
      checkType: context.checkType,
      name: context.name,
      alertType,
      episodeId,
      episodeSince: raise.episodeSince,
      reminderSequence: raise.reminderSequence,
      runLocation: result.location,
      responseTime: result.responseTime,
      error: result.error,
      statusCode: result.statusCode === null ? null : String(result.statusCode),
      resultId: isRun ? result.resultId : null,
      dueAt: result.scheduledAt,
      startedAt: result.startedAt,
      judgedAt: raise.judgedAt,
      nobodyCause,
      createdAt: raisedAt,
    },
    notifications: channels.flatMap((channel) =>
      alertsTo(channel, {
        subject: context.checkId,
        checkId: context.checkId,
        checkType: context.checkType,
        alertId,
        resultId: isRun ? result.resultId : null,
        event,
        createdAt: raisedAt,
      }),
    ),
  }
}

function locationName(
  code: string | null,
  known: { isStandIn: boolean; privateLocationNames: ReadonlyMap<string, string> },
): string | null {
  if (code === null) return null
  if (known.isStandIn) return nameOfStandIn([code])
  return dataCenterName(code) ?? known.privateLocationNames.get(code) ?? code
}

/** Where it failed, each place once: this server is one, however many locations it stands in for. */
function failedPlacesOf(
  { failedLocations, failedStandIns = [] }: AlertedResult,
  privateLocationNames: ReadonlyMap<string, string>,
): string[] {
  const agents = failedLocations.filter((code) => !failedStandIns.includes(code))
  return [
    ...(failedStandIns.length === 0 ? [] : [nameOfStandIn(failedStandIns)]),
    ...agents.flatMap((code) => locationName(code, { isStandIn: false, privateLocationNames }) ?? []),
  ]
}

/** Of the check, then of its group, each once. */
export function tagsOf(context: Pick<AlertContext, 'config' | 'group'>): string[] {
  const lists = [context.config['tags'], context.group?.config['tags']]
  return [
    ...new Set(
      lists.flatMap((list) =>
        Array.isArray(list) ? list.filter((tag): tag is string => typeof tag === 'string') : [],
      ),
    ),
  ]
}

export function targetOf({ checkType, config }: Pick<AlertContext, 'checkType' | 'config'>): string | null {
  return kindOf(checkType).run?.targetOf(config) ?? null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
