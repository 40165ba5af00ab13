import type { ConfigurationId, ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import type { Actor } from '../actor.ts'
import { describeChange, type DescribedChange } from '../audit/record-change.ts'
import type { ConfigurationKind } from './configuration-kind.ts'
import { maskFields } from './masked-changes.ts'

/** What the audit log is told of an item that is new, changed or gone. `before` and `after` have their secrets. */
export function describeItem(
  kind: ConfigurationKind,
  actor: Actor,
  {
    id,
    before,
    after,
  }: { id: ConfigurationId; before: ConfigurationItem | null; after: ConfigurationItem | null },
): DescribedChange {
  const item = after ?? before
  if (item === null) throw new Error('a change is of something')
  const shown = (each: ConfigurationItem | null) =>
    each === null ? null : maskFields(each, kind.withoutSecrets(each))
  return describeChange(actor, {
    entityType: kind.entityType,
    entityId: kind.auditIdOf?.(item) ?? id,
    entityName: kind.nameOf(item),
    before: shown(before),
    after: shown(after),
  })
}
