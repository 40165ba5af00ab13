import { subscriptionOwner } from '@sonde/alerting/effective-alert-settings.ts'
import { defaultAlertSettings } from '@sonde/schema/alerts/alert-settings.ts'
import { applyGroup } from '@sonde/schema/checks/effective-check.ts'
import { groupsByIds, type CheckGroupRow } from '@sonde/store/checks/check-groups.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'

export type AppliedGroups = {
  /** The checks with the values that their groups impose. */
  rows: CheckRow[]
  /** The group whose subscriptions count instead of those of the check, by the id of the check. */
  subscribers: Map<string, number>
}

/** One query for any number of checks. */
export async function applyGroups(
  db: Db,
  accountId: string,
  rows: readonly CheckRow[],
): Promise<AppliedGroups> {
  const ids = rows.flatMap(({ groupId }) => groupId ?? [])
  const groups = await groupsByIds(db, { accountId, ids })
  const groupOf = ({ groupId }: CheckRow) => (groupId === null ? undefined : groups.get(groupId))
  return {
    rows: rows.map((row) => {
      const group = groupOf(row)
      return group === undefined ? row : underGroup(row, group)
    }),
    subscribers: new Map(
      rows.flatMap((row) => {
        const group = groupOf(row)
        return group === undefined ? [] : [...subscribersUnder(group, [row])]
      }),
    ),
  }
}

/** The same for checks that are all in one group. */
export function subscribersUnder(group: CheckGroupRow, rows: readonly CheckRow[]): Map<string, number> {
  const isOverridden = subscriptionOwner(group.config) === 'group'
  return new Map(isOverridden ? rows.map(({ id }) => [id, group.id]) : [])
}

export function underGroup(row: CheckRow, group: CheckGroupRow): CheckRow {
  const effective = applyGroup(row, group)
  return { ...effective, config: { ...effective.config, ...imposedAlertSettings(group) } }
}

function imposedAlertSettings({ config }: CheckGroupRow) {
  const { useGlobalAlertSettings, alertSettings } = config
  if (useGlobalAlertSettings === true) return { useGlobalAlertSettings }
  if (useGlobalAlertSettings !== false) return {}
  return { useGlobalAlertSettings, alertSettings: alertSettings ?? defaultAlertSettings }
}
