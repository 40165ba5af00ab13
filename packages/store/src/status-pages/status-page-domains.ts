import type { Db } from '../engine/database.ts'
import { pageColumns, type PageRow } from './status-pages.ts'

/** What is known of the domain that a page asked for. */
export type DomainState = {
  verifiedAt: number | null
  checkedAt: number | null
  /** Why it is not served, or what its owner should mend; null when all is well, or nobody has looked yet. */
  problem: string | null
}

export type ClaimedDomain = { pageId: string; accountId: string; domain: string; isVerified: boolean }

/** By page, of pages that asked for one. */
export async function domainsOfPages(db: Db, pageIds: readonly string[]): Promise<Map<string, DomainState>> {
  if (pageIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('status_pages')
    .select(['id', 'domain_verified_at', 'domain_checked_at', 'domain_problem'])
    .where('id', 'in', pageIds)
    .where('domain', 'is not', null)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        verifiedAt: row.domain_verified_at,
        checkedAt: row.domain_checked_at,
        problem: row.domain_problem,
      },
    ]),
  )
}

/** `domain` in lower case; null unless it was proven. */
export async function findPageByDomain(db: Db, domain: string): Promise<PageRow | null> {
  const row = await db
    .selectFrom('status_pages')
    .selectAll()
    .where('verified_domain', '=', domain)
    .executeTakeFirst()
  return row === undefined ? null : pageColumns.read(row)
}

/** Every domain that a page asked for, and whether one has proven it. */
export async function statusOfDomains(db: Db): Promise<Map<string, 'proven' | 'claimed'>> {
  const rows = await db
    .selectFrom('status_pages')
    .select(['domain', 'verified_domain'])
    .where('domain', 'is not', null)
    .execute()
  const standing = new Map<string, 'proven' | 'claimed'>()
  for (const { domain, verified_domain: proven } of rows) {
    if (proven !== null) standing.set(proven, 'proven')
    else if (domain !== null && !standing.has(domain)) standing.set(domain, 'claimed')
  }
  return standing
}

/** Those that nobody has looked at since `before`, the longest waiting first. */
export async function dueDomains(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<ClaimedDomain[]> {
  const rows = await db
    .selectFrom('status_pages')
    .select(['id', 'account_id', 'domain', 'verified_domain'])
    .where('domain', 'is not', null)
    .where((builder) =>
      builder.or([builder('domain_checked_at', 'is', null), builder('domain_checked_at', '<=', before)]),
    )
    .orderBy((builder) => builder.fn.coalesce('domain_checked_at', builder.lit(0)))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap((row) =>
    row.domain === null
      ? []
      : [
          {
            pageId: row.id,
            accountId: row.account_id,
            domain: row.domain,
            isVerified: row.verified_domain !== null,
          },
        ],
  )
}

/** What a look at a domain has shown of its proof; UNKNOWN: the DNS did not answer. */
export type DomainProof = 'PROVEN' | 'MISSING' | 'UNKNOWN'

export type DomainCheck = {
  pageId: string
  domain: string
  proof: DomainProof
  problem: string | null
  at: number
}

/**
 * Notes a look. It does nothing when the page has asked for another domain meanwhile, and throws a unique violation
 * when another page has proven it and still does. A page whose own proof is gone makes room.
 */
export async function noteDomainCheck(
  db: Db,
  { pageId, domain, proof, problem, at }: DomainCheck,
): Promise<void> {
  const known = await db
    .selectFrom('status_pages')
    .select(['verified_domain', 'domain_lost_at'])
    .where('id', '=', pageId)
    .where('domain', '=', domain)
    .executeTakeFirst()
  if (known === undefined) return
  const isNew = proof === 'PROVEN' && known.verified_domain === null
  const lostAt = { PROVEN: null, MISSING: known.domain_lost_at ?? at, UNKNOWN: known.domain_lost_at }[proof]
  if (isNew) await makeRoom(db, { pageId, domain, at })
  await db
    .updateTable('status_pages')
    .set({
      domain_checked_at: at,
      domain_problem: problem,
      domain_lost_at: lostAt,
      ...(isNew ? { verified_domain: domain, domain_verified_at: at } : {}),
    })
    .where('id', '=', pageId)
    .where('domain', '=', domain)
    .execute()
}

async function makeRoom(
  db: Db,
  { pageId, domain, at }: { pageId: string; domain: string; at: number },
): Promise<void> {
  await db
    .updateTable('status_pages')
    .set({ verified_domain: null, domain_verified_at: null, domain_checked_at: at })
    .where('verified_domain', '=', domain)
    .where('id', '<>', pageId)
    .where('domain_lost_at', 'is not', null)
    .execute()
}
