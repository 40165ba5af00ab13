import { isDeepStrictEqual } from 'node:util'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { replaceSubscriptionsOfChecks } from '@sonde/store/alerts/alert-subscriptions.ts'
import { clearCertificateExpiry } from '@sonde/store/alerts/certificate-expiry.ts'
import { groupsByIds } from '@sonde/store/checks/check-groups.ts'
import { rewriteLocationsOfChecks } from '@sonde/store/checks/check-private-locations.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { insertChecks, newCheck, type NewCheck } from '@sonde/store/checks/insert-checks.ts'
import { changeOf, updateChecks, type CheckChange } from '@sonde/store/checks/update-checks.ts'
import { keysPerStatement } from '@sonde/store/engine/statement-limits.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import type { ActionDeps } from '../action-deps.ts'
import { columnsOf, type CheckDocument } from './check-document.ts'
import { keepReferences } from './check-references.ts'

/** A new check whose rows are made and not yet written. */
export type PreparedCheck = { document: CheckDocument; rows: NewCheck }

/** Before the write: to seal and to pack thousands of checks takes longer than to write them. */
export function prepareCheck(
  sealer: Sealer,
  {
    id,
    accountId,
    kind,
    document,
    createdAt,
  }: { id: string; accountId: string; kind: CheckKind; document: CheckDocument; createdAt: number },
): PreparedCheck {
  const { checkType } = kind
  const rows = newCheck(
    {
      id,
      accountId,
      checkType,
      status: null,
      createdAt,
      updatedAt: null,
      ...columnsOf({ id, checkType }, document, sealer),
    },
    document.alertChannelSubscriptions ?? [],
  )
  return { document, rows }
}

type StoreOptions<Check> = {
  /** Says which one a refusal is about. */
  naming(check: Check, work: () => string[]): string[]
  /** See `FirstRuns`. */
  startsAtOnce: boolean
}

type ChangeOptions<Check> = StoreOptions<Check> & {
  /** What runs are filled with is different: `bumpRunContext`, at once or as the last step of a longer write. */
  contextChanged(): Promise<void> | void
}

/** As `storeNewCheck`, for many of one account. */
export async function storeNewChecks<Check extends PreparedCheck>(
  db: Db,
  deps: Pick<ActionDeps, 'runs'>,
  accountId: string,
  checks: readonly Check[],
  { naming, startsAtOnce }: StoreOptions<Check>,
): Promise<void> {
  if (checks.length === 0) return
  const references = await keepReferences(
    db,
    accountId,
    checks.map(({ document }) => document),
  )
  const locationIds = new Map(
    checks.map((check) => [check.rows.id, naming(check, () => references.requireOf(check.document))]),
  )
  await insertChecks(
    db,
    checks.map(({ rows }) => rows),
    (id) => locationIds.get(id) ?? [],
  )
  await deps.runs.announceChanges(
    db,
    checks.map(({ rows }) => rows.id),
    { startsAtOnce },
  )
}

/** A changed check whose rows are made and not yet written. */
export type PreparedChange = {
  document: CheckDocument
  before: CheckRow
  after: CheckRow
  change: CheckChange
  hasMoved: boolean
  hasOtherVariables: boolean
}

/** Before the write too: `before` must be compared with what is stored, or locked, when it is written. */
export function prepareChange(
  sealer: Sealer,
  {
    kind,
    before,
    environmentVariables,
    document,
    at,
  }: {
    kind: CheckKind
    before: CheckRow
    /** Those that it had. */
    environmentVariables: unknown
    document: CheckDocument
    at: number
  },
): PreparedChange {
  const after: CheckRow = {
    ...before,
    ...columnsOf(before, document, sealer),
    // Grows with every accepted write, also when the clock does not.
    updatedAt: nextUpdatedAt(before, at),
  }
  const domainOf =
    kind.run?.ownCertificate === undefined ? kind.run?.certificate?.domainOf : kind.run.targetOf
  return {
    document,
    before,
    after,
    change: changeOf(before, after),
    hasMoved: domainOf !== undefined && domainOf(before.config) !== domainOf(after.config),
    hasOtherVariables:
      before.groupId !== after.groupId ||
      !isDeepStrictEqual(environmentVariables ?? null, document.environmentVariables ?? null),
  }
}

/**
 * As `storeChangedCheck`, for many of one account, whose states and rows were locked in the same write. False when one of
 * them is gone: then not all is written.
 */
export async function storeChangedChecks<Check extends PreparedChange>(
  db: Db,
  deps: Pick<ActionDeps, 'runs'>,
  accountId: string,
  checks: readonly Check[],
  { naming, startsAtOnce, contextChanged }: ChangeOptions<Check>,
): Promise<boolean> {
  if (checks.length === 0) return true
  const documents = checks.map(({ document }) => document)
  const references = await keepReferences(db, accountId, documents)
  const locationIds = checks.map((check) => naming(check, () => references.requireOf(check.document)))
  if (
    !(await updateChecks(
      db,
      checks.map(({ change }) => change),
    ))
  )
    return false
  const idsOf = (some: readonly PreparedChange[]) => some.map(({ before }) => before.id)
  await deps.runs.announceChanges(db, idsOf(checks), { startsAtOnce })
  const stopped = await stoppedAmong(db, accountId, checks)
  for (const chunk of chunks(idsOf(stopped), keysPerStatement)) await resetAlertStates(db, chunk)
  await clearCertificateExpiry(db, idsOf(checks.filter(({ hasMoved }) => hasMoved)))
  await rewriteLocationsOfChecks(
    db,
    checks.flatMap(({ before, after }, index) =>
      isDeepStrictEqual(before.config['privateLocations'], after.config['privateLocations'])
        ? []
        : [{ ...before, locationIds: locationIds[index] ?? [] }],
    ),
  )
  await replaceSubscriptionsOfChecks(
    db,
    checks.flatMap(({ before, document: { alertChannelSubscriptions: list } }) =>
      list ? [{ ...before, list }] : [],
    ),
  )
  if (checks.some(({ hasOtherVariables }) => hasOtherVariables)) await contextChanged()
  return true
}

/** Those that run no more, by themselves or by the groups that they have joined. */
async function stoppedAmong(
  db: Db,
  accountId: string,
  checks: readonly PreparedChange[],
): Promise<PreparedChange[]> {
  const running = checks.filter(({ before }) => before.activated)
  const joined = running.flatMap(({ before, after: { activated, groupId } }) =>
    activated && groupId !== null && groupId !== before.groupId ? [groupId] : [],
  )
  const groups = await groupsByIds(db, { accountId, ids: joined })
  return running.filter(({ before, after: { activated, groupId } }) => {
    if (!activated) return true
    if (groupId === null || groupId === before.groupId) return false
    return groups.get(groupId)?.activated === false
  })
}
