import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { prepareRowUpdates } from '../engine/change-rows.ts'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

const columns = listColumns('project_resources', {
  projectId: 'project_id',
  type: 'type',
  logicalId: 'logical_id',
  physicalId: 'physical_id',
  isOwner: booleanColumn('is_owner'),
  sourceFile: 'source_file',
  deployedAt: 'deployed_at',
  planId: 'plan_id',
  contentHashes: 'content_hashes',
})

/** What the code calls something of the account, and whether it is the project's own. */
export type BindingRow = RowOf<typeof columns>

export async function bindingsOf(db: Db, projectId: string): Promise<BindingRow[]> {
  const rows = await db
    .selectFrom('project_resources')
    .select(columns.names)
    .where('project_id', '=', projectId)
    .orderBy('type')
    .orderBy('logical_id')
    .execute()
  return rows.map(columns.read)
}

/** Fails with a unique violation when a name, or a thing, is taken. */
export async function insertBindings(db: Db, bindings: readonly BindingRow[]): Promise<void> {
  await insertRows(db, 'project_resources', bindings.map(columns.write))
}

/** An import is over: what it has brought is the project's own from now on. */
export async function settleBindings(db: Db, planId: string): Promise<void> {
  await db.updateTable('project_resources').set({ plan_id: null }).where('plan_id', '=', planId).execute()
}

/** An import is called off: nothing of it belongs to the project any more. */
export async function dropBindings(db: Db, planId: string): Promise<void> {
  await db.deleteFrom('project_resources').where('plan_id', '=', planId).execute()
}

export type NamedBinding = Pick<BindingRow, 'physicalId' | 'logicalId' | 'isOwner' | 'planId'> & {
  accountId: string
  project: { id: string; logicalId: string; name: string }
}

/** The projects that own these things, or refer to them. */
export async function namedBindings(
  db: Db,
  type: string,
  physicalIds: readonly string[],
): Promise<NamedBinding[]> {
  const bindings: NamedBinding[] = []
  for (const chunk of chunks(physicalIds, keysPerStatement)) {
    const rows = await db
      .selectFrom('project_resources as resources')
      .innerJoin('projects', 'projects.id', 'resources.project_id')
      .select(['resources.physical_id', 'resources.logical_id', 'resources.is_owner', 'resources.project_id'])
      .select(['resources.plan_id'])
      .select(['projects.logical_id as project_logical_id', 'projects.name', 'projects.account_id'])
      .where('resources.type', '=', type)
      .where('resources.physical_id', 'in', chunk)
      .orderBy('projects.logical_id')
      .execute()
    bindings.push(
      ...rows.map((row) => ({
        isOwner: Boolean(row.is_owner),
        physicalId: row.physical_id,
        logicalId: row.logical_id,
        planId: row.plan_id,
        accountId: row.account_id,
        project: { id: row.project_id, logicalId: row.project_logical_id, name: row.name },
      })),
    )
  }
  return bindings
}

/** The bindings of a project are these from now on, all deployed at the same time, and no others. */
export async function replaceBindings(
  db: Db,
  projectId: string,
  bindings: readonly BindingRow[],
): Promise<void> {
  const old = await bindingsOf(db, projectId)
  if (old.length === 0) return await insertBindings(db, bindings)
  const wanted = new Map(bindings.map((each) => [identityOf(each), each]))
  const known = new Map(old.map((each) => [identityOf(each), each]))
  await updateHashes(
    db,
    [...wanted].flatMap(([identity, { type, logicalId, contentHashes }]) => {
      const before = known.get(identity)
      if (before === undefined || before.contentHashes === contentHashes) return []
      return [{ project_id: projectId, type, logical_id: logicalId, content_hashes: contentHashes }]
    }),
  )
  const gone = [...known].flatMap(([identity, each]) => (wanted.has(identity) ? [] : [each]))
  for (const [type, some] of Map.groupBy(gone, (each) => each.type)) {
    for (const chunk of chunks(some, keysPerStatement)) {
      await db
        .deleteFrom('project_resources')
        .where('project_id', '=', projectId)
        .where('type', '=', type)
        .where(
          'logical_id',
          'in',
          chunk.map(({ logicalId }) => logicalId),
        )
        .execute()
    }
  }
  // Most of them stay as they are, and no index has to be written for those.
  const [first] = bindings
  if (gone.length < old.length && first !== undefined)
    await db
      .updateTable('project_resources')
      .set({ deployed_at: first.deployedAt })
      .where('project_id', '=', projectId)
      .execute()
  await insertBindings(
    db,
    [...wanted].flatMap(([identity, each]) => (known.has(identity) ? [] : [each])),
  )
}

const updateHashes = prepareRowUpdates('project_resources', ['project_id', 'type', 'logical_id'], {
  project_id: 'uuid',
  type: 'text',
  logical_id: 'text',
  content_hashes: 'text',
})

/** Of all that is in an index, or hardly ever changes. */
function identityOf({ type, logicalId, physicalId, isOwner, sourceFile, planId }: BindingRow): string {
  return JSON.stringify([type, logicalId, physicalId, isOwner, sourceFile, planId])
}
