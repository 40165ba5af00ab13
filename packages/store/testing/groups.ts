import { type CheckGroupRow, insertGroup } from '../src/checks/check-groups.ts'
import type { Store } from '../src/engine/store.ts'

/** A group of version 2 that leaves everything to its checks, unless told. */
export async function addGroup(
  store: Store,
  accountId: string,
  fields: Partial<Omit<CheckGroupRow, 'id' | 'sealedConfig'>> = {},
): Promise<CheckGroupRow> {
  const group = {
    accountId,
    version: 2 as const,
    name: 'Shop',
    activated: true,
    muted: false,
    concurrency: 3,
    createdAt: 1_000,
    updatedAt: null,
    ...fields,
    config: {
      tags: [],
      locations: [],
      privateLocations: [],
      runParallel: null,
      retryStrategy: 'FALLBACK',
      useGlobalAlertSettings: null,
      alertSettings: null,
      ...fields.config,
    },
  }
  return await store.write((db) => insertGroup(db, group, () => null))
}
