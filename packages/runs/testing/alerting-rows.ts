import { randomUUID } from 'node:crypto'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { replaceGroupSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import { insertGroup, updateGroup, type CheckGroupRow } from '@sonde/store/checks/check-groups.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { insertMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import {
  insertMaintenanceWindow,
  type MaintenanceWindowConfig,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import { insertService } from '@sonde/store/status-pages/status-page-services.ts'
import type { AlertsUnderTest } from './alerts-under-test.ts'

/** What alerting depends on besides checks and channels, written as the API writes it. */

export async function addGroup(
  under: AlertsUnderTest,
  config: CheckGroupRow['config'],
  fields: Partial<CheckGroupRow> = {},
): Promise<CheckGroupRow> {
  const group = {
    accountId: under.accountId,
    version: 2 as const,
    name: 'Edge',
    activated: true,
    muted: false,
    concurrency: 3,
    config: { tags: [], retryStrategy: 'FALLBACK', ...config },
    createdAt: under.clock.now(),
    updatedAt: null,
    ...fields,
  }
  return await under.store.write((db) => insertGroup(db, group, () => null))
}

export async function subscribeGroup(
  under: AlertsUnderTest,
  group: CheckGroupRow,
  ...channels: number[]
): Promise<void> {
  const list = channels.map((alertChannelId) => ({ alertChannelId, activated: true }))
  await under.store.write((db) => replaceGroupSubscriptions(db, group, list))
}

/** `members`: its checks. */
export async function changeGroup(
  under: AlertsUnderTest,
  group: CheckGroupRow,
  fields: Partial<CheckGroupRow>,
  members: readonly CheckRow[],
): Promise<CheckGroupRow> {
  const after = { ...group, ...fields, updatedAt: under.clock.now() }
  const ids = members.map(({ id }) => id)
  await under.store.write(async (db) => {
    await updateGroup(db, group, after)
    if (group.activated && !after.activated) await resetAlertStates(db, ids)
  })
  await under.under.runs.checksWritten(ids)
  return after
}

const noEffect: MaintenanceWindowConfig = {
  description: null,
  repeatInterval: null,
  repeatUnit: null,
  repeatEndsAt: null,
  timezone: null,
  tags: [],
  pauseAllChecks: false,
  silenceAlertsTags: [],
  silenceAllAlerts: false,
  silenceCheckIds: [],
  silenceGroupIds: [],
  pauseCheckIds: [],
  pauseGroupIds: [],
  statusPageVisibility: {
    enabled: false,
    severity: null,
    affectAllServices: false,
    notifyOnStart: false,
    notifyOnEnd: false,
    suppressAutoIncidents: false,
    reminderMinutesBefore: [],
    autoStart: true,
    autoEnd: true,
    showAffectedServices: true,
    statusPageIds: [],
    serviceIds: [],
  },
}

/** A window with one occurrence, in minutes after the start. */
export async function addWindow(
  under: AlertsUnderTest,
  [from, to]: readonly [number, number],
  config: Partial<MaintenanceWindowConfig>,
): Promise<void> {
  const { accountId } = under
  const [startsAt, endsAt] = [under.startAt + from * minuteMs, under.startAt + to * minuteMs]
  const dates = { startsAt, endsAt, createdAt: under.clock.now(), updatedAt: null }
  await under.store.write(async (db) => {
    const windowId = await insertMaintenanceWindow(db, {
      accountId,
      name: 'Upgrade',
      config: { ...noEffect, ...config },
      ...dates,
    })
    await insertMaintenances(db, [
      {
        id: randomUUID(),
        windowId,
        accountId,
        plannedAt: startsAt,
        status: 'SCHEDULED',
        beganAt: null,
        endedAt: null,
        isMoved: false,
        isDeleted: false,
        reminded: [],
        ...dates,
      },
    ])
  })
}

export async function addService(under: AlertsUnderTest): Promise<string> {
  const id = randomUUID()
  const { accountId, clock } = under
  await under.store.write((db) =>
    insertService(db, { id, accountId, name: 'Shop', createdAt: clock.now(), updatedAt: null }),
  )
  return id
}
