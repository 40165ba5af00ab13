import type { StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import { cardsOfPages, replaceCards } from '@sonde/store/status-pages/status-page-cards.ts'
import { findServices } from '@sonde/store/status-pages/status-page-services.ts'
import { readTaken, type PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { type Refusal, conflict } from '../refusal.ts'
import { requireKnownServices } from './named-services.ts'
import { cardsOf, servicesNamedIn } from './page-document.ts'

/** A page as it is to be, and the body that says what is on its cards. */
type PageWriting = { body: StatusPageWrite; page: PageRow; now: number }
type WriteRows = (db: Db, pages: readonly PageRow[]) => Promise<void>

/** Writes a page with its cards, inside `write`: how its own row is written is left to `writeRows`. */
export async function writePage(db: Db, writing: PageWriting, writeRows: WriteRows): Promise<void> {
  await writePages(db, [writing], { writeRows, keepsIds: false, naming: (_, work) => work() })
}

/** The same for many of one account. */
export async function writePages<Writing extends PageWriting>(
  db: Db,
  writings: readonly Writing[],
  {
    writeRows,
    keepsIds,
    naming,
  }: {
    writeRows: WriteRows
    /** As that of `cardsOf`. */
    keepsIds: boolean
    /** Says which one a refusal is about. */
    naming(writing: Writing, work: () => void): void
  },
): Promise<void> {
  const pages = writings.map(({ page }) => page)
  const [first] = pages
  if (first === undefined) return
  const services = await findServices(db, {
    accountId: first.accountId,
    ids: writings.flatMap(({ body }) => servicesNamedIn(body).map(({ id }) => id)),
  })
  const takenOf = await readTaken(db, pages)
  for (const writing of writings)
    naming(writing, () => {
      requireKnownServices(services, servicesNamedIn(writing.body))
      const taken = takenOf(writing.page)
      if (taken.url !== null) throw isTaken('url')
      if (taken.customDomain !== null) throw isTaken('customDomain')
    })
  await writeRows(db, pages)
  // The card of components is kept by those who write them.
  const withCards = writings.filter(({ page }) => page.layout === 'CARDS')
  const cardsBefore = await cardsOfPages(
    db,
    withCards.map(({ page }) => page.id),
  )
  await replaceCards(
    db,
    withCards.map(({ body, page, now }) => {
      const before = cardsBefore.get(page.id) ?? []
      const cards = cardsOf(body, { before, services, now, keepsIds })
      return {
        pageId: page.id,
        cards: cards.map((card) => ({ ...card, serviceIds: card.services.map(({ id }) => id) })),
      }
    }),
  )
}

export const addressIsTaken = 'Another status page has this url or customDomain'

function isTaken(field: 'url' | 'customDomain'): Refusal {
  return conflict(`Another status page has this ${field}`)
}
