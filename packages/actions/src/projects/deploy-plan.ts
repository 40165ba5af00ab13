import type { ConfigurationId } from '@sonde/schema/accounts/configuration.ts'
import type { BindingRow } from '@sonde/store/projects/project-resources.ts'
import type { ProjectRow } from '@sonde/store/projects/projects.ts'
import type { PlannedItem, StoredItem } from '../configuration/configuration-kind.ts'
import type { Edge } from './edges.ts'
import type { ItemType, ResourceKind } from './resource-kinds.ts'
import type { Mistakes } from './resource-name.ts'

/** Something that the plan was made from is different now: it has to be made anew. */
export class PlanIsOld extends Error {}

export type PlannedResource = {
  resourceKind: ResourceKind
  logicalId: string
  sourceFile: string | null
  planned: PlannedItem
  /** The fields that a write changes; null for a new one. */
  changes: string[] | null
  /** Those of them that somebody has changed since the last deploy, and others that the code has changed as well. */
  drift: string[]
  binding: BindingRow | null
}

export type PlannedEdge = Edge & { subjectKey: string; targetKey: string; binding: BindingRow | null }

export type Removal = {
  binding: BindingRow
  /** Null for what joins two others: it goes with what it is stored with. */
  item: { resourceKind: ResourceKind; stored: StoredItem } | null
}

export type DeployPlan = {
  /** Null for one that is deployed for the first time. */
  project: ProjectRow | null
  resources: PlannedResource[]
  edges: PlannedEdge[]
  /** What the project refers to and does not own. */
  references: { type: ItemType; logicalId: string; id: ConfigurationId; sourceFile: string | null }[]
  removals: Removal[]
  /** Of an import that is not committed yet, and not in the code: nothing happens to it. */
  untouched: BindingRow[]
  /** Of the checks that are stored, before they were read for this plan. */
  checkVersions: ReadonlyMap<string, string>
  mistakes: Mistakes
  warnings: string[]
}

/** What tells the resources of a project apart. */
export function keyOf({ type, logicalId }: { type: string; logicalId: string }): string {
  return `${type} ${logicalId}`
}
