import { typesThatNeed } from '@sonde/schema/check-types/check-kinds.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { sql } from 'kysely'
import { lockAccount } from '../accounts/accounts.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'
import type { Database, Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import type { Sealer } from '../installation/sealer.ts'
import { canonicalUuid } from '../engine/uuid.ts'

const columns = listColumns('client_certificates', {
  id: 'id',
  accountId: 'account_id',
  /** A name, or all names one label below it (`*.example.com`). */
  host: 'host',
  /** PEM: the certificate, and those that lead to its authority. */
  cert: 'cert',
  /** PEM of authorities to trust beside the usual ones. */
  ca: 'ca',
  /** JSON of `CertificateKey`, sealed with `certificateSealContext`. */
  keySealed: 'key_sealed',
  createdAt: 'created_at',
})

/** What the checks of an account show to servers that ask for a certificate. */
export type ClientCertificateRow = RowOf<typeof columns>

/** The private half. */
export type CertificateKey = { key: string | null; passphrase: string | null }

type CertificateId = { accountId: string; id: string }

export function certificateSealContext(id: string): string {
  return `client_certificates/${id}`
}

export function sealCertificateKey(id: string, { key, passphrase }: CertificateKey, sealer: Sealer): string {
  return sealer.seal(JSON.stringify({ key, passphrase }), certificateSealContext(id))
}

export function openCertificateKey(
  { id, keySealed }: Pick<ClientCertificateRow, 'id' | 'keySealed'>,
  sealer: Sealer,
): CertificateKey {
  const opened: unknown = JSON.parse(sealer.open(keySealed, certificateSealContext(id)))
  const { key, passphrase } = isRecord(opened) ? opened : {}
  return {
    key: typeof key === 'string' ? key : null,
    passphrase: typeof passphrase === 'string' ? passphrase : null,
  }
}

export async function insertClientCertificate(db: Db, certificate: ClientCertificateRow): Promise<void> {
  await db.insertInto('client_certificates').values(columns.write(certificate)).execute()
}

/** Another certificate under the same id: monitors that name it show this one from now on. */
export async function replaceClientCertificate(
  db: Db,
  { id, accountId, host, cert, ca, keySealed }: Omit<ClientCertificateRow, 'createdAt'>,
): Promise<void> {
  await db
    .updateTable('client_certificates')
    .set({ host, cert, ca, key_sealed: keySealed })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}

/** How many the account has. Inside `write`: nobody else who asks this way adds one until the write ends. */
export async function countCertificatesToAdd(db: Db, accountId: string): Promise<number> {
  await lockAccount(db, accountId)
  return await countCertificates(db, accountId)
}

export async function countCertificates(db: Db, accountId: string): Promise<number> {
  const { total } = await db
    .selectFrom('client_certificates')
    .select((builder) => builder.fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function findClientCertificate(
  db: Db,
  key: CertificateId,
): Promise<ClientCertificateRow | null> {
  const row = await selectCertificate(db, key)?.executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** Whether the account has such a certificate. Inside `write`, it is not deleted until the write ends. */
export async function keepClientCertificate(db: Db, key: CertificateId): Promise<boolean> {
  const query = selectCertificate(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forKeyShare())?.executeTakeFirst()
  return row !== undefined
}

/** All of an account with their keys, oldest first: for runs. */
export async function clientCertificatesOf(
  db: Db,
  sealer: Sealer,
  accountId: string,
): Promise<RunCertificate[]> {
  const rows = (await listClientCertificates(db, accountId)).toReversed()
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    cert: row.cert,
    ca: row.ca,
    ...openCertificateKey(row, sealer),
  }))
}

/** Newest first. */
export async function listClientCertificates(db: Db, accountId: string): Promise<ClientCertificateRow[]> {
  const account = canonicalUuid(accountId)
  if (account === null) return []
  const rows = await db
    .selectFrom('client_certificates')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(columns.read)
}

/** `used`: a monitor names it, and it stays. Inside `write`: no monitor comes to name it meanwhile. */
export async function deleteClientCertificate(
  db: Db,
  key: CertificateId,
): Promise<'deleted' | 'used' | 'unknown'> {
  const query = selectCertificate(db, key)
  const row = await (query === null || isSqlite(db) ? query : query.forUpdate())?.executeTakeFirst()
  if (row === undefined) return 'unknown'
  if (await isNamed(db, row)) return 'used'
  await db.deleteFrom('client_certificates').where('id', '=', row.id).execute()
  return 'deleted'
}

async function isNamed(db: Db, { id, account_id: accountId }: Database['client_certificates']) {
  const named = isSqlite(db)
    ? sql<string>`json_extract(config, '$.request.sslClientCertificateId')`
    : sql<string>`config::jsonb #>> '{request,sslClientCertificateId}'`
  const check = await db
    .selectFrom('checks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('check_type', 'in', typesThatNeed('namedClientCertificate'))
    .where(sql<string>`lower(${named})`, '=', id)
    .limit(1)
    .executeTakeFirst()
  return check !== undefined
}

function selectCertificate(db: Db, key: CertificateId) {
  const [accountId, id] = [canonicalUuid(key.accountId), canonicalUuid(key.id)]
  if (accountId === null || id === null) return null
  return db
    .selectFrom('client_certificates')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
}
