import type { MaintenanceWindow } from '@sonde/schema/alerts/maintenance-window.ts'
import type { MaintenanceWindowRow } from '@sonde/store/maintenance/maintenance-windows.ts'

export function windowAnswer(row: MaintenanceWindowRow): MaintenanceWindow {
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
    projectBindings: { owner: null, references: [] },
  }
}
