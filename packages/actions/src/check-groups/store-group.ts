import { isDeepStrictEqual } from 'node:util'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { replaceGroupSubscriptions } from '@sonde/store/alerts/alert-subscriptions.ts'
import {
  insertGroup,
  insertGroups,
  updateGroup,
  type CheckGroupRow,
} from '@sonde/store/checks/check-groups.ts'
import { checkIdsOfGroups } from '@sonde/store/checks/group-checks.ts'
import { rewriteGroupLocations } from '@sonde/store/checks/check-private-locations.ts'
import { keysPerStatement } from '@sonde/store/engine/statement-limits.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../action-deps.ts'
import { columnsOf, documentOf, sealedOf, type GroupDocument } from './group-document.ts'
import { keepGroupReferences, requireGroupReferences } from './group-references.ts'

/** Writes a group with all that follows for its checks inside `write`. Who calls tells the scheduler after it. */

type StoreDeps = Pick<ActionDeps, 'store' | 'runs' | 'clock'>

export async function storeNewGroup(
  db: Db,
  { store: { sealer } }: StoreDeps,
  {
    givenId = null,
    accountId,
    version,
    document,
    createdAt,
  }: {
    /** A free number; null lets the database choose. */
    givenId?: number | null
    accountId: string
    version: 1 | 2
    document: GroupDocument
    createdAt: number
  },
): Promise<CheckGroupRow> {
  const locationIds = await requireGroupReferences(db, accountId, document)
  const group = await insertGroup(
    db,
    { ...columnsOf(document), accountId, version, createdAt, updatedAt: null },
    (id) => sealedOf(id, document, sealer),
    givenId,
  )
  await rewriteGroupLocations(db, group, locationIds)
  await replaceGroupSubscriptions(db, group, document.alertChannelSubscriptions ?? [])
  return group
}

/** The same for many of one account, with numbers that nothing else is given. */
export async function storeNewGroups<
  Group extends { id: number; version: 1 | 2; document: GroupDocument; createdAt: number },
>(
  db: Db,
  { store: { sealer } }: StoreDeps,
  accountId: string,
  groups: readonly Group[],
  /** Says which one a refusal is about. */
  naming: (group: Group, work: () => string[]) => string[],
): Promise<void> {
  const references = await keepGroupReferences(
    db,
    accountId,
    groups.map(({ document }) => document),
  )
  const locationIds = new Map(
    groups.map((group) => [group.id, naming(group, () => references.requireOf(group.document))]),
  )
  await insertGroups(
    db,
    groups.map(({ id, version, document, createdAt }) => ({
      ...columnsOf(document),
      id,
      accountId,
      version,
      sealedConfig: sealedOf(id, document, sealer),
      createdAt,
      updatedAt: null,
      subscriptions: document.alertChannelSubscriptions ?? [],
    })),
    (id) => locationIds.get(id) ?? [],
  )
}

/** `before` was read in the same write with `findGroupForUpdate`. */
export async function storeChangedGroup(
  db: Db,
  deps: StoreDeps,
  { before, version, document }: { before: CheckGroupRow; version: 1 | 2; document: GroupDocument },
): Promise<{ after: CheckGroupRow; checkIds: string[] }> {
  const { sealer } = deps.store
  const stored = documentOf(before, sealer)
  const locationIds = await requireGroupReferences(db, before.accountId, document)
  const after: CheckGroupRow = {
    ...before,
    ...columnsOf(document),
    version,
    sealedConfig: sealedOf(before.id, document, sealer),
    // Grows with every accepted write, also when the clock does not.
    updatedAt: nextUpdatedAt(before, deps.clock.now()),
  }
  await updateGroup(db, before, after)
  if (!isDeepStrictEqual(before.config['privateLocations'], after.config['privateLocations'])) {
    await rewriteGroupLocations(db, before, locationIds)
  }
  if (document.alertChannelSubscriptions !== undefined) {
    await replaceGroupSubscriptions(db, before, document.alertChannelSubscriptions ?? [])
  }
  const checkIds = (await checkIdsOfGroups(db, [before.id])).get(before.id) ?? []
  await deps.runs.announceChanges(db, checkIds)
  if (before.activated && !after.activated) await forgetAlerts(db, checkIds)
  const fillsOtherwise = (['environmentVariables', 'apiCheckDefaults'] as const).some(
    (field) => !isDeepStrictEqual(stored[field] ?? null, document[field] ?? null),
  )
  if (fillsOtherwise) await bumpRunContext(db)
  return { after, checkIds }
}

async function forgetAlerts(db: Db, checkIds: readonly string[]): Promise<void> {
  for (const chunk of chunks(checkIds, keysPerStatement)) {
    await resetAlertStates(db, chunk)
  }
}
