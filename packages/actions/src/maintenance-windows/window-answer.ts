import type { MaintenanceWindow } from '@sonde/schema/alerts/maintenance-window.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'
import { noBindings, shownBindings } from '../projects/shown-bindings.ts'

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
  const { config } = row
  return {
    id: row.id,
    name: row.name,
    tags: config.tags,
    startsAt: new Date(row.startsAt).toISOString(),
    endsAt: new Date(row.endsAt).toISOString(),
    repeatInterval: config.repeatInterval,
    repeatUnit: config.repeatUnit,
    repeatEndsAt: config.repeatEndsAt === null ? null : new Date(config.repeatEndsAt).toISOString(),
    timezone: config.timezone,
    description: config.description,
    statusPageVisibility: config.statusPageVisibility,
    pauseAllChecks: config.pauseAllChecks,
    silenceAlertsTags: config.silenceAlertsTags,
    silenceAllAlerts: config.silenceAllAlerts,
    silenceCheckIds: config.silenceCheckIds,
    silenceGroupIds: config.silenceGroupIds,
    pauseCheckIds: config.pauseCheckIds,
    pauseGroupIds: config.pauseGroupIds,
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
    ...bindings,
  }
}
