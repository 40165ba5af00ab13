import type { ConfigurationId, ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { ReadContext, StoredItem } from '../configuration/configuration-kind.ts'
import { privateLocationsKind } from '../configuration/kinds/private-locations-kind.ts'
import { edgeName } from './edge-names.ts'
import { assignmentId, type EdgeType } from './edges.ts'

export type EdgeSubject = { type: 'check' | 'check-group'; stored: StoredItem }

/** What joins a stored check or group to a channel or a private location. */
export type StoredEdge = {
  type: EdgeType
  physicalId: string
  subject: { type: 'check' | 'check-group'; id: ConfigurationId }
  target: { type: 'alert-channel' | 'private-location'; id: ConfigurationId }
  activated: boolean
}

export async function storedEdges(
  context: ReadContext,
  subjects: readonly EdgeSubject[],
): Promise<StoredEdge[]> {
  const idsOf = (type: EdgeSubject['type']) =>
    subjects.flatMap(({ type: own, stored }) => (own === type ? [stored.id] : []))
  const rows = [
    ...(await subscriptionsOf(context.db, { checkIds: idsOf('check').map(String) })),
    ...(await subscriptionsOf(context.db, { groupIds: idsOf('check-group').map(Number) })),
  ]
  const subscriptions = rows.map(({ id, checkId, groupId, channelId, activated }): StoredEdge => ({
    type: 'alert-channel-subscription',
    physicalId: String(id),
    subject: checkId === null ? { type: 'check-group', id: groupId ?? 0 } : { type: 'check', id: checkId },
    target: { type: 'alert-channel', id: channelId },
    activated,
  }))
  const idByName = await locationIds(context)
  const assignments = subjects.flatMap(({ type, stored: { id, item } }) =>
    locationNames(item).flatMap((name): StoredEdge[] => {
      const locationId = idByName.get(name)
      if (locationId === undefined) return []
      return [
        {
          type: type === 'check' ? 'private-location-check-assignment' : 'private-location-group-assignment',
          physicalId: assignmentId(id, locationId),
          subject: { type, id },
          target: { type: 'private-location', id: locationId },
          activated: true,
        },
      ]
    }),
  )
  return [...subscriptions, ...assignments]
}

/** Checks and groups name private locations by slug or by id. */
async function locationIds(context: ReadContext): Promise<Map<string, string>> {
  const locations = await privateLocationsKind.read(context, null)
  return new Map(
    locations.flatMap(({ id, item }) => [
      [String(item['slugName']), String(id)] as const,
      [String(id), String(id)] as const,
    ]),
  )
}

function locationNames(item: ConfigurationItem): string[] {
  const { privateLocations } = item
  const names: unknown[] = Array.isArray(privateLocations) ? privateLocations : []
  return names.filter((name) => typeof name === 'string')
}

/** As the code will call it, by the names of what it joins. */
export function nameOfEdge(
  { type, subject, target }: StoredEdge,
  nameOf: (thing: { type: string; id: ConfigurationId }) => string | null,
): string | null {
  const name = nameOf(subject)
  // What the code does not have it names by its id.
  return name === null
    ? null
    : edgeName(type, subject.type, { subject: name, target: nameOf(target) ?? `${target.type}-${target.id}` })
}

/** The payload of an edge in the words of a deploy, with real ids. */
export function edgePayload({ type, physicalId, subject, target, activated }: StoredEdge): ConfigurationItem {
  const subjectField = subject.type === 'check' ? { checkId: subject.id } : { groupId: subject.id }
  return type === 'alert-channel-subscription'
    ? { id: Number(physicalId), alertChannelId: target.id, ...subjectField, activated }
    : { id: physicalId, privateLocationId: target.id, ...subjectField }
}

/** The item without what joins it to others, which are resources of their own in code. */
export function withoutEdgeFields(item: ConfigurationItem): ConfigurationItem {
  const { alertChannelSubscriptions: _channels, privateLocations: _locations, ...fields } = item
  return fields
}
