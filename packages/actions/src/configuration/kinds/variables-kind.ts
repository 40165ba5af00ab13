import { VariableCreate } from '@sonde/schema/variables/variable.ts'
import { lockAccount } from '@sonde/store/accounts/accounts.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import {
  findVariableForUpdate,
  insertVariable,
  listVariables,
  openVariable,
  updateVariable,
  variableSealContext,
} from '@sonde/store/variables/variables.ts'
import { requireRoom } from '../../variables/variable-limits.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { completeBy, validatorOf } from './validate-items.ts'
import { openStored } from './open-stored.ts'

const validate = validatorOf(VariableCreate)

/** The variables of the account, which are told apart by their keys. */
export const variablesKind: ConfigurationKind = {
  list: 'variables',
  title: 'variable',
  entityType: 'VARIABLE',
  ids: null,
  nameOf: ({ key }) => textOf(key),
  keyOf: ({ key }) => textOf(key),
  async read({ db, sealer, accountId }, ids) {
    const { rows } = await listVariables(db, { accountId, page: null })
    const idFilter = ids === null ? null : new Set(ids)
    return rows
      .filter(({ key }) => idFilter === null || idFilter.has(key))
      .toReversed()
      .map((row) =>
        openStored(sealer, { id: row.key, createdAt: row.createdAt }, (opener) => ({
          key: row.key,
          value: openVariable(row, opener),
          locked: row.locked,
          secret: row.secret,
        })),
      )
  },
  withoutSecrets: (item) =>
    item['secret'] === true || item['locked'] === true ? { ...item, value: null } : item,
  restoreSecrets(item, stored, warn) {
    if (item['value'] !== null) return { item }
    if (stored !== null) return { item: { ...item, value: stored['value'] } }
    warn('value', 'is neither in this file nor stored here: the variable is skipped. Create it by hand')
    return 'impossible'
  },
  mapReferences: (item) => item,
  validate: (item) => validate(item),
  complete(item, stored) {
    const complete = completeBy(VariableCreate, item)
    return stored?.['secret'] === true ? { ...complete, secret: true } : complete
  },
  async insert({ db, deps, actor: { accountId } }, _id, item, createdAt) {
    const { key, value, locked, secret } = variableIn(item)
    await lockAccount(db, accountId)
    await requireRoom(db, { accountId, key, value })
    const valueSealed = deps.store.sealer.seal(value, variableSealContext({ accountId, key }))
    await insertVariable(db, { accountId, key, valueSealed, locked, secret, createdAt, updatedAt: null })
    await bumpRunContext(db)
    return key
  },
  async update({ db, deps, actor: { accountId, at } }, _stored, item) {
    const { key, value, locked, secret } = variableIn(item)
    await lockAccount(db, accountId)
    await requireRoom(db, { accountId, key, value })
    const before = await findVariableForUpdate(db, { accountId, key })
    if (before === null) throw new Error(`the variable ${key} is gone`)
    const valueSealed = deps.store.sealer.seal(value, variableSealContext({ accountId, key }))
    await updateVariable(db, { ...before, valueSealed, locked, secret, updatedAt: at })
    await bumpRunContext(db)
  },
}

type Variable = { key: string; value: string; locked: boolean; secret: boolean }

/** The guarantee behind this cast: the item is valid by the create schema and has its defaults. */
function variableIn(item: Readonly<Record<string, unknown>>): Variable {
  return item as Variable
}
