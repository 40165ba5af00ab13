import { hash } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { DeployResource } from '@sonde/schema/projects/project-deploy.ts'
import type { ResourceType } from '@sonde/schema/projects/project-resource.ts'

/**
 * Resources that join two others: a check or a group with an alert channel or a private location. What they say is
 * stored with the check or the group, so that a deploy folds them into it.
 */
export type EdgeType = Extract<
  ResourceType,
  'alert-channel-subscription' | 'private-location-check-assignment' | 'private-location-group-assignment'
>

const edgeTypes: readonly string[] = [
  'alert-channel-subscription',
  'private-location-check-assignment',
  'private-location-group-assignment',
] satisfies EdgeType[]

export function isEdgeType(type: string): type is EdgeType {
  return edgeTypes.includes(type)
}

export type Edge = {
  type: EdgeType
  logicalId: string
  sourceFile: string | null
  subject: { type: 'check' | 'check-group'; ref: unknown }
  target: { type: 'alert-channel' | 'private-location'; ref: unknown }
  activated: boolean
}

export function edgeOf(resource: DeployResource & { type: EdgeType }): Edge {
  const { type, logicalId, sourceFile = null } = resource
  const payload: ConfigurationItem = resource.payload ?? {}
  const isOfGroup = (payload['groupId'] ?? null) !== null
  return {
    type,
    logicalId,
    sourceFile,
    subject: isOfGroup
      ? { type: 'check-group', ref: payload['groupId'] }
      : { type: 'check', ref: payload['checkId'] },
    target:
      type === 'alert-channel-subscription'
        ? { type: 'alert-channel', ref: payload['alertChannelId'] }
        : { type: 'private-location', ref: payload['privateLocationId'] },
    activated: payload['activated'] !== false,
  }
}

/** The logical id that `{ "ref": … }` names; null for an id. */
export function refIn(value: unknown): string | null {
  return isRecord(value) && typeof value['ref'] === 'string' ? value['ref'] : null
}

/** An assignment has no row of its own: its id follows from what it joins. */
export function assignmentId(subjectId: string | number, locationId: string | number): string {
  const digits = hash('sha256', `assignment ${subjectId} ${locationId}`).slice(0, 32)
  // In the form of a random UUID.
  const text = `${digits.slice(0, 12)}4${digits.slice(13, 16)}a${digits.slice(17)}`
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
