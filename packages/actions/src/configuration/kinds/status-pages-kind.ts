import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@sonde/ground/is-record.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { layoutOf, StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import { cardsOfPages } from '@sonde/store/status-pages/status-page-cards.ts'
import {
  insertPages,
  listPages,
  lockPagesOf,
  nextVersion,
  readTaken,
  updatePages,
  type PageRow,
} from '@sonde/store/status-pages/status-pages.ts'
import { passwordsOfPages, replacePagePasswords } from '@sonde/store/status-pages/status-page-passwords.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { configOf, pageFields } from '../../status-pages/page-document.ts'
import { writePages } from '../../status-pages/write-page.ts'
import type { ConfigurationKind, PlannedItem } from '../configuration-kind.ts'
import { mapEntries, textOf } from '../item-fields.ts'
import { namingNow } from '../naming.ts'
import { validatorOf } from './validate-items.ts'
import { mapField } from './shared-references.ts'
import { lockWithoutKey, passwordIn, passwordMistakes, restorePassword } from './visitor-password.ts'

const validate = validatorOf(StatusPageWrite)

/** With their cards, and without their subscribers. */
export const statusPagesKind: ConfigurationKind = {
  list: 'statusPages',
  title: 'status page',
  entityType: 'STATUS_PAGE',
  ids: { type: 'uuid', table: 'status_pages' },
  nameOf: ({ name }) => textOf(name),
  async read({ db, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    const pages = (await listPages(db, { accountId, after: null, limit: null })).filter(
      ({ id }) => idFilter === null || idFilter.has(id),
    )
    const pageIds = pages.map(({ id }) => id)
    const cards = await cardsOfPages(db, pageIds)
    const passwords = await passwordsOfPages(db, pageIds)
    return pages.toReversed().map((page) => ({
      id: page.id,
      item: {
        isPrivate: passwords.has(page.id),
        password: passwordIn(passwords.get(page.id)),
        name: page.name,
        url: page.url,
        customDomain: page.customDomain,
        ...configOf(page),
        ...(page.layout === 'COMPONENTS'
          ? { version: 3 }
          : {
              cards: (cards.get(page.id) ?? []).map(({ id, name, services }) => ({
                id,
                name,
                services: services.map((service) => ({ id: service.id })),
              })),
            }),
      },
      createdAt: page.createdAt,
    }))
  },
  withoutSecrets: ({ password: _secret, ...item }) => item,
  restoreSecrets: (item, stored, warn) => ({
    item: restorePassword(item, stored, warn, 'it gets a new one'),
  }),
  mapReferences(item, resolve) {
    if (!Array.isArray(item['cards'])) return item
    const cards = mapEntries(item['cards'], (card, index) => {
      const mapped: Record<string, unknown> = { ...card }
      mapField(mapped, 'id', 'statusPageCards', resolve, `cards.${index}.id`)
      mapped['services'] = mapEntries(card['services'], (service, position) => {
        const entry: Record<string, unknown> = { ...service }
        mapField(entry, 'id', 'statusPageServices', resolve, `cards.${index}.services.${position}.id`)
        return entry
      })
      return mapped['services'] === undefined ? { ...mapped, services: [] } : mapped
    })
    return { ...item, cards }
  },
  validate: (item) => [...validate(pageIn(item)), ...passwordMistakes(item)],
  complete(item, stored) {
    const { name, url, customDomain, config, layout } = pageFields(pageIn(item))
    const before: unknown = stored?.['cards']
    const storedCards: unknown[] = Array.isArray(before) ? before : []
    return {
      isPrivate: item['isPrivate'],
      password: passwordIn(item['password']),
      name,
      url,
      customDomain,
      ...config,
      ...(layout === 'COMPONENTS'
        ? { version: 3 }
        : {
            cards: (pageIn(item).cards ?? []).map((card, index) => ({
              id: card.id?.toLowerCase() ?? idOf(storedCards[index]) ?? randomUUIDv7(),
              name: card.name,
              services: [...new Set((card.services ?? []).map(({ id }) => id.toLowerCase()))].map((id) => ({
                id,
              })),
            })),
          }),
    }
  },
  async compareWithOthers(db, plannedItems, { deps, accountId, mistake, ownerOf }) {
    const pathByAddress = new Map<string, string>()
    const addressesOf = ({ item, localId }: PlannedItem) => {
      const { url, customDomain = null } = pageIn(item)
      return { id: String(localId), accountId, url, customDomain }
    }
    const takenOf = await readTaken(db, plannedItems.map(addressesOf))
    for (const each of plannedItems) {
      const { path, item, stored } = each
      if (stored !== null && layoutOf(stored.item) !== layoutOf(item)) {
        const message = 'cannot change between cards and components (version 3): make another page'
        mistake(`${path}.version`, message)
      }
      lockWithoutKey(each, deps.clock.now())
      const { url, customDomain } = addressesOf(each)
      const conflicting = takenOf(addressesOf(each))
      for (const [field, value] of [
        ['url', url],
        ['customDomain', customDomain],
      ] as const) {
        if (value === null) continue
        if (conflicting[field] !== null) {
          const owner = await ownerOf(statusPagesKind, conflicting[field])
          mistake(`${path}.${field}`, `is already used by another status page${owner}`)
        }
        const other = pathByAddress.get(`${field} ${value}`)
        if (other !== undefined) mistake(`${path}.${field}`, `is also used by ${other}`)
        pathByAddress.set(`${field} ${value}`, path)
      }
    }
  },
  async insertAll({ db, actor: { accountId, at } }, items) {
    const pages = items.map(({ path, id, item, createdAt }) => {
      const body = pageIn(item)
      const row = { ...pageFields(body), id: String(id), accountId, version: 1, createdAt, updatedAt: null }
      return { path, body, page: row satisfies PageRow, now: at }
    })
    await writePages(db, pages, {
      writeRows: insertPages,
      keepsIds: true,
      naming: ({ path }, work) => namingNow(path, work),
    })
    await writePasswords(
      db,
      items.map(({ id, item }) => ({ pageId: String(id), before: null, item })),
    )
  },
  async updateAll({ db, actor: { accountId, at } }, changes) {
    const ids = changes.map(({ stored }) => String(stored.id))
    const rows = new Map((await lockPagesOf(db, { accountId, ids })).map((row) => [row.id, row]))
    const pages = changes.map(({ path, stored, item }) => {
      const body = pageIn(item)
      const before = rows.get(String(stored.id))
      if (before === undefined) throw new Error(`the status page ${stored.id} is gone`)
      const now = nextUpdatedAt(before, at)
      const page = { ...before, ...pageFields(body), version: nextVersion(before), updatedAt: now }
      return { path, body, page, now }
    })
    await writePages(db, pages, {
      writeRows: updatePages,
      keepsIds: true,
      naming: ({ path }, work) => namingNow(path, work),
    })
    await writePasswords(
      db,
      changes.map(({ stored, item }) => ({ pageId: String(stored.id), before: stored.item, item })),
    )
  },
}

/** The ids of the cards in an item that nobody has validated yet, or in a stored one, and where they stand in it. */
export function cardIdsIn(item: ConfigurationItem): { id: string; path: string }[] {
  const { cards } = item
  const list: unknown[] = Array.isArray(cards) ? cards : []
  return list.flatMap((card, index) => {
    const id = idOf(card)
    return id === null ? [] : [{ id, path: `cards.${index}` }]
  })
}

function idOf(card: unknown): string | null {
  return isRecord(card) ? textOf(card['id']) : null
}

async function writePasswords(
  db: Db,
  pages: readonly { pageId: string; before: ConfigurationItem | null; item: ConfigurationItem }[],
): Promise<void> {
  const changed = pages.flatMap(({ pageId, before, item }) => {
    const password = passwordIn(item['password'])
    return isDeepStrictEqual(password, passwordIn(before?.['password'])) ? [] : [{ pageId, password }]
  })
  await replacePagePasswords(db, {
    pageIds: changed.map(({ pageId }) => pageId),
    passwords: changed.flatMap(({ pageId, password }) =>
      password === null ? [] : [{ pageId, ...password, updatedAt: null }],
    ),
  })
}

/** The guarantee behind this cast: the item is valid by the schema. */
function pageIn({ isPrivate: _elsewhere, password: _secret, ...page }: ConfigurationItem): StatusPageWrite {
  return page as StatusPageWrite
}
