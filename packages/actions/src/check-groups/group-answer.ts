import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckGroup } from '@sonde/schema/checks/check-group.ts'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import { subscriptionsOf, type SubscriptionRow } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { CheckGroupRow } from '@sonde/store/checks/check-groups.ts'
import { checkIdsOfGroups } from '@sonde/store/checks/group-checks.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { shownBindings, type ShownBindings } from '../projects/shown-bindings.ts'
import { shownVariables } from '../variables/shown-variables.ts'
import { documentOf } from './group-document.ts'

/** To whom, and by what, groups are shown. */
type Showing = { role: Role; sealer: Sealer }

/** Groups as the API shows them, with their checks and subscriptions: three queries for any number. */
export async function groupAnswers(
  db: Db,
  rows: readonly CheckGroupRow[],
  showing: Showing,
): Promise<CheckGroup[]> {
  const groupIds = rows.map(({ id }) => id)
  const checkIds = await checkIdsOfGroups(db, groupIds)
  const subscriptions = Map.groupBy(await subscriptionsOf(db, { groupIds }), ({ groupId }) => groupId)
  const bindings = await shownBindings(db, 'check-group', groupIds)
  return rows.map((row) =>
    answerOf(
      row,
      {
        checks: checkIds.get(row.id) ?? [],
        subscriptions: subscriptions.get(row.id) ?? [],
        ...bindings(row.id),
      },
      showing,
    ),
  )
}

export async function groupAnswer(db: Db, row: CheckGroupRow, showing: Showing): Promise<CheckGroup> {
  const [answer] = await groupAnswers(db, [row], showing)
  if (answer === undefined) throw new Error('one group gives one answer')
  return answer
}

function answerOf(
  row: CheckGroupRow,
  {
    checks,
    subscriptions,
    projectBindings,
  }: { checks: string[]; subscriptions: readonly SubscriptionRow[] } & ShownBindings,
  { role, sealer }: Showing,
): CheckGroup {
  const document = documentOf(row, sealer)
  return asAnswer({
    ...document,
    id: row.id,
    tags: document['tags'] ?? [],
    locations: document['locations'] ?? [],
    environmentVariables: shownVariables(document.environmentVariables, role),
    ...shownDefaults(document['apiCheckDefaults'], role),
    alertChannelSubscriptions: subscriptions.map(({ channelId, activated }) => ({
      alertChannelId: channelId,
      activated,
    })),
    checks,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
    projectBindings,
  })
}

/** The guarantee behind this cast: the fields that come from the document are valid by its schema. */
function asAnswer(document: Record<string, unknown>): CheckGroup {
  return document as CheckGroup
}

/** What API checks send is treated as variables are: a password is as good as locked. */
function shownDefaults(defaults: unknown, role: Role): { apiCheckDefaults?: Record<string, unknown> } {
  if (!isRecord(defaults)) return {}
  if (mayActAs(role, 'READ_WRITE')) return { apiCheckDefaults: defaults }
  const { basicAuth } = defaults
  return {
    apiCheckDefaults: {
      ...defaults,
      ...hiddenPairs('headers', defaults),
      ...hiddenPairs('queryParameters', defaults),
      ...(isRecord(basicAuth) ? { basicAuth: { ...basicAuth, password: null } } : {}),
    },
  }
}

function hiddenPairs(field: string, defaults: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const list: unknown = defaults[field]
  if (!Array.isArray(list)) return {}
  return {
    [field]: list.map((pair: unknown) =>
      isRecord(pair) && pair['locked'] === true ? { ...pair, value: null } : pair,
    ),
  }
}
