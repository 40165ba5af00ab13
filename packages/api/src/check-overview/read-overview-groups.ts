import { channels as senders } from '@sonde/alerting/channels/registry.ts'
import { channelLabel } from '@sonde/schema/alerts/channels/channel-label.ts'
import type { CheckOverviewGroups, CheckOverviewGroupsQuery } from '@sonde/schema/checks/check-overview.ts'
import { dataCenterName } from '@sonde/schema/agents/location.ts'
import { servedByOf, thisServer } from '@sonde/schema/agents/served-by.ts'
import { checkTypeNames } from '@sonde/schema/check-types/check-type.ts'
import { type CheckStatus, checkStatuses } from '@sonde/schema/runs/verdict.ts'
import { subscribedChannels } from '@sonde/store/alerts/alert-subscriptions.ts'
import { groupNames, groupsByIds } from '@sonde/store/checks/check-groups.ts'
import { countOverviewBy, type OverviewHead } from '@sonde/store/checks/check-overview.ts'
import { placesInUse, standInPlace } from '@sonde/store/checks/check-places.ts'
import { foldForSearch } from '@sonde/store/engine/text-search.ts'
import { listPrivateLocationsOf } from '@sonde/store/locations/private-locations.ts'
import type { ApiDeps } from '../api-deps.ts'
import { offsetOf } from '../http/paging.ts'
import { countOf, filterOf, readSums, shownCounts } from './read-overview.ts'

type Deps = Pick<ApiDeps, 'store' | 'alerting' | 'standIns'>
type OverviewGroup = CheckOverviewGroups['groups'][number]
type Head = { name: string | null; byStatus: Readonly<Record<CheckStatus, number>> }

/** The checks that match, counted by group, tag, type or location: the heads of a list whose rows are read head by head. */
export async function readOverviewGroups(
  deps: Deps,
  accountId: string,
  query: CheckOverviewGroupsQuery,
): Promise<CheckOverviewGroups> {
  const { read } = deps.store
  const { by, sort, limit } = query
  const filter = filterOf(accountId, query)
  const standIns = by === 'location' ? await deps.standIns.locations() : []
  const [sums, found, names, locationOf] = await Promise.all([
    readSums(read, filter),
    countOverviewBy(read, { by, standIns }, filter),
    by === 'group' ? groupNames(read, accountId) : new Map<number, string>(),
    by === 'location' ? readLocations(deps, accountId, standIns) : () => null,
  ])
  const heads = found
    .map(({ key, byStatus, availability }) => {
      const location = locationOf(key)
      return {
        group: typeof key === 'number' ? { id: key, name: names.get(key) ?? String(key) } : null,
        tag: by === 'tag' && typeof key === 'string' ? key : null,
        checkType: by === 'type' ? (checkTypeNames.find((name) => name === key) ?? null) : null,
        location,
        name: location?.name ?? (typeof key === 'number' ? (names.get(key) ?? String(key)) : key),
        byStatus,
        availability: meanOf(availability, filter.statuses ?? checkStatuses),
        total: countOf(byStatus, filter),
      }
    })
    .filter(({ total }) => total > 0)
    .toSorted(
      (left, right) => (sort === 'status' ? worstOf(left) - worstOf(right) : 0) || byName(left, right),
    )
  const offset = offsetOf(query)
  const shown = heads.slice(offset, offset + limit)
  const channelsOf = await readChannels(
    deps,
    accountId,
    shown.flatMap(({ group }) => group?.id ?? []),
  )
  return {
    groups: shown.map(({ group, tag, checkType, location, total, byStatus, availability }) => ({
      group,
      tag,
      checkType,
      location,
      total,
      counts: shownCounts(byStatus),
      availability,
      notifies: group === null ? null : channelsOf(group.id),
    })),
    groupCount: heads.length,
    ...sums,
  }
}

/** What a place is called, and how `GET /v1/check-overview` is asked for its checks. */
async function readLocations(
  { store: { read } }: Deps,
  accountId: string,
  standIns: readonly string[],
): Promise<(key: OverviewHead['key']) => OverviewGroup['location']> {
  const [ofThisServer, privateLocations] = await Promise.all([
    placesInUse(read, accountId, standIns),
    listPrivateLocationsOf(read, accountId),
  ])
  const privateNames = new Map(privateLocations.map(({ slugName, name }) => [slugName, name]))
  return (key) => {
    if (typeof key !== 'string') return null
    const isThisServer = key === standInPlace
    return {
      codes: isThisServer ? ofThisServer : [key],
      name: isThisServer ? thisServer : (dataCenterName(key) ?? privateNames.get(key) ?? key),
      servedBy: servedByOf(isThisServer),
    }
  }
}

/** Whom groups notify of a failure: a muted one notifies nobody, nor does a channel that this server cannot send to. */
async function readChannels(
  { store: { read }, alerting }: Deps,
  accountId: string,
  ids: readonly number[],
): Promise<(groupId: number) => NonNullable<OverviewGroup['notifies']>> {
  const subjects = ids.map((groupId) => ({ key: String(groupId), groupId }))
  const [groups, subscribed] = await Promise.all([
    groupsByIds(read, { accountId, ids }),
    subscribedChannels(read, subjects),
  ])
  return (groupId) => {
    if (groups.get(groupId)?.muted !== false) return []
    return (subscribed.get(String(groupId)) ?? [])
      .filter(({ type, sendFailure }) => sendFailure && senders[type].missingSettings(alerting) === null)
      .map((channel) => ({ alertChannelId: channel.id, type: channel.type, name: channelLabel(channel) }))
  }
}

/** Over the checks of these statuses; null if none of them was seen. */
function meanOf(sums: OverviewHead['availability'], statuses: readonly CheckStatus[]): number | null {
  let [sum, checks] = [0, 0]
  for (const status of new Set(statuses)) {
    sum += sums.get(status)?.sum ?? 0
    checks += sums.get(status)?.checks ?? 0
  }
  return checks === 0 ? null : sum / checks
}

/** The place of the worst status that a check of it has: paused checks say nothing about it. */
function worstOf({ byStatus }: Head): number {
  const worst = checkStatuses.findIndex((status) => status !== 'paused' && byStatus[status] > 0)
  return worst === -1 ? checkStatuses.length : worst
}

/** By the same letters as checks; those without a group or tag are last. */
function byName(left: Head, right: Head): number {
  if (left.name === null || right.name === null) {
    return left.name === right.name ? 0 : left.name === null ? 1 : -1
  }
  const [first, second] = [foldForSearch(left.name), foldForSearch(right.name)]
  return first < second ? -1 : first > second ? 1 : left.name < right.name ? -1 : 1
}
