import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { CreateDeploymentTrigger } from '@sonde/schema/checks/deployment-trigger.ts'
import {
  insertDeploymentTrigger,
  listDeploymentTriggers,
  replaceDeploymentTrigger,
  type DeploymentTriggerRow,
} from '@sonde/store/deployments/deployment-triggers.ts'
import { requireTarget } from '../../deployment-triggers/create-deployment-trigger.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { textOf, textsOf } from '../item-fields.ts'
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
      .map(({ id, createdAt, ...row }) => ({ id, item: itemOf(row), createdAt }))
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
    const row = rowOf(item)
    await requireTarget(db, accountId, row)
    const trigger = { ...row, accountId, createdAt, updatedAt: null }
    return (await insertDeploymentTrigger(db, trigger, id === null ? null : Number(id))).id
  },
  async update({ db, actor: { accountId, at } }, stored, item) {
    const row = rowOf(item)
    await requireTarget(db, accountId, row)
    await replaceDeploymentTrigger(db, { ...row, id: Number(stored.id), accountId, updatedAt: at })
  },
}

type Content = Omit<DeploymentTriggerRow, 'id' | 'accountId' | 'createdAt' | 'updatedAt'>

/** In the words of the body that makes it. */
function itemOf(row: Content): ConfigurationItem {
  return {
    checkId: row.checkId,
    groupId: row.groupId,
    provider: row.provider,
    repoId: row.repoId,
    repoName: row.repoName,
    repoLink: row.repoLink,
    useEnvironmentUrl: row.useEnvironmentUrl,
    includeScreenshots: row.includeScreenshots,
    runLocation: row.runLocation,
    environmentRegexFilter: row.environmentFilter,
    environmentUrlRegexFilter: row.environmentUrlFilter,
    allowedHosts: row.allowedHosts,
  }
}

/** Of an item that is valid by the create schema and has its defaults. */
function rowOf(item: ConfigurationItem): Content {
  return {
    checkId: textOf(item['checkId']),
    groupId: typeof item['groupId'] === 'number' ? item['groupId'] : null,
    provider: String(item['provider']),
    repoId: String(item['repoId']),
    repoName: String(item['repoName']),
    repoLink: String(item['repoLink']),
    useEnvironmentUrl: item['useEnvironmentUrl'] === true,
    includeScreenshots: item['includeScreenshots'] === true,
    runLocation: String(item['runLocation']),
    environmentFilter: textOf(item['environmentRegexFilter']),
    environmentUrlFilter: textOf(item['environmentUrlRegexFilter']),
    allowedHosts: textsOf(item['allowedHosts']),
  }
}
