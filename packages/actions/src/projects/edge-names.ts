import type { OwnedType } from '@sonde/schema/projects/project-changes.ts'

/** The programs of the reference name what joins two things after both of them. */
const prefixes: Readonly<Record<string, Partial<Record<OwnedType, string>>>> = {
  'alert-channel-subscription': {
    check: 'check-alert-channel-subscription#',
    'check-group': 'check-group-alert-channel-subscription#',
  },
  'private-location-check-assignment': { check: 'private-location-check-assignment#' },
  'private-location-group-assignment': { 'check-group': 'private-location-group-assignment#' },
}

const targets: Readonly<Record<string, OwnedType>> = {
  'alert-channel-subscription': 'alert-channel',
  'private-location-check-assignment': 'private-location',
  'private-location-group-assignment': 'private-location',
}

type Edge = { type: string; logicalId: string }

/** What the edge is called once a thing is called otherwise; null for one that the thing has no part in. */
export function renamedEdge(
  edge: Edge,
  { type, from, to }: { type: OwnedType; from: string; to: string },
): string | null {
  const prefix = prefixes[edge.type]?.[type]
  if (prefix !== undefined && edge.logicalId.startsWith(`${prefix}${from}#`))
    return `${prefix}${to}#${edge.logicalId.slice(prefix.length + from.length + 1)}`
  if (targets[edge.type] === type && edge.logicalId.endsWith(`#${from}`))
    return `${edge.logicalId.slice(0, -from.length)}${to}`
  return null
}

/** Whether it is stored with the check or group of this name, and goes where that goes. */
export function isEdgeOf(edge: Edge, { type, logicalId }: { type: OwnedType; logicalId: string }): boolean {
  const prefix = prefixes[edge.type]?.[type]
  return prefix !== undefined && edge.logicalId.startsWith(`${prefix}${logicalId}#`)
}

/** What an edge between these two is called. */
export function edgeName(
  edgeType: string,
  subjectType: OwnedType,
  { subject, target }: { subject: string; target: string },
): string {
  const prefix = prefixes[edgeType]?.[subjectType]
  if (prefix === undefined) throw new Error(`${edgeType} joins no ${subjectType}`)
  return `${prefix}${subject}#${target}`
}
