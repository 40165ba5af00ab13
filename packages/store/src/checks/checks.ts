import { isDeepStrictEqual } from 'node:util'
import { chunks } from '@sonde/ground/chunks.ts'
import { isPingedType, kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { goldenFilesIn } from '@sonde/schema/check-types/browser/golden-files.ts'
import { bundleIn } from '@sonde/schema/check-types/suite/bundle-key.ts'
import { ownCode } from '@sonde/schema/checks/written-scripts.ts'
import type { Insertable, Selectable } from 'kysely'
import { heartbeatLengths, heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import { useBundleOfCheck } from '../artifacts/code-bundles.ts'
import { referToGoldenFiles } from '../artifacts/golden-files.ts'
import { insertCheckState, lockStateOfCheck } from './check-states.ts'
import { certificateDomainOf, setCertificateDomain } from './certificate-domains.ts'
import { rewriteTags, tagsOf } from './check-tags.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { changePingToken, insertHeartbeat, stopTimers } from '../heartbeats/heartbeats.ts'
import { type JsonObject, parseJsonObject } from '../engine/json-column.ts'
import { type CheckFilter, selectMatchingChecks } from './matching-checks.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { foldForSearch } from '../engine/text-search.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'
import { totalOfPage } from '../engine/total-of-page.ts'
import { statusOf, storedStatus } from '../results/stored-verdicts.ts'
import { keepCode } from '../variables/code-files.ts'

export type CheckRow = {
  id: string
  accountId: string
  checkType: CheckType
  name: string
  activated: boolean
  muted: boolean
  /** Null until there is a verdict. */
  status: TargetVerdict | null
  groupId: number | null
  frequency: number | null
  frequencyOffset: number | null
  /** Every other field as it was sent, tags included, in the order sent, but with masks in place of secrets. */
  config: JsonObject
  /** Encrypted JSON, made by the sealer. */
  sealedConfig: string | null
  /** What the masks in `config` stand for, made by `sealSecrets`; null when it has none. */
  sealedSecrets: string | null
  createdAt: number
  updatedAt: number | null
}

/** What the sealed part of a check is sealed for. */
export function checkSealContext(id: string): string {
  return `checks/${id}`
}

/** What an update may change; the rest of a check is fixed or belongs to its runs. */
export type CheckUpdate = Pick<
  CheckRow,
  | 'name'
  | 'activated'
  | 'muted'
  | 'groupId'
  | 'frequency'
  | 'frequencyOffset'
  | 'config'
  | 'sealedConfig'
  | 'sealedSecrets'
  | 'updatedAt'
>

export const checkColumns = [
  'id',
  'account_id',
  'check_type',
  'name',
  'activated',
  'muted',
  'status',
  'group_id',
  'frequency',
  'frequency_offset',
  'config',
  'sealed_config',
  'sealed_secrets',
  'created_at',
  'updated_at',
] as const

type CheckKey = { accountId: string; id: string }

export async function insertCheck(db: Db, check: CheckRow): Promise<void> {
  await db.insertInto('checks').values(newCheckColumns(check)).execute()
  await rewriteTags(db, check, { before: [], after: tagsOf(check.config) })
  await insertCheckState(db, { ...check, certificateDomain: certificateDomainOf(check) })
  await rewriteCode(db, check, { before: {}, after: check.config, at: check.createdAt })
  if (!isPingedType(check.checkType)) return
  const { pingToken } = heartbeatOf(check.config)
  await insertHeartbeat(db, { checkId: check.id, accountId: check.accountId, pingToken })
}

export function newCheckColumns(check: CheckRow): Insertable<Database['checks']> {
  return {
    id: check.id,
    account_id: check.accountId,
    check_type: check.checkType,
    name: check.name,
    name_folded: foldForSearch(check.name),
    activated: check.activated,
    muted: check.muted,
    status: storedStatus(check.status),
    target_folded: searchedTarget(check),
    group_id: check.groupId,
    frequency: check.frequency,
    frequency_offset: check.frequencyOffset,
    config: JSON.stringify(check.config),
    sealed_config: check.sealedConfig,
    sealed_secrets: check.sealedSecrets,
    created_at: check.createdAt,
    updated_at: check.updatedAt,
  }
}

const selectCheck = prepareQuery((db, { accountId, id }: CheckKey) =>
  db.selectFrom('checks').select(checkColumns).where('id', '=', id).where('account_id', '=', accountId),
)

/** SQLite has one writer at a time, so there is nothing to lock. */
const selectCheckForUpdate = prepareQuery((db, { accountId, id }: CheckKey) => {
  const query = db
    .selectFrom('checks')
    .select(checkColumns)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
  return isSqlite(db) ? query : query.forUpdate()
})

export async function countChecks(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom('checks')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function findCheck(db: Db, key: CheckKey): Promise<CheckRow | null> {
  return await findBy(selectCheck, db, key)
}

/**
 * As `findCheck`, but inside `write`: nobody else changes the check until the write ends. Results lock the state of a
 * check before the check: so does whoever changes it, because every change is noted in the state.
 */
export async function findCheckForUpdate(db: Db, key: CheckKey): Promise<CheckRow | null> {
  await lockStateOfCheck(db, { accountId: key.accountId, checkId: key.id })
  return await findBy(selectCheckForUpdate, db, key)
}

async function findBy(query: typeof selectCheck, db: Db, key: CheckKey): Promise<CheckRow | null> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  const row = (await query(db, { accountId, id })).rows[0]
  return row === undefined ? null : toCheck(row)
}

type Content = Pick<
  CheckUpdate,
  'frequency' | 'frequencyOffset' | 'sealedConfig' | 'sealedSecrets' | 'updatedAt'
>

const updateContent = prepareQuery((db, change: CheckKey & Content & { config: string }) =>
  db
    .updateTable('checks')
    .set({
      frequency: change.frequency,
      frequency_offset: change.frequencyOffset,
      config: change.config,
      sealed_config: change.sealedConfig,
      sealed_secrets: change.sealedSecrets,
      updated_at: change.updatedAt,
    })
    .where('id', '=', change.id)
    .where('account_id', '=', change.accountId),
)

type Listed = Pick<CheckUpdate, 'activated' | 'muted' | 'groupId'> & { target: string }

const updateListed = prepareQuery((db, change: { id: string } & Listed) =>
  db
    .updateTable('checks')
    .set({
      activated: change.activated,
      muted: change.muted,
      group_id: change.groupId,
      target_folded: change.target,
    })
    .where('id', '=', change.id),
)

/**
 * Replaces the content of a check that was read in the same write with `findCheckForUpdate`. False when it
 * is gone. What lists are sorted and filtered by has indexes to maintain, and is written only when it changes.
 */
export async function updateCheck(db: Db, before: CheckRow, after: CheckUpdate): Promise<boolean> {
  const { numAffectedRows } = await updateContent(db, {
    accountId: before.accountId,
    id: before.id,
    frequency: after.frequency,
    frequencyOffset: after.frequencyOffset,
    config: JSON.stringify(after.config),
    sealedConfig: after.sealedConfig,
    sealedSecrets: after.sealedSecrets,
    updatedAt: after.updatedAt,
  })
  if (numAffectedRows !== 1n) return false
  const [had, has] = [listedOf(before, before), listedOf(before, after)]
  if (!isDeepStrictEqual(had, has)) await updateListed(db, { id: before.id, ...has })
  if (after.name !== before.name) await renameCheck(db, before.id, after.name)
  const domain = certificateDomainOf({ checkType: before.checkType, config: after.config })
  if (domain !== certificateDomainOf(before)) await setCertificateDomain(db, before.id, domain)
  await rewriteTags(db, before, { before: tagsOf(before.config), after: tagsOf(after.config) })
  if (isPingedType(before.checkType)) await rewriteHeartbeat(db, before, after)
  const at = after.updatedAt ?? before.createdAt
  await rewriteCode(db, before, { before: before.config, after: after.config, at })
  return true
}

function listedOf({ checkType }: Pick<CheckRow, 'checkType'>, check: CheckUpdate): Listed {
  const { activated, muted, groupId, config } = check
  return { activated, muted, groupId, target: searchedTarget({ checkType, config }) }
}

/** Most checks have no code and no golden files, before and after. */
async function rewriteCode(
  db: Db,
  { id, accountId }: CheckKey,
  { before, after, at }: { before: JsonObject; after: JsonObject; at: number },
): Promise<void> {
  const owner = { accountId, kind: 'check' as const, id }
  const [hadCode, hasCode] = [ownCode(before), ownCode(after)]
  if (!isDeepStrictEqual(hadCode, hasCode)) await keepCode(db, owner, hasCode, at)
  const [hadFiles, hasFiles] = [goldenHashesIn(before), goldenHashesIn(after)]
  if (!isDeepStrictEqual(hadFiles, hasFiles)) await referToGoldenFiles(db, owner, hasFiles, at)
  const [had, has] = [bundleIn(before)?.sha256 ?? null, bundleIn(after)?.sha256 ?? null]
  if (had !== has) await useBundleOfCheck(db, owner, has, at)
}

export function goldenHashesIn(config: JsonObject): string[] {
  return goldenFilesIn(config).map(({ sha256 }) => sha256)
}

/** A timer that was started under other terms must not fail anybody: the next ping starts it anew. */
async function rewriteHeartbeat(db: Db, before: CheckRow, after: CheckUpdate): Promise<void> {
  const [had, has] = [heartbeatOf(before.config), heartbeatOf(after.config)]
  if (had.pingToken !== has.pingToken) {
    await changePingToken(db, { checkId: before.id, pingToken: has.pingToken })
  }
  const isSame =
    before.activated === after.activated && isDeepStrictEqual(heartbeatLengths(had), heartbeatLengths(has))
  if (!isSame) await stopTimers(db, [before.id])
}

async function renameCheck(db: Db, id: string, name: string): Promise<void> {
  await db
    .updateTable('checks')
    .set({ name, name_folded: foldForSearch(name) })
    .where('id', '=', id)
    .execute()
}

/** False when the account has no such check. Its tags go with it, its results follow in small steps. */
export async function deleteCheck(db: Db, key: CheckKey): Promise<boolean> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return false
  // Results lock the state of a check before the check: so does who deletes both.
  await lockStateOfCheck(db, { accountId, checkId: id })
  await db
    .insertInto('removed_checks')
    .columns(['no'])
    .expression(
      db
        .selectFrom('check_states')
        .select('no')
        .where('check_id', '=', id)
        .where('account_id', '=', accountId),
    )
    .execute()
  const { numDeletedRows } = await db
    .deleteFrom('checks')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** All checks of the account, or those of these ids, oldest first. */
export async function checksOf(
  db: Db,
  { accountId, ids }: { accountId: string; ids: readonly string[] | null },
): Promise<CheckRow[]> {
  const ofAccount = db
    .selectFrom('checks')
    .select(checkColumns)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
  if (ids === null) return (await ofAccount.execute()).map(toCheck)
  const rows: CheckRow[] = []
  for (const chunk of chunks(ids, keysPerStatement)) {
    const some = await ofAccount.where('id', 'in', chunk).execute()
    rows.push(...some.map(toCheck))
  }
  return rows
}

export type CheckPage = CheckFilter & { limit: number; offset: number }

/**
 * One page, newest first and then by descending id, and how many checks match in all. At most two queries
 * at any size: the page is picked from an index, and only its rows are read whole.
 */
export async function listChecks(db: Db, page: CheckPage): Promise<{ rows: CheckRow[]; total: number }> {
  const accountId = canonicalUuid(page.accountId)
  if (accountId === null) return { rows: [], total: 0 }
  const { limit, offset } = page
  const matching = selectMatchingChecks(db, { ...page, accountId })
  const rows = await db
    .selectFrom('checks')
    .select(checkColumns)
    .where('id', 'in', matching.pickPage(limit, offset))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const total = await totalOfPage(rows.length, page, () => matching.count())
  return { rows: rows.map(toCheck), total }
}

/** What a check looks at, in the form that is searched; empty for one that looks at nothing. */
export function searchedTarget({ checkType, config }: Pick<CheckRow, 'checkType' | 'config'>): string {
  return foldForSearch(kindOf(checkType).run?.targetOf(config) ?? '')
}

type ReadColumns = Pick<Selectable<Database['checks']>, (typeof checkColumns)[number]>

export function toCheck(row: ReadColumns): CheckRow {
  return {
    id: row.id,
    accountId: row.account_id,
    checkType: row.check_type,
    name: row.name,
    activated: Boolean(row.activated),
    muted: Boolean(row.muted),
    status: statusOf(row.status),
    groupId: row.group_id,
    frequency: row.frequency,
    frequencyOffset: row.frequency_offset,
    config: parseJsonObject(row.config),
    sealedConfig: row.sealed_config,
    sealedSecrets: row.sealed_secrets,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
