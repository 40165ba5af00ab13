import type { IntegrationTokenKind } from '@sonde/schema/accounts/integration-token.ts'

export type IntegrationTokenTables = {
  integration_tokens: {
    id: string
    account_id: string
    kind: IntegrationTokenKind
    name: string
    hash: string
    last_four: string
    created_at: number
    last_used_at: number | null
  }
}
