import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { isSqlite } from '../engine/engine-of.ts'
import { prepareQuery } from '../engine/prepared-query.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** The host whose certificate a check depends on; null when it depends on none. */
export function certificateDomainOf(check: { checkType: CheckType; config: unknown }): string | null {
  return kindOf(check.checkType).run?.certificate?.domainOf(check.config) ?? null
}

const setDomain = prepareQuery((db, { no, domain }: { no: number; domain: string | null }) =>
  db.updateTable('check_states').set({ certificate_domain: domain }).where('no', '=', no),
)

/** Notes the hosts of many checks, by their numbers. */
export async function setCertificateDomains(
  db: Db,
  domains: readonly { no: number; domain: string | null }[],
): Promise<void> {
  if (isSqlite(db)) {
    for (const { no, domain } of domains) await setDomain(db, { no, domain })
    return
  }
  await sql`
    update check_states set certificate_domain = new.domain
    from json_to_recordset(${JSON.stringify(domains)}::json) as new(no bigint, domain text)
    where check_states.no = new.no`.execute(db)
}

/** The numbers of the checks of an account that depend on the certificate of this host, whether or not they run. */
export async function checksOfDomain(db: Db, key: { accountId: string; domain: string }): Promise<number[]> {
  const accountId = canonicalUuid(key.accountId)
  if (accountId === null) return []
  const rows = await db
    .selectFrom('check_states')
    .select('no')
    .where('account_id', '=', accountId)
    .where('certificate_domain', '=', key.domain)
    .orderBy('no')
    .execute()
  return rows.map(({ no }) => no)
}
