import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { PrivateLocationCreate, passwordMask } from '@sonde/schema/agents/private-location.ts'
import {
  insertPrivateLocations,
  listPrivateLocationsOf,
  lockPrivateLocations,
  proxySealContext,
  updatePrivateLocations,
} from '@sonde/store/locations/private-locations.ts'
import { findNamedLocations } from '@sonde/store/checks/check-private-locations.ts'
import { fixedSlugMessage } from '../../private-locations/fixed-slug.ts'
import { maskPassword, sealProxyUrl } from '../../private-locations/proxy-url.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { completeBy, validatorOf } from './validate-items.ts'
import { openStored } from './open-stored.ts'

const validate = validatorOf(PrivateLocationCreate)

/** Without the keys of their agents: these are made anew on each server. */
export const privateLocationsKind: ConfigurationKind = {
  list: 'privateLocations',
  title: 'private location',
  entityType: 'PRIVATE_LOCATION',
  ids: { type: 'uuid', table: 'private_locations' },
  nameOf: ({ name }) => textOf(name),
  keyOf: ({ slugName }) => textOf(slugName),
  async read({ db, sealer, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    return (await listPrivateLocationsOf(db, accountId))
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .toReversed()
      .map(({ id, name, slugName, icon, proxyUrlSealed, createdAt }) =>
        openStored(sealer, { id, createdAt }, (opener) => ({
          name,
          slugName,
          icon,
          proxyUrl: proxyUrlSealed === null ? null : opener.open(proxyUrlSealed, proxySealContext(id)),
        })),
      )
  },
  withoutSecrets(item) {
    const proxyUrl = textOf(item['proxyUrl'])
    return proxyUrl === null ? item : { ...item, proxyUrl: maskPassword(proxyUrl) }
  },
  restoreSecrets(item, stored, warn) {
    const { proxyUrl } = item
    if (typeof proxyUrl !== 'string' || !proxyUrl.includes(passwordMask)) return { item }
    if (stored !== null) return { item: { ...item, proxyUrl: stored['proxyUrl'] } }
    warn('proxyUrl', 'has no password in this file: the location is created without its proxy')
    return { item: { ...item, proxyUrl: null } }
  },
  mapReferences: (item) => item,
  validate: (item) => validate(item),
  complete: (item) => completeBy(PrivateLocationCreate, item),
  async compareWithOthers(db, plannedItems, { accountId, mistake, warn, ownerOf }) {
    const slugs = plannedItems.flatMap(({ item, stored }) =>
      stored === null ? [String(item['slugName'])] : [],
    )
    const taken = await findNamedLocations(db, { accountId, names: slugs })
    for (const { path, name, item, stored } of plannedItems) {
      const other = taken.get(String(item['slugName']))
      if (stored === null && other !== undefined) {
        const owner = await ownerOf(privateLocationsKind, other)
        mistake(`${path}.slugName`, `is already used by another private location${owner}`)
      } else if (stored === null) warn(path, name, 'has no key for its agents here: create one')
      else if (stored.item['slugName'] !== item['slugName']) {
        mistake(`${path}.slugName`, fixedSlugMessage)
      }
    }
  },
  async insertAll({ db, deps, actor: { accountId }, afterwards }, items) {
    await insertPrivateLocations(
      db,
      items.map(({ id, item, createdAt }) => {
        const { name, slugName, icon, proxyUrl } = locationIn(item)
        return {
          id: String(id),
          accountId,
          name,
          slugName,
          icon,
          proxyUrlSealed: sealProxyUrl(String(id), proxyUrl, deps.store.sealer),
          createdAt,
          updatedAt: null,
          unavailableSince: null,
          assignedSince: null,
        }
      }),
    )
    await deps.runs.announceChange(db, null)
    afterwards.push(() => deps.runs.locationsChanged())
  },
  async updateAll(writing, changes) {
    const {
      db,
      deps,
      actor: { accountId, at },
    } = writing
    const ids = changes.map(({ stored }) => String(stored.id))
    const rows = new Map((await lockPrivateLocations(db, { accountId, ids })).map((row) => [row.id, row]))
    await updatePrivateLocations(
      db,
      changes.map(({ stored, item }) => {
        const before = rows.get(String(stored.id))
        if (before === undefined) throw new Error(`the private location ${stored.id} is gone`)
        const { name, icon, proxyUrl } = locationIn(item)
        const proxyUrlSealed = sealProxyUrl(before.id, proxyUrl, deps.store.sealer)
        return { ...before, name, icon, proxyUrlSealed, updatedAt: nextUpdatedAt(before, at) }
      }),
    )
    if (changes.some(({ stored, item }) => item['proxyUrl'] !== stored.item['proxyUrl']))
      writing.changesRunContext = true
  },
}

type Location = { name: string; slugName: string; icon: string; proxyUrl: string | null }

/** The guarantee behind this cast: the item is valid by the create schema and has its defaults. */
function locationIn(item: Readonly<Record<string, unknown>>): Location {
  return item as Location
}
