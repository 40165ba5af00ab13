import { dayMs } from '@sonde/ground/durations.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

/** That a repository was deployed, as somebody told it. */
export type DeploymentRow = {
  id: number
  accountId: string
  repository: string
  sha: string
  environmentName: string | null
  environmentUrl: string | null
  deploymentId: string | null
  createdAt: number
}

/** Once for each commit of a repository: told again, the first record stays. */
export async function recordDeployment(db: Db, deployment: Omit<DeploymentRow, 'id'>): Promise<void> {
  await db
    .insertInto('deployments')
    .values({
      account_id: deployment.accountId,
      repository: deployment.repository,
      sha: deployment.sha,
      environment_name: deployment.environmentName,
      environment_url: deployment.environmentUrl,
      deployment_id: deployment.deploymentId,
      created_at: deployment.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'repository', 'sha']).doNothing())
    .execute()
}

/** Newest first. */
export async function listDeployments(
  db: Db,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<DeploymentRow[]> {
  const id = canonicalUuid(accountId)
  if (id === null) return []
  const rows = await db
    .selectFrom('deployments')
    .selectAll()
    .where('account_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    repository: row.repository,
    sha: row.sha,
    environmentName: row.environment_name,
    environmentUrl: row.environment_url,
    deploymentId: row.deployment_id,
    createdAt: row.created_at,
  }))
}

/** A message that comes again after this is a new one. */
const claimsKeptMs = 90 * dayMs

/** False when somebody else has one of these claims already; then none is taken. Call it inside `write`. */
export async function claimDeployment(
  db: Db,
  { accountId, claims, at }: { accountId: string; claims: readonly string[]; at: number },
): Promise<boolean> {
  await db
    .deleteFrom('deployment_claims')
    .where('account_id', '=', accountId)
    .where('created_at', '<', at - claimsKeptMs)
    .execute()
  const known = await db
    .selectFrom('deployment_claims')
    .select('claim')
    .where('account_id', '=', accountId)
    .where('claim', 'in', claims)
    .executeTakeFirst()
  if (known !== undefined) return false
  // Two at once: the second waits for the first, and its insert says that it was not first.
  const inserted = await db
    .insertInto('deployment_claims')
    .values(claims.map((claim) => ({ account_id: accountId, claim, created_at: at })))
    .onConflict((conflict) => conflict.columns(['account_id', 'claim']).doNothing())
    .returning('claim')
    .execute()
  return inserted.length === claims.length
}

/** Nothing came of it: the next message may try again. */
export async function releaseDeployment(
  db: Db,
  { accountId, claims }: { accountId: string; claims: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('deployment_claims')
    .where('account_id', '=', accountId)
    .where('claim', 'in', claims)
    .execute()
}

export function deploymentSecretContext(accountId: string): string {
  return `deployment_webhooks/${accountId}`
}

/** Sealed for `deploymentSecretContext`; null when the account has none. */
export async function findDeploymentSecret(db: Db, accountId: string): Promise<string | null> {
  const id = canonicalUuid(accountId)
  if (id === null) return null
  const row = await db
    .selectFrom('deployment_webhooks')
    .select('sealed_secret')
    .where('account_id', '=', id)
    .executeTakeFirst()
  return row?.sealed_secret ?? null
}

/** Takes the place of the one before. */
export async function putDeploymentSecret(
  db: Db,
  { accountId, sealedSecret, at }: { accountId: string; sealedSecret: string; at: number },
): Promise<void> {
  await db
    .insertInto('deployment_webhooks')
    .values({ account_id: accountId, sealed_secret: sealedSecret, created_at: at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ sealed_secret: sealedSecret, created_at: at }),
    )
    .execute()
}
