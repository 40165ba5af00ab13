import type { StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import { cardsOfPages, replaceCards } from '@sonde/store/status-pages/status-page-cards.ts'
import { takenBy, type PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { type Refusal, conflict } from '../refusal.ts'
import { requireServices } from './named-services.ts'
import { cardsOf, servicesNamedIn } from './page-document.ts'

/** Writes a page with its cards, inside `write`: how its own row is written is left to `writeRow`. */
export async function writePage(
  db: Db,
  {
    body,
    page,
    now,
    keepsIds = false,
  }: { body: StatusPageWrite; page: PageRow; now: number; keepsIds?: boolean },
  writeRow: (db: Db, page: PageRow) => Promise<void>,
): Promise<void> {
  const services = await requireServices(db, { accountId: page.accountId, references: servicesNamedIn(body) })
  const conflicting = await takenBy(db, page)
  if (conflicting.url !== null) throw isTaken('url')
  if (conflicting.customDomain !== null) throw isTaken('customDomain')
  await writeRow(db, page)
  // The card of components is kept by those who write them.
  if (page.layout === 'COMPONENTS') return
  const before = (await cardsOfPages(db, [page.id])).get(page.id) ?? []
  const cards = cardsOf(body, { before, services, now, keepsIds })
  await replaceCards(
    db,
    page.id,
    cards.map((card) => ({ ...card, serviceIds: card.services.map(({ id }) => id) })),
  )
}

export const addressIsTaken = 'Another status page has this url or customDomain'

function isTaken(field: 'url' | 'customDomain'): Refusal {
  return conflict(`Another status page has this ${field}`)
}
