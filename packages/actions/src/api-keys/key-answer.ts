import type { UserApiKey } from '@sonde/schema/accounts/api-key.ts'
import type { ApiKeyRow } from '@sonde/store/accounts/api-keys.ts'

type Listed = Pick<ApiKeyRow, 'id' | 'name' | 'lastFour' | 'createdAt' | 'lastUsedAt'>

export function keyAnswer(row: Listed): UserApiKey {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  }
}
