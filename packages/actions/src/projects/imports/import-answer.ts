import { isRecord } from '@sonde/ground/is-record.ts'
import type { ImportPlan } from '@sonde/schema/projects/import-plan.ts'
import type { ImportPlanRow } from '@sonde/store/projects/import-plans.ts'

type Planned = Pick<ImportPlan, 'changes' | 'warnings'>

/** The guarantee behind this cast: only an import writes the column, from such changes. */
export function changesIn({ changes }: Pick<ImportPlanRow, 'changes'>): Planned {
  const planned: unknown = JSON.parse(changes)
  if (!isRecord(planned)) throw new Error('the changes of an import are an object')
  return planned as Planned
}

/** Clients take a step for done as soon as its time is there, also when it is null. */
export function importPlanAnswer(row: ImportPlanRow): ImportPlan {
  return {
    id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    ...(row.appliedAt === null ? {} : { appliedAt: new Date(row.appliedAt).toISOString() }),
    ...(row.committedAt === null ? {} : { committedAt: new Date(row.committedAt).toISOString() }),
    ...changesIn(row),
  }
}
