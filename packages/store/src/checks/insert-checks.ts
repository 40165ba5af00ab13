import { isPingedType } from '@sonde/schema/check-types/check-kinds.ts'
import { bundleIn } from '@sonde/schema/check-types/suite/bundle-key.ts'
import { heartbeatOf } from '@sonde/schema/check-types/heartbeat/document.ts'
import { ownCode } from '@sonde/schema/checks/written-scripts.ts'
import type { Insertable } from 'kysely'
import { insertSubscriptions, type Subscription } from '../alerts/alert-subscriptions.ts'
import type { Database, Db } from '../engine/database.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { newHeartbeatColumns } from '../heartbeats/heartbeats.ts'
import { useBundleOfCheck } from '../artifacts/code-bundles.ts'
import { referToGoldenFiles } from '../artifacts/golden-files.ts'
import { keepCode } from '../variables/code-files.ts'
import { certificateDomainOf } from './certificate-domains.ts'
import { tagsOf } from './check-tags.ts'
import { type CheckRow, goldenHashesIn, newCheckColumns } from './checks.ts'

/** A new check with all of its rows. They are made before the write: there it costs what the database costs. */
export type NewCheck = {
  id: string
  accountId: string
  createdAt: number
  columns: Insertable<Database['checks']>
  tags: Insertable<Database['check_tags']>[]
  certificateDomain: string | null
  pingToken: string | null
  code: string[]
  goldenHashes: string[]
  bundleHash: string | null
  subscriptions: readonly Subscription[]
}

export function newCheck(check: CheckRow, subscriptions: readonly Subscription[]): NewCheck {
  const { id, accountId, createdAt, config } = check
  return {
    id,
    accountId,
    createdAt,
    columns: newCheckColumns(check),
    tags: tagsOf(config).map((tag) => ({
      check_id: id,
      account_id: accountId,
      tag,
      check_created_at: createdAt,
    })),
    certificateDomain: certificateDomainOf(check),
    pingToken: isPingedType(check.checkType) ? heartbeatOf(config).pingToken : null,
    code: ownCode(config),
    goldenHashes: goldenHashesIn(config),
    bundleHash: bundleIn(config)?.sha256 ?? null,
    subscriptions,
  }
}

/**
 * As `insertCheck` with the subscriptions and private locations of each, for thousands at once. Fails with a unique
 * violation when a ping token is taken.
 */
export async function insertChecks(
  db: Db,
  checks: readonly NewCheck[],
  locationIdsOf: (checkId: string) => readonly string[],
): Promise<void> {
  await insertRows(
    db,
    'checks',
    checks.map(({ columns }) => columns),
  )
  await insertRows(
    db,
    'check_tags',
    checks.flatMap(({ tags }) => tags),
  )
  await insertRows(
    db,
    'check_states',
    checks.map(({ id, accountId, certificateDomain }) => ({
      check_id: id,
      account_id: accountId,
      certificate_domain: certificateDomain,
    })),
  )
  await insertRows(
    db,
    'heartbeats',
    checks.flatMap(({ id, accountId, pingToken }) =>
      pingToken === null ? [] : [newHeartbeatColumns({ checkId: id, accountId, pingToken })],
    ),
  )
  for (const { id, accountId, code, goldenHashes, bundleHash, createdAt } of checks) {
    const owner = { accountId, kind: 'check' as const, id }
    if (code.length > 0) await keepCode(db, owner, code, createdAt)
    if (goldenHashes.length > 0) await referToGoldenFiles(db, owner, goldenHashes, createdAt)
    if (bundleHash !== null) await useBundleOfCheck(db, owner, bundleHash, createdAt)
  }
  await insertRows(
    db,
    'check_private_locations',
    checks.flatMap(({ id, accountId }) =>
      locationIdsOf(id).map((locationId) => ({
        check_id: id,
        account_id: accountId,
        private_location_id: locationId,
      })),
    ),
  )
  await insertSubscriptions(
    db,
    checks.flatMap(({ id, accountId, subscriptions }) =>
      subscriptions.map(({ alertChannelId, activated }) => ({
        accountId,
        channelId: alertChannelId,
        checkId: id,
        groupId: null,
        activated,
      })),
    ),
  )
}
