import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationId, ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import type { BindingRow } from '@sonde/store/projects/project-resources.ts'
import type { StoredItem } from '../configuration/configuration-kind.ts'
import { privateLocationsKind } from '../configuration/kinds/private-locations-kind.ts'
import { assignmentId } from './edges.ts'

export type EdgeTarget = {
  type: 'alert-channel' | 'private-location'
  /** Of what is new, the id or placeholder that it will have. */
  id: ConfigurationId
  activated: boolean
}

/** What a check or a group is joined to: what was joined by hand stays, what the project had joined is as the code says. */
export type FoldedEdges = {
  fold(item: ConfigurationItem, before: StoredItem | null, targets: readonly EdgeTarget[]): ConfigurationItem
}

export async function readEdgesOf(
  db: Db,
  { accountId, sealer, bindings }: { accountId: string; sealer: Sealer; bindings: readonly BindingRow[] },
): Promise<FoldedEdges> {
  const idsOf = (type: string) =>
    bindings.filter((each) => each.type === type).map(({ physicalId }) => physicalId)
  const rows = [
    ...(await subscriptionsOf(db, { checkIds: idsOf('check') })),
    ...(await subscriptionsOf(db, { groupIds: idsOf('check-group').map(Number) })),
  ]
  const ownedRows = new Set(idsOf('alert-channel-subscription'))
  const ownedPairs = new Set(
    rows
      .filter(({ id }) => ownedRows.has(String(id)))
      .map(({ checkId, groupId, channelId }) => `${checkId ?? groupId} ${channelId}`),
  )
  const ownedAssignments = new Set([
    ...idsOf('private-location-check-assignment'),
    ...idsOf('private-location-group-assignment'),
  ])
  const locations = await privateLocationsKind.read({ db, sealer, accountId }, null)
  const idByName = new Map(
    locations.flatMap(({ id, item }) => [
      [String(item['slugName']), String(id)] as const,
      [String(id), String(id)] as const,
    ]),
  )

  function channelsOf(before: StoredItem | null, targets: readonly EdgeTarget[]) {
    const stored: unknown = before?.item['alertChannelSubscriptions']
    const byHand = (Array.isArray(stored) ? stored : [])
      .filter(isRecord)
      .filter(({ alertChannelId }) => !ownedPairs.has(`${before?.id} ${String(alertChannelId)}`))
    const ofCode = targets
      .filter(({ type }) => type === 'alert-channel')
      .map(({ id, activated }) => ({ alertChannelId: id, activated }))
    const isInCode = new Set<unknown>(ofCode.map(({ alertChannelId }) => alertChannelId))
    return [...byHand.filter(({ alertChannelId }) => !isInCode.has(alertChannelId)), ...ofCode]
  }

  function locationsOf(before: StoredItem | null, targets: readonly EdgeTarget[]): string[] {
    const stored: unknown = before?.item['privateLocations']
    const names = (Array.isArray(stored) ? stored : []).filter((name) => typeof name === 'string')
    const ofCode = targets.filter(({ type }) => type === 'private-location').map(({ id }) => String(id))
    const inCode = new Set(ofCode)
    const stay = names.filter((name) => {
      const id = idByName.get(name)
      // One that stays keeps the name that it was given.
      if (id !== undefined && inCode.has(id)) return true
      return id === undefined || !ownedAssignments.has(assignmentId(before?.id ?? '', id))
    })
    const known = new Set(stay.map((name) => idByName.get(name) ?? name))
    return [...stay, ...ofCode.filter((id) => !known.has(id))]
  }

  return {
    fold(item, before, targets) {
      const privateLocations = locationsOf(before, targets)
      const hadLocations = before?.item['privateLocations'] !== undefined
      return {
        ...item,
        alertChannelSubscriptions: channelsOf(before, targets),
        ...(privateLocations.length > 0 || hadLocations ? { privateLocations } : {}),
      }
    },
  }
}
