import { CheckGroupCreate, CheckGroupCreateOrUpdateV2 } from '@sonde/schema/checks/check-group.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import { groupsByIds, groupsOf } from '@sonde/store/checks/check-groups.ts'
import { documentOf, wholeGroup, type GroupDocument } from '../../check-groups/group-document.ts'
import { storeChangedGroups, storeNewGroups } from '../../check-groups/store-group.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { hideDefaults, restoreDefaults } from './hidden-defaults.ts'
import { hideVariables, keepVariablesSecret, restoreVariables } from './hidden-variables.ts'
import { textOf } from '../item-fields.ts'
import { namingNow } from '../naming.ts'
import { validatorOf } from './validate-items.ts'
import { openStored } from './open-stored.ts'
import { mapSharedReferences } from './shared-references.ts'
import { storedSubscriptions, subscribedItem } from './subscribed-item.ts'

const validators = { 1: validatorOf(CheckGroupCreate), 2: validatorOf(CheckGroupCreateOrUpdateV2) }

export const checkGroupsKind: ConfigurationKind = {
  list: 'checkGroups',
  title: 'check group',
  entityType: 'CHECK_GROUP',
  ids: { type: 'number', table: 'check_groups' },
  nameOf: ({ name }) => textOf(name),
  async read({ db, sealer, accountId }, ids) {
    const rows =
      ids === null
        ? await groupsOf(db, accountId)
        : [...(await groupsByIds(db, { accountId, ids: ids.map(Number) })).values()]
    const subscriptions = Map.groupBy(
      await subscriptionsOf(db, { groupIds: rows.map(({ id }) => id) }),
      ({ groupId }) => groupId,
    )
    return rows.map((row) =>
      openStored(sealer, row, (opener) =>
        subscribedItem(
          { version: row.version, ...documentOf(row, opener) },
          storedSubscriptions(subscriptions.get(row.id)),
        ),
      ),
    )
  },
  withoutSecrets: (item) => hideDefaults(hideVariables(item)),
  restoreSecrets: (item, stored, warn) => ({
    item: restoreDefaults(restoreVariables(item, stored, warn), stored, warn),
  }),
  mapReferences: mapSharedReferences,
  validate(item) {
    const { version = 2, ...body } = item
    if (version !== 1 && version !== 2) return [{ path: 'version', message: 'must be 1 or 2' }]
    return validators[version](body)
  },
  complete(item, stored) {
    const { version: _column, ...body } = item
    const version = versionIn(item)
    const document = wholeGroup(version, body, null)
    const complete = subscribedItem({ version, ...document }, document.alertChannelSubscriptions ?? [])
    return keepVariablesSecret(complete, stored)
  },
  async insertAll({ db, deps, actor: { accountId } }, items) {
    const groups = items.map(({ path, id, item, createdAt }) => ({
      path,
      id: Number(id),
      version: versionIn(item),
      document: documentIn(item),
      createdAt,
    }))
    await storeNewGroups(db, deps, accountId, groups, ({ path }, work) => namingNow(path, work))
  },
  async updateAll(writing, changes) {
    const {
      db,
      deps,
      actor: { accountId },
    } = writing
    const ids = changes.map(({ stored }) => Number(stored.id))
    const rows = await groupsByIds(db, { accountId, ids })
    const groups = changes.map(({ path, stored: { id }, item }) => {
      const before = rows.get(Number(id))
      if (before === undefined) throw new Error(`the check group ${id} is gone`)
      return { path, before, version: versionIn(item), document: documentIn(item) }
    })
    const { checkIds } = await storeChangedGroups(db, deps, accountId, groups, {
      naming: ({ path }, work) => namingNow(path, work),
      contextChanged: () => void (writing.changesRunContext = true),
    })
    writing.writtenCheckIds.push(...checkIds)
  },
}

function versionIn({ version }: ConfigurationItem): 1 | 2 {
  return version === 1 ? 1 : 2
}

/** The guarantee behind this cast: `complete` has made the item from a valid one, with all defaults. */
function documentIn({ version: _column, ...document }: ConfigurationItem): GroupDocument {
  return document as GroupDocument
}
