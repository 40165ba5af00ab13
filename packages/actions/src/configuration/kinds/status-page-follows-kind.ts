import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { type ServiceFollows, StatusPageFollowsItem } from '@sonde/schema/status-pages/status-page-service.ts'
import { followsOfServices, replaceFollows } from '@sonde/store/status-pages/service-follows.ts'
import {
  findServiceForUpdate,
  listServices,
  renameService,
} from '@sonde/store/status-pages/status-page-services.ts'
import { skipped, type ConfigurationKind, type WriteContext } from '../configuration-kind.ts'
import { textOf, textsOf } from '../item-fields.ts'
import { completeBy, validatorOf } from './validate-items.ts'
import { mapField } from './shared-references.ts'

const validate = validatorOf(StatusPageFollowsItem)

/** What services follow: apart from them, because checks name services and these name checks. */
export const statusPageFollowsKind: ConfigurationKind = {
  list: 'statusPageFollows',
  title: 'following of a status page service',
  entityType: 'STATUS_PAGE_SERVICE',
  ids: null,
  nameOf: () => null,
  keyOf: ({ serviceId }) => textOf(serviceId),
  async read({ db, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    const services = (await listServices(db, { accountId, after: null, limit: null })).toReversed()
    const follows = await followsOfServices(
      db,
      services.map(({ id }) => id),
    )
    return services.flatMap(({ id, createdAt }) => {
      const followed = follows.get(id)
      if (followed === undefined || idFilter?.has(id) === false) return []
      return [{ id, item: { serviceId: id, ...followed }, createdAt }]
    })
  },
  withoutSecrets: (item) => item,
  restoreSecrets: (item) => ({ item }),
  mapReferences(item, resolve) {
    const mapped: Record<string, unknown> = { ...item }
    mapField(mapped, 'serviceId', 'statusPageServices', resolve)
    const { checkIds } = item
    if (Array.isArray(checkIds)) {
      mapped['checkIds'] = checkIds.flatMap((id: unknown, index) => {
        const local = resolve('checks', id, `checkIds.${index}`)
        return local === skipped ? [] : [local]
      })
    }
    return mapped
  },
  validate: (item) => validate(item),
  complete: (item) => completeBy(StatusPageFollowsItem, item),
  async insert(writing, _id, item) {
    return await write(writing, item)
  },
  async update(writing, _stored, item) {
    await write(writing, item)
  },
}

async function write(
  { db, actor: { accountId, at } }: WriteContext,
  item: ConfigurationItem,
): Promise<string> {
  const service = await findServiceForUpdate(db, { accountId, id: String(item['serviceId']) })
  if (service === null) throw new Error(`the service ${String(item['serviceId'])} is gone`)
  const { checkIds, tags, delayMinutes } = item
  const follows: ServiceFollows = {
    checkIds: [...new Set(textsOf(checkIds))],
    tags: [...new Set(textsOf(tags))],
    delayMinutes: Number(delayMinutes),
  }
  await replaceFollows(db, service, follows)
  // Pages are shown anew when a service has changed.
  await renameService(db, { ...service, updatedAt: nextUpdatedAt(service, at) })
  return service.id
}
