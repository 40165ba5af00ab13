import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** Of these ids, those that are pages of the account, and the services that these pages show. */
export async function pageServices(
  db: Db,
  { accountId, pageIds }: { accountId: string; pageIds: readonly string[] },
): Promise<{ pageIds: ReadonlySet<string>; serviceIds: ReadonlySet<string> }> {
  const ids = pageIds.flatMap((id) => canonicalUuid(id) ?? [])
  if (ids.length === 0) return { pageIds: new Set(), serviceIds: new Set() }
  const pages = await db
    .selectFrom('status_pages')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  const known = pages.map(({ id }) => id)
  if (known.length === 0) return { pageIds: new Set(), serviceIds: new Set() }
  const services = await db
    .selectFrom('status_page_card_services')
    .innerJoin('status_page_cards', 'status_page_cards.id', 'status_page_card_services.card_id')
    .select('status_page_card_services.service_id')
    .distinct()
    .where('status_page_cards.page_id', 'in', known)
    .execute()
  return {
    pageIds: new Set(known),
    serviceIds: new Set(services.map(({ service_id: id }) => id)),
  }
}
