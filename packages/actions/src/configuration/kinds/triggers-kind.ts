import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import {
  CheckTriggerItem,
  GroupTriggerItem,
  type ConfigurationItem,
  type ConfigurationList,
} from '@sonde/schema/accounts/configuration.ts'
import { findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import { invalidInput } from '../../refusal.ts'
import { checkTriggers, groupTriggers } from '@sonde/store/checks/triggers.ts'
import { hashTriggerToken, newTriggerToken } from '../../triggers/trigger-token.ts'
import type { ConfigurationKind, Notes, PlannedItem } from '../configuration-kind.ts'
import { textsOf } from '../item-fields.ts'
import { validatorOf } from './validate-items.ts'
import { openStored } from './open-stored.ts'
import { mapField } from './shared-references.ts'

const validators = { checkId: validatorOf(CheckTriggerItem), groupId: validatorOf(GroupTriggerItem) }

/** A check has one at most: it is told apart by its check, and its token is sealed for that. */
function shared(field: 'checkId' | 'groupId', list: ConfigurationList) {
  return {
    isSecret: true,
    isKnownByKeyOnly: true,
    nameOf: () => null,
    keyOf: (item: ConfigurationItem) => (item[field] === undefined ? null : String(item[field])),
    withoutSecrets: ({ token: _secret, ...item }: ConfigurationItem) => item,
    restoreSecrets: (item: ConfigurationItem) => ({ item }),
    mapReferences(item, resolve) {
      const mapped: Record<string, unknown> = { ...item }
      mapField(mapped, field, list, resolve)
      return mapped
    },
    validate: (item) => validators[field](item),
    complete: (item) => ({
      [field]: item[field],
      token: item['token'],
      allowedHosts: textsOf(item['allowedHosts']),
    }),
  } as const satisfies Partial<ConfigurationKind>
}

export const checkTriggersKind: ConfigurationKind = {
  ...shared('checkId', 'checks'),
  list: 'checkTriggers',
  title: 'check trigger',
  entityType: 'CHECK_TRIGGER',
  ids: { type: 'number', table: 'check_triggers' },
  async read({ db, sealer, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    return (await checkTriggers.ofAccount(db, accountId))
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .map(({ subjectId: checkId, sealedToken, allowedHosts, ...row }) =>
        openStored(sealer, row, (opener) => ({
          checkId,
          token: opener.open(sealedToken, checkTriggers.contextOf(checkId)),
          allowedHosts,
        })),
      )
  },
  async compareWithOthers(db, plannedItems, notes) {
    giveOwnTokens(plannedItems, await checkTriggers.byToken(db, hashesOf(plannedItems)), notes)
  },
  async insert({ db, deps, actor: { accountId } }, id, item, createdAt) {
    const checkId = String(item['checkId'])
    const check = await findCheckForUpdate(db, { accountId, id: checkId })
    if (check === null || kindOf(check.checkType).run === null) {
      throw invalidInput([{ path: 'checkId', message: 'is a check that never runs' }])
    }
    const trigger = {
      subjectId: checkId,
      accountId,
      ...sealed(deps, checkTriggers.contextOf(checkId), item),
      createdAt,
      allowedHosts: textsOf(item['allowedHosts']),
    }
    return (await checkTriggers.ensure(db, trigger, id === null ? null : Number(id))).id
  },
  async update({ db, deps, actor: { at } }, stored, item) {
    const token = sealed(deps, checkTriggers.contextOf(String(stored.item['checkId'])), item)
    await checkTriggers.replaceToken(db, { id: Number(stored.id), ...token, updatedAt: at })
    const allowedHosts = textsOf(item['allowedHosts'])
    await checkTriggers.replaceAllowedHosts(db, { id: Number(stored.id), allowedHosts, updatedAt: at })
  },
}

export const groupTriggersKind: ConfigurationKind = {
  ...shared('groupId', 'checkGroups'),
  list: 'groupTriggers',
  title: 'group trigger',
  entityType: 'CHECK_GROUP_TRIGGER',
  ids: { type: 'number', table: 'group_triggers' },
  async read({ db, sealer, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    return (await groupTriggers.ofAccount(db, accountId))
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .map(({ subjectId: groupId, sealedToken, allowedHosts, ...row }) =>
        openStored(sealer, row, (opener) => ({
          groupId,
          token: opener.open(sealedToken, groupTriggers.contextOf(groupId)),
          allowedHosts,
        })),
      )
  },
  async compareWithOthers(db, plannedItems, notes) {
    giveOwnTokens(plannedItems, await groupTriggers.byToken(db, hashesOf(plannedItems)), notes)
  },
  async insert({ db, deps, actor: { accountId } }, id, item, createdAt) {
    const groupId = Number(item['groupId'])
    const trigger = {
      subjectId: groupId,
      accountId,
      ...sealed(deps, groupTriggers.contextOf(groupId), item),
      createdAt,
      allowedHosts: textsOf(item['allowedHosts']),
    }
    return (await groupTriggers.ensure(db, trigger, id === null ? null : Number(id))).id
  },
  async update({ db, deps, actor: { at } }, stored, item) {
    const token = sealed(deps, groupTriggers.contextOf(Number(stored.item['groupId'])), item)
    await groupTriggers.replaceToken(db, { id: Number(stored.id), ...token, updatedAt: at })
    const allowedHosts = textsOf(item['allowedHosts'])
    await groupTriggers.replaceAllowedHosts(db, { id: Number(stored.id), allowedHosts, updatedAt: at })
  },
}

function hashesOf(plannedItems: readonly PlannedItem[]): string[] {
  return plannedItems.map(({ item }) => hashTriggerToken(String(item['token'])))
}

/** A token leads to one trigger of the installation. */
function giveOwnTokens(
  plannedItems: readonly PlannedItem[],
  owners: ReadonlyMap<string, number>,
  { warn, mistake }: Notes,
): void {
  const hashes = new Set<string>()
  for (const each of plannedItems) {
    const hash = hashTriggerToken(String(each.item['token']))
    if (hashes.has(hash)) mistake(`${each.path}.token`, 'is listed twice')
    hashes.add(hash)
    const owner = owners.get(hash)
    if (owner === undefined || owner === each.stored?.id) continue
    const own = each.stored?.unreadable === undefined ? each.stored?.item['token'] : undefined
    each.item = { ...each.item, token: own ?? newTriggerToken().token }
    warn(
      `${each.path}.token`,
      each.name,
      'belongs to another trigger of this installation: this trigger gets a new one',
    )
  }
}

type Sealing = { store: { sealer: { seal(text: string, context: string): string } } }

function sealed({ store }: Sealing, context: string, item: ConfigurationItem) {
  const text = String(item['token'])
  return { sealedToken: store.sealer.seal(text, context), tokenHash: hashTriggerToken(text) }
}
