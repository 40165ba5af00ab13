import { randomUUID } from 'node:crypto'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { goldenFilesIn, goldenKey } from '@sonde/schema/check-types/browser/golden-files.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import { maskSecrets, restoreMasked, withoutMasked } from '@sonde/schema/checks/check-secrets.ts'
import { subscriptionsOf, subscriptionsOfAccount } from '@sonde/store/alerts/alert-subscriptions.ts'
import { storedGoldenFiles } from '@sonde/store/artifacts/golden-files.ts'
import { checksOf, countChecks } from '@sonde/store/checks/checks.ts'
import { monitorsByToken } from '@sonde/store/heartbeats/heartbeats.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { documentOf, newDocument, type CheckDocument } from '../../checks/check-document.ts'
import { unknownGoldenFile } from '../../checks/check-references.ts'
import { prepareChange, prepareCheck, storeChangedChecks, storeNewChecks } from '../../checks/store-checks.ts'
import { settleSuites } from './settle-suites.ts'
import {
  skipped,
  type ConfigurationKind,
  type Notes,
  type PlannedItem,
  type Warn,
} from '../configuration-kind.ts'
import { hideVariables, keepVariablesSecret, restoreVariables } from './hidden-variables.ts'
import { definedFields, textOf } from '../item-fields.ts'
import { namingNow } from '../naming.ts'
import { validatorOf } from './validate-items.ts'
import { openStored } from './open-stored.ts'
import { mapField, mapSharedReferences } from './shared-references.ts'
import { storedSubscriptions, subscribedItem } from './subscribed-item.ts'

const validators = new Map<unknown, ReturnType<typeof validatorOf>>(
  checkKinds.map((kind) => [kind.checkType, validatorOf(kind.create)]),
)

export const checksKind: ConfigurationKind = {
  list: 'checks',
  title: 'check',
  entityType: 'CHECK',
  ids: { type: 'uuid', table: 'checks' },
  room: { most: ({ accountLimits }) => accountLimits.checks, count: countChecks },
  nameOf: ({ name }) => textOf(name),
  async read({ db, sealer, accountId }, ids) {
    const checkIds = ids?.map(String) ?? null
    const rows = await checksOf(db, { accountId, ids: checkIds })
    const subscriptions = Map.groupBy(
      checkIds === null
        ? await subscriptionsOfAccount(db, accountId)
        : await subscriptionsOf(db, { checkIds: rows.map(({ id }) => id) }),
      ({ checkId }) => checkId,
    )
    return rows.map((row) =>
      openStored(sealer, row, (opener) =>
        subscribedItem(
          { ...documentOf(row, opener), checkType: row.checkType },
          storedSubscriptions(subscriptions.get(row.id)),
        ),
      ),
    )
  },
  withoutSecrets(item) {
    const { heartbeat } = item
    const exported = maskSecrets(kindIn(item).secrets, hideVariables(item))
    if (!isRecord(heartbeat)) return exported
    const { pingToken: _secret, ...rest } = heartbeat
    return { ...exported, heartbeat: rest }
  },
  restoreSecrets(item, before, warn) {
    const restored = restoreCheckSecrets(restoreVariables(item, before, warn), before, warn)
    const { heartbeat } = restored
    if (!isRecord(heartbeat) || (heartbeat['pingToken'] ?? null) !== null) return { item: restored }
    const storedHeartbeat = before?.['heartbeat']
    if (isRecord(storedHeartbeat)) {
      return { item: { ...restored, heartbeat: { ...heartbeat, pingToken: storedHeartbeat['pingToken'] } } }
    }
    warn(
      'heartbeat.pingToken',
      'is not in this file: the monitor gets a new ping address. Change it in the job that sends the pings',
    )
    return { item: restored }
  },
  mapReferences(item, resolve) {
    const mapped = mapSharedReferences(item, resolve)
    mapField(mapped, 'groupId', 'checkGroups', resolve)
    const { triggerIncident, request } = item
    if (isRecord(triggerIncident)) {
      const incident = { ...triggerIncident }
      mapField(incident, 'serviceId', 'statusPageServices', resolve, 'triggerIncident.serviceId')
      mapped['triggerIncident'] = incident
    }
    const certificateId = isRecord(request) ? (request['sslClientCertificateId'] ?? null) : null
    if (isRecord(request) && certificateId !== null) {
      const local = resolve('clientCertificates', certificateId, 'request.sslClientCertificateId')
      mapped['request'] = { ...request, sslClientCertificateId: local === skipped ? null : local }
      // Without its certificate it would fail for no fault of its target: somebody has to look at it first.
      if (local === skipped) mapped['activated'] = false
    }
    return mapped
  },
  validate(item) {
    const { checkType } = item
    const validate = validators.get(checkType)
    if (validate !== undefined) return validate(item)
    const message =
      checkType === undefined ? 'is required' : `must be one of ${[...validators.keys()].join(', ')}`
    return [{ path: 'checkType', message }]
  },
  complete(item, before) {
    const kind = kindIn(item)
    const document = newDocument(kind, definedFields({ ...item, ...keptPhase(item, before) }))
    return keepVariablesSecret(subscribedItem(document, document.alertChannelSubscriptions ?? []), before)
  },
  async compareWithOthers(db, plannedItems, notes) {
    const { mistake, warn } = notes
    await settleGoldenFiles(db, plannedItems, notes)
    await settleSuites(db, plannedItems, notes)
    for (const { path, item, stored: before } of plannedItems) {
      if (before !== null && before.item['checkType'] !== item['checkType']) {
        mistake(`${path}.checkType`, `cannot be changed: the check is ${String(before.item['checkType'])}`)
      }
    }
    const tokens = plannedItems.flatMap((each) => tokenOf(each.item) ?? [])
    const owners = await monitorsByToken(db, tokens)
    const keys = new Set<string>()
    for (const each of plannedItems) {
      const token = tokenOf(each.item)
      if (token === null) continue
      if (keys.has(token)) mistake(`${each.path}.heartbeat.pingToken`, 'is listed twice')
      keys.add(token)
      const owner = owners.get(token)
      if (owner === undefined || owner === each.localId) continue
      const own = each.stored === null ? null : tokenOf(each.stored.item)
      const { heartbeat } = each.item
      each.item = {
        ...each.item,
        heartbeat: { ...(isRecord(heartbeat) ? heartbeat : {}), pingToken: own ?? randomUUID() },
      }
      const message = 'belongs to another monitor of this installation: this monitor gets a new ping address'
      warn(`${each.path}.heartbeat.pingToken`, each.name, message)
    }
  },
  async insertAll({ db, deps, actor: { accountId }, writtenCheckIds }, items) {
    const checks = items.map(({ path, id, item, createdAt }) => ({
      path,
      ...prepareCheck(deps.store.sealer, { id: String(id), accountId, createdAt, ...checkIn(item) }),
    }))
    await storeNewChecks(db, deps, accountId, checks, {
      naming: ({ path }, work) => namingNow(path, work),
      startsAtOnce: true,
    })
    writtenCheckIds.push(...checks.map(({ rows }) => rows.id))
  },
  async updateAll(writing, changes) {
    const {
      db,
      deps,
      actor: { accountId },
    } = writing
    const ids = changes.map(({ stored: { id } }) => String(id))
    const rows = new Map((await checksOf(db, { accountId, ids })).map((row) => [row.id, row]))
    const { sealer } = deps.store
    const at = deps.clock.now()
    const checks = changes.map(({ path, stored: { id }, item }) => {
      const before = rows.get(String(id))
      if (before === undefined) throw new Error(`the check ${id} is gone`)
      return namingNow(path, () => {
        const { environmentVariables } = documentOf(before, sealer)
        return { path, ...prepareChange(sealer, { ...checkIn(item), before, environmentVariables, at }) }
      })
    })
    await storeChangedChecks(db, deps, accountId, checks, {
      naming: ({ path }, work) => namingNow(path, work),
      startsAtOnce: true,
      contextChanged: () => void (writing.changesRunContext = true),
    })
    writing.writtenCheckIds.push(...ids)
  },
}

