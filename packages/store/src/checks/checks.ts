import { chunks } from '@sonde/ground/chunks.ts'
import { isPingedType, kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { goldenFilesIn } from '@sonde/schema/check-types/browser/golden-files.ts'
import { bundleIn } from '@sonde/schema/check-types/suite/bundle-key.ts'
import { ownCode } from '@sonde/schema/checks/written-scripts.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import { useBundleOfCheck } from '../artifacts/code-bundles.ts'
import { referToGoldenFiles } from '../artifacts/golden-files.ts'
import { insertCheckState, lockStateOfCheck, lockStatesInOrder } from './check-states.ts'
import { certificateDomainOf } from './certificate-domains.ts'
import { insertTags, tagsOf } from './check-tags.ts'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { insertHeartbeat } from '../heartbeats/heartbeats.ts'
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
  await insertTags(db, check, tagsOf(check.config))
  await insertCheckState(db, { ...check, certificateDomain: certificateDomainOf(check) })
  const owner = { accountId: check.accountId, kind: 'check' as const, id: check.id }
  const [code, goldenHashes] = [ownCode(check.config), goldenHashesIn(check.config)]
  if (code.length > 0) await keepCode(db, owner, code, check.createdAt)
  if (goldenHashes.length > 0) await referToGoldenFiles(db, owner, goldenHashes, check.createdAt)
  const bundle = bundleIn(check.config)
  if (bundle !== null) await useBundleOfCheck(db, owner, bundle.sha256, check.createdAt)
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

/** The same for many that the caller knows already, with nothing read. */
export async function lockChecks(db: Db, ids: readonly string[]): Promise<void> {
  await lockStatesInOrder(db, ids)
  if (ids.length === 0 || isSqlite(db)) return
  await sql`select id from checks where id = any(${[...ids]}::uuid[]) order by id for update`.execute(db)
}

async function findBy(query: typeof selectCheck, db: Db, key: CheckKey): Promise<CheckRow | null> {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  const row = (await query(db, { accountId, id })).rows[0]
  return row === undefined ? null : toCheck(row)
}

export function goldenHashesIn(config: JsonObject): string[] {
  return goldenFilesIn(config).map(({ sha256 }) => sha256)
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
