import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { canonicalJson } from './canonical-json.ts'
import { comparableItem } from './comparable-item.ts'
import { keyOf, type DeployPlan } from './deploy-plan.ts'

/**
 * By the key of what would be created: the logical id of one of the same type and content that would be deleted. The
 * name of a thing often changes with the id, and says nothing.
 */
export function likelyRenames({ resources, removals }: DeployPlan): Map<string, string> {
  const gone = new Map<string, string[]>()
  for (const { binding, item } of removals) {
    if (item === null) continue
    const content = contentOf(item.resourceKind.type, item.stored.item)
    gone.set(content, [...(gone.get(content) ?? []), binding.logicalId])
  }
  const renames = new Map<string, string>()
  if (gone.size === 0) return renames
  for (const {
    resourceKind: { type },
    logicalId,
    planned,
  } of resources) {
    if (planned.stored !== null) continue
    // Each can have been renamed to one only.
    const from = gone.get(contentOf(type, planned.item))?.shift()
    if (from !== undefined) renames.set(keyOf({ type, logicalId }), from)
  }
  return renames
}

function contentOf(type: string, item: ConfigurationItem): string {
  const { name: _name, ...content } = comparableItem(item)
  return `${type} ${canonicalJson(content)}`
}