/** Golden files are not in the document: those of another account or installation have to be made anew. */
async function settleGoldenFiles(
  db: Db,
  plannedItems: readonly PlannedItem[],
  { accountId, mayComeFromElsewhere, mistake, warn }: Notes,
): Promise<void> {
  const hashes = plannedItems.flatMap(({ item }) => goldenFilesIn(item).map(({ sha256 }) => sha256))
  if (hashes.length === 0) return
  const known = await storedGoldenFiles(db, { accountId, hashes })
  const isKnown = ({ key, sha256 }: { key: string; sha256: string }) =>
    key === goldenKey(accountId, sha256) && known.has(sha256)
  for (const each of plannedItems) {
    const files = goldenFilesIn(each.item)
    const kept = files.filter(isKnown)
    if (kept.length === files.length) continue
    if (mayComeFromElsewhere) {
      each.item = { ...each.item, snapshots: kept.map(({ key, path }) => ({ key, path })) }
      warn(
        `${each.path}.snapshots`,
        each.name,
        'has golden files that are not in this account: they are dropped. Make them anew with updateSnapshots',
      )
      continue
    }
    for (const [index, file] of files.entries())
      if (!isKnown(file)) mistake(`${each.path}.snapshots.${index}.key`, unknownGoldenFile)
  }
}

/** A monitor that would be run without its password would fail for no fault of its target. */
function restoreCheckSecrets(
  item: ConfigurationItem,
  before: ConfigurationItem | null,
  warn: Warn,
): ConfigurationItem {
  const secrets = checkKinds.find(({ checkType }) => checkType === item['checkType'])?.secrets ?? []
  const { document, mistakes } = restoreMasked(secrets, item, before)
  if (mistakes.length === 0) return document
  const message =
    'has no password, neither in this file nor stored here: the monitor is deactivated. Set the password, then activate it'
  for (const { path } of mistakes) warn(path, message)
  return { ...withoutMasked(secrets, document), activated: false }
}

/** Who leaves the phase out does not ask for another one at every import. */
function keptPhase(item: ConfigurationItem, before: ConfigurationItem | null): Record<string, unknown> {
  if (item['frequencyOffset'] !== undefined || before === null) return {}
  if (item['frequency'] !== undefined && item['frequency'] !== before['frequency']) return {}
  return { frequencyOffset: before['frequencyOffset'] }
}

function tokenOf({ heartbeat }: ConfigurationItem): string | null {
  return isRecord(heartbeat) ? textOf(heartbeat['pingToken']) : null
}

/** The type and the document of a check that `complete` has made. */
export function checkIn(item: ConfigurationItem): { kind: CheckKind; document: CheckDocument } {
  return { kind: kindIn(item), document: documentIn(item) }
}

function kindIn(item: ConfigurationItem): CheckKind {
  const kind = checkKinds.find(({ checkType }) => checkType === item['checkType'])
  if (kind === undefined) throw new Error('a check of a known type')
  return kind
}

/** The guarantee behind this cast: `complete` has made the item from a valid one, with all defaults. */
function documentIn(item: ConfigurationItem): CheckDocument {
  return { ...item } as CheckDocument
}
