import type { ConfigurationId, ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { UnreadableSecret, type Sealer } from '@sonde/store/installation/sealer.ts'
import type { StoredItem } from '../configuration-kind.ts'

/** Something that has sealed parts. One that cannot be opened must not keep all the others from being read. */
export function openStored(
  sealer: Sealer,
  { id, createdAt }: { id: ConfigurationId; createdAt: number },
  itemWith: (sealer: Sealer) => ConfigurationItem,
): StoredItem {
  try {
    return { id, item: itemWith(sealer), createdAt }
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error
    // What is sealed is a text or an object, and this is an empty one of both.
    const item = itemWith({ ...sealer, open: () => '{}' })
    return { id, item, createdAt, unreadable: error.message }
  }
}
