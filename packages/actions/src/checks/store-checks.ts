import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { insertChecks, newCheck, type NewCheck } from '@sonde/store/checks/insert-checks.ts'
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

/** As `storeNewCheck`, for many of one account. `naming` says which one a refusal is about. */
export async function storeNewChecks(
  db: Db,
  deps: Pick<ActionDeps, 'runs'>,
  accountId: string,
  checks: readonly PreparedCheck[],
  naming: (check: PreparedCheck, work: () => string[]) => string[],
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
  await deps.runs.announceGroupChange(
    db,
    checks.map(({ rows }) => rows.id),
  )
}
