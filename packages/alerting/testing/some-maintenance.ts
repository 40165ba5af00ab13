import type { StatusPageVisibility } from '@sonde/schema/alerts/maintenance-window.ts'
import type {
  MaintenanceWindowConfig,
  MaintenanceWindowRow,
} from '@sonde/store/maintenance/maintenance-windows.ts'
import type { MaintenanceRow } from '@sonde/store/maintenance/maintenances.ts'

const hidden: StatusPageVisibility = {
  enabled: false,
  severity: null,
  affectAllServices: false,
  suppressAutoIncidents: false,
  notifyOnStart: false,
  notifyOnEnd: false,
  reminderMinutesBefore: [],
  autoStart: true,
  autoEnd: true,
  showAffectedServices: true,
  statusPageIds: [],
  serviceIds: [],
}

export type SomeWindow = Partial<Omit<MaintenanceWindowConfig, 'statusPageVisibility'>> & {
  startsAt: number
  endsAt: number
  visibility?: Partial<StatusPageVisibility>
}

export function someWindow(
  accountId: string,
  { startsAt, endsAt, visibility = {}, ...config }: SomeWindow,
): Omit<MaintenanceWindowRow, 'id'> {
  return {
    accountId,
    name: 'Upgrade',
    startsAt,
    endsAt,
    config: {
      description: null,
      repeatInterval: null,
      repeatUnit: null,
      repeatEndsAt: null,
      timezone: null,
      tags: [],
      pauseAllChecks: false,
      silenceAlertsTags: [],
      silenceAllAlerts: false,
      silenceCheckIds: [],
      silenceGroupIds: [],
      pauseCheckIds: [],
      pauseGroupIds: [],
      ...config,
      statusPageVisibility: { ...hidden, ...visibility },
    },
    createdAt: 0,
    updatedAt: null,
  }
}

export function someMaintenance(
  fields: Partial<MaintenanceRow> & Pick<MaintenanceRow, 'startsAt' | 'endsAt'>,
): MaintenanceRow {
  return {
    id: '0198c0de-0000-7000-8000-000000000001',
    windowId: 1,
    accountId: '0198c0de-0000-7000-8000-00000000000a',
    plannedAt: fields.startsAt,
    status: 'SCHEDULED',
    beganAt: null,
    endedAt: null,
    isMoved: false,
    isDeleted: false,
    reminded: [],
    createdAt: 0,
    updatedAt: null,
    ...fields,
  }
}
