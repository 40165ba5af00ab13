import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { CreateDeploymentTrigger } from '@sonde/schema/checks/deployment-trigger.ts'
import {
  insertDeploymentTrigger,
  listDeploymentTriggers,
  replaceDeploymentTrigger,
} from '@sonde/store/deployments/deployment-triggers.ts'
import { requireTarget } from '../../deployment-triggers/create-deployment-trigger.ts'
import { triggerBody, triggerContent } from '../../deployment-triggers/deployment-trigger-document.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf } from '../item-fields.ts'
import { completeBy, validatorOf } from './validate-items.ts'
import { mapField } from './shared-references.ts'

const validate = validatorOf(CreateDeploymentTrigger)

/** The same one when it runs the same check or group, which has one at most. */
export const deploymentTriggersKind: ConfigurationKind = {
  list: 'deploymentTriggers',
  title: 'deployment trigger',
  entityType: 'DEPLOYMENT_TRIGGER',
  ids: { type: 'number', table: 'deployment_triggers' },
  isKnownByKeyOnly: true,
  nameOf: ({ repoName }) => textOf(repoName),
  keyOf({ checkId, groupId }) {
    const target = checkId ?? groupId ?? null
    return target === null ? null : String(target)
  },
  async read({ db, accountId }, ids) {
    const idFilter = ids === null ? null : new Set(ids)
    return (await listDeploymentTriggers(db, accountId))
      .filter(({ id }) => idFilter === null || idFilter.has(id))
      .map((row) => ({ id: row.id, item: triggerBody(row), createdAt: row.createdAt }))
  },
  withoutSecrets: (item) => item,
  restoreSecrets: (item) => ({ item }),
  mapReferences(item, resolve) {
    const mapped: Record<string, unknown> = { ...item }
    mapField(mapped, 'checkId', 'checks', resolve)
    mapField(mapped, 'groupId', 'checkGroups', resolve)
    return mapped
  },
  validate: (item) => validate(item),
  complete(item) {
    const { checkId = null, groupId = null, repoId, ...rest } = completeBy(CreateDeploymentTrigger, item)
    return { checkId: textOf(checkId)?.toLowerCase() ?? null, groupId, repoId: String(repoId), ...rest }
  },
  async insert({ db, actor: { accountId } }, id, item, createdAt) {
    const row = triggerContent(triggerIn(item))
    await requireTarget(db, accountId, row)
    const trigger = { ...row, accountId, createdAt, updatedAt: null }
    return (await insertDeploymentTrigger(db, trigger, id === null ? null : Number(id))).id
  },
  async update({ db, actor: { accountId, at } }, stored, item) {
    const row = triggerContent(triggerIn(item))
    await requireTarget(db, accountId, row)
    await replaceDeploymentTrigger(db, { ...row, id: Number(stored.id), accountId, updatedAt: at })
  },
}

/** The guarantee behind this cast: the item is valid by the create schema. */
function triggerIn(item: ConfigurationItem): CreateDeploymentTrigger {
  return item as CreateDeploymentTrigger
}
