import type { MaintenanceWindow } from '@sonde/schema/alerts/maintenance-window.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'
import { noBindings, shownBindings } from '../projects/shown-bindings.ts'
import { windowDocument } from './window-document.ts'

/** Those that are stored, with the projects of code that they belong to. */
export async function windowAnswers(
  db: Db,
  rows: readonly MaintenanceWindowRow[],
): Promise<MaintenanceWindow[]> {
  const bindings = await shownBindings(
    db,
    'maintenance-window',
    rows.map(({ id }) => id),
  )
  return rows.map((row) => windowAnswer(row, bindings(row.id)))
}

export function windowAnswer(row: MaintenanceWindowRow, bindings = noBindings): MaintenanceWindow {
  return {
    id: row.id,
    ...windowDocument(row),
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
    ...bindings,
  }
}
