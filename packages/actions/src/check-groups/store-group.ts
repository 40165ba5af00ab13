import { isDeepStrictEqual } from 'node:util'
import { resetAlertStates } from '@sonde/alerting/raise/deactivation.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import {
  replaceGroupSubscriptions,
  replaceSubscriptionsOfGroups,
} from '@sonde/store/alerts/alert-subscriptions.ts'
import {
  insertGroup,
  insertGroups,
  updateGroups,
  type CheckGroupRow,
} from '@sonde/store/checks/check-groups.ts'
import { checkIdsOfGroups } from '@sonde/store/checks/group-checks.ts'
import {
  rewriteGroupLocations,
  rewriteLocationsOfGroups,
} from '@sonde/store/checks/check-private-locations.ts'
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
    accountId,
    version,
    document,
    createdAt,
  }: {
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

type GroupChange = { before: CheckGroupRow; version: 1 | 2; document: GroupDocument }

/** `before` was read in the same write with `findGroupForUpdate`. */
export async function storeChangedGroup(
  db: Db,
  deps: StoreDeps,
  change: GroupChange,
): Promise<{ after: CheckGroupRow; checkIds: string[] }> {
  const { accountId } = change.before
  const { groups, checkIds } = await storeChangedGroups(db, deps, accountId, [change], {
    naming: (_, work) => work(),
    contextChanged: () => bumpRunContext(db),
  })
  const [after] = groups
  if (after === undefined) throw new Error('one group was changed')
  return { after, checkIds }
}

/** The same for many of one account, which were locked in the same write with their checks. */
export async function storeChangedGroups<Change extends GroupChange>(
  db: Db,
  deps: StoreDeps,
  accountId: string,
  changes: readonly Change[],
  {
    naming,
    contextChanged,
  }: {
    /** Says which one a refusal is about. */
    naming: <Result>(change: Change, work: () => Result) => Result
    /** As that of `storeChangedChecks`. */
    contextChanged(): Promise<void> | void
  },
): Promise<{ groups: CheckGroupRow[]; checkIds: string[] }> {
  const { sealer } = deps.store
  const documents = changes.map(({ document }) => document)
  const references = await keepGroupReferences(db, accountId, documents)
  const now = deps.clock.now()
  const written = changes.map((change) =>
    naming(change, () => {
      const { before, version, document } = change
      const stored = documentOf(before, sealer)
      const after: CheckGroupRow = {
        ...before,
        ...columnsOf(document),
        version,
        sealedConfig: sealedOf(before.id, document, sealer),
        // Grows with every accepted write, also when the clock does not.
        updatedAt: nextUpdatedAt(before, now),
      }
      const fillsOtherwise = (['environmentVariables', 'apiCheckDefaults'] as const).some(
        (field) => !isDeepStrictEqual(stored[field] ?? null, document[field] ?? null),
      )
      return { before, after, document, fillsOtherwise, locationIds: references.requireOf(document) }
    }),
  )
  await updateGroups(db, written)
  await rewriteLocationsOfGroups(
    db,
    written.flatMap(({ before, after, locationIds }) =>
      isDeepStrictEqual(before.config['privateLocations'], after.config['privateLocations'])
        ? []
        : [{ ...before, locationIds }],
    ),
  )
  await replaceSubscriptionsOfGroups(
    db,
    written.flatMap(({ before, document: { alertChannelSubscriptions: list } }) =>
      list === undefined ? [] : [{ ...before, list: list ?? [] }],
    ),
  )
  const members = await checkIdsOfGroups(
    db,
    written.map(({ before }) => before.id),
  )
  const checkIds = [...members.values()].flat()
  await deps.runs.announceChanges(db, checkIds)
  await forgetAlerts(
    db,
    written.flatMap(({ before, after }) =>
      before.activated && !after.activated ? (members.get(before.id) ?? []) : [],
    ),
  )
  if (written.some(({ fillsOtherwise }) => fillsOtherwise)) await contextChanged()
  return { groups: written.map(({ after }) => after), checkIds }
}

async function forgetAlerts(db: Db, checkIds: readonly string[]): Promise<void> {
  for (const chunk of chunks(checkIds, keysPerStatement)) {
    await resetAlertStates(db, chunk)
  }
}
