import type { ChangedItem, ConfigurationKind, WriteContext } from './configuration-kind.ts'
import { naming } from './naming.ts'
import { createPauses } from './pauses.ts'

/** All at once where the kind knows how. */
export async function updateItems(
  kind: ConfigurationKind,
  writing: WriteContext,
  changes: readonly ChangedItem[],
): Promise<void> {
  if (changes.length === 0) return
  if ('updateAll' in kind) return await kind.updateAll(writing, changes)
  const pauses = createPauses()
  // One transaction has one connection.
  for (const { path, stored, item } of changes) {
    await naming(path, () => kind.update(writing, stored, item))
    await pauses.nowAndThen()
  }
}
