import type { IntegrationToken } from '@sonde/schema/accounts/integration-token.ts'
import type { IntegrationTokenRow } from '@sonde/store/accounts/integration-tokens.ts'

export function tokenAnswer(row: Omit<IntegrationTokenRow, 'accountId'>): IntegrationToken {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    lastFour: row.lastFour,
    createdAt: new Date(row.createdAt).toISOString(),
    lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt).toISOString(),
  }
}
