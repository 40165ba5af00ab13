import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { listColumns, type RowOf } from '../engine/column-list.ts'

const columns = listColumns('projects', {
  id: 'id',
  accountId: 'account_id',
  logicalId: 'logical_id',
  name: 'name',
  repoUrl: 'repo_url',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
})

/** Code of a team that some things of the account are deployed from. */
export type ProjectRow = RowOf<typeof columns>

export async function findProject(
  db: Db,
  { accountId, logicalId }: Pick<ProjectRow, 'accountId' | 'logicalId'>,
): Promise<ProjectRow | null> {
  const row = await db
    .selectFrom('projects')
    .select(columns.names)
    .where('account_id', '=', accountId)
    .where('logical_id', '=', logicalId)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

export async function findProjectById(
  db: Db,
  { accountId, id }: Pick<ProjectRow, 'accountId' | 'id'>,
): Promise<ProjectRow | null> {
  const row = await db
    .selectFrom('projects')
    .select(columns.names)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : columns.read(row)
}

/** Fails with a unique violation when another project of the account is called so. */
export async function insertProject(db: Db, project: ProjectRow): Promise<void> {
  await db.insertInto('projects').values(columns.write(project)).execute()
}

export async function updateProject(
  db: Db,
  { id, name, repoUrl, updatedAt }: Pick<ProjectRow, 'id' | 'name' | 'repoUrl' | 'updatedAt'>,
): Promise<void> {
  await db
    .updateTable('projects')
    .set({ name, repo_url: repoUrl, updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
}

/** With its bindings. */
export async function deleteProject(db: Db, id: string): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', id).execute()
}

export type ListedProject = ProjectRow & {
  resources: number
  lastDeployment: { id: string; status: string; createdAt: number } | null
}

/** Of an account, by their names, with how many things each owns and how it was last deployed. */
export async function listProjects(
  db: Db,
  { accountId, limit, offset }: { accountId: string; limit: number; offset: number },
): Promise<{ rows: ListedProject[]; total: number }> {
  const rows = await db
    .selectFrom('projects')
    .select(columns.names)
    .select((builder) => [
      builder
        .selectFrom('project_resources as resources')
        .whereRef('resources.project_id', '=', 'projects.id')
        .where('resources.is_owner', '=', true)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('resources'),
      sql<string | null>`(
        select deployments.id from project_deployments as deployments
        where deployments.account_id = projects.account_id and deployments.logical_id = projects.logical_id
        order by deployments.created_at desc limit 1)`.as('last_id'),
    ])
    .where('account_id', '=', accountId)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = rows.flatMap(({ last_id: id }) => id ?? [])
  const deployments =
    ids.length === 0
      ? []
      : await db
          .selectFrom('project_deployments')
          .select(['id', 'status', 'created_at'])
          .where('id', 'in', ids)
          .execute()
  const byId = new Map(deployments.map((row) => [row.id, row]))
  const { total } = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return {
    rows: rows.map(({ resources, last_id: lastId, ...row }) => {
      const last = byId.get(lastId ?? '')
      return {
        ...columns.read(row),
        resources: Number(resources ?? 0),
        lastDeployment:
          last === undefined ? null : { id: last.id, status: last.status, createdAt: last.created_at },
      }
    }),
    total: Number(total),
  }
}
