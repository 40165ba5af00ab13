import type { StatusPage } from '@sonde/schema/status-pages/status-page.ts'
import type { PagePasswordRow } from '@sonde/store/status-pages/status-page-passwords.ts'

export function pageKeyAnswer(row: PagePasswordRow): StatusPage['keys'][number] {
  return {
    id: row.id,
    maskedKey: `...${row.lastFour}`,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
  }
}
