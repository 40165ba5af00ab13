import { chunks } from '@sonde/ground/chunks.ts'
import type { Db } from '../engine/database.ts'
import { booleanColumn, listColumns, type RowOf } from '../engine/column-list.ts'
import { keysPerStatement, rowsPerStatement } from '../engine/statement-limits.ts'

const columns = listColumns('project_resources', {
  projectId: 'project_id',
  type: 'type',
  logicalId: 'logical_id',
  physicalId: 'physical_id',
  isOwner: booleanColumn('is_owner'),
  sourceFile: 'source_file',
  deployedAt: 'deployed_at',
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

export type NamedBinding = Pick<BindingRow, 'physicalId' | 'logicalId' | 'isOwner'> & {
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
      .select(['projects.logical_id as project_logical_id', 'projects.name'])
      .where('resources.type', '=', type)
      .where('resources.physical_id', 'in', chunk)
      .orderBy('projects.logical_id')
      .execute()
    bindings.push(
      ...rows.map((row) => ({
        isOwner: Boolean(row.is_owner),
        physicalId: row.physical_id,
        logicalId: row.logical_id,
        project: { id: row.project_id, logicalId: row.project_logical_id, name: row.name },
      })),
    )
  }
  return bindings
}

/** The bindings of a project are these from now on, and no others. */
export async function replaceBindings(
  db: Db,
  projectId: string,
  bindings: readonly BindingRow[],
): Promise<void> {
  await db.deleteFrom('project_resources').where('project_id', '=', projectId).execute()
  for (const chunk of chunks(bindings, rowsPerStatement)) {
    await db.insertInto('project_resources').values(chunk.map(columns.write)).execute()
  }
}
