import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/** What a dashboard tells about trouble. It has nothing to do with the incidents of status pages. */

export const incidentImpacts = ['MAINTENANCE', 'MAJOR', 'MINOR'] as const
export type IncidentImpact = (typeof incidentImpacts)[number]

export const dashboardIncidentStatuses = [
  'INVESTIGATING',
  'IDENTIFIED',
  'MONITORING',
  'RESOLVED',
  'MAINTENANCE',
] as const
export type DashboardIncidentStatus = (typeof dashboardIncidentStatuses)[number]

const impact = component('DashboardIncidentImpact', OneOf(incidentImpacts))
const status = component('DashboardIncidentStatus', OneOf(dashboardIncidentStatuses))
const description = Type.String({ minLength: 1, maxLength: 20_000, description: 'Text shown to visitors.' })

const written = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  startedAt: Type.Optional(Nullable(Timestamp(), { description: 'Null: the time of its creation.' })),
  stoppedAt: Type.Optional(
    Nullable(Timestamp(), { description: 'Null: the time of the update that resolves it.' }),
  ),
}

export const DashboardIncidentUpdateCreate = component(
  'DashboardIncidentUpdateCreate',
  Type.Object({ status, description }),
)
export type DashboardIncidentUpdateCreate = Static<typeof DashboardIncidentUpdateCreate>

export const DashboardIncidentUpdateChange = component(
  'DashboardIncidentUpdateChange',
  Type.Object({ description }),
)
export type DashboardIncidentUpdateChange = Static<typeof DashboardIncidentUpdateChange>

export const DashboardIncidentCreate = component(
  'DashboardIncidentCreate',
  Type.Object({
    ...written,
    impact: Type.Optional(OneOf(incidentImpacts, { default: 'MINOR' })),
    dashboardId: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The number of a dashboard, its `id`.',
    }),
    incidentUpdates: Type.Array(DashboardIncidentUpdateCreate, { minItems: 1, maxItems: 1 }),
  }),
)
export type DashboardIncidentCreate = Static<typeof DashboardIncidentCreate>

export const DashboardIncidentChange = component(
  'DashboardIncidentChange',
  Type.Object({ ...written, impact }),
)
export type DashboardIncidentChange = Static<typeof DashboardIncidentChange>

const times = { id: Uuid(), created_at: Timestamp(), updated_at: Nullable(Timestamp()) }

const shownUpdate = { ...times, status, description: Type.String() }
const listedUpdate = component('DashboardIncidentUpdate', Type.Object(shownUpdate))

export const DashboardIncidentUpdate = component(
  'DashboardIncidentUpdateAlone',
  Type.Object({ ...shownUpdate, incidentId: Uuid() }),
)
export type DashboardIncidentUpdate = Static<typeof DashboardIncidentUpdate>

const shown = {
  ...times,
  name: Type.String(),
  impact,
  startedAt: Nullable(Timestamp()),
  stoppedAt: Nullable(Timestamp()),
  dashboardId: Type.Integer(),
}

export const DashboardIncident = component(
  'DashboardIncident',
  Type.Object({
    ...shown,
    incidentUpdates: Type.Array(listedUpdate, {
      minItems: 1,
      description: 'Newest first; only the newest one unless all are requested.',
    }),
  }),
)
export type DashboardIncident = Static<typeof DashboardIncident>

export const DashboardIncidentList = component('DashboardIncidentList', Type.Array(DashboardIncident))

/** The contract has it so: an update of the incident answers without its updates. */
export const ChangedDashboardIncident = component(
  'ChangedDashboardIncident',
  Type.Object({
    ...shown,
    incidentUpdates: Nullable(Type.String(), { description: 'Always null here.' }),
  }),
)
export type ChangedDashboardIncident = Static<typeof ChangedDashboardIncident>

export const DashboardIncidentParams = Type.Object({ id: Uuid() })
export const DashboardIncidentUpdatesParams = Type.Object({ incidentId: Uuid() })
export const DashboardIncidentUpdateParams = Type.Object({ incidentId: Uuid(), id: Uuid() })
export type DashboardIncidentUpdateParams = Static<typeof DashboardIncidentUpdateParams>

export const DashboardIncidentQuery = Type.Object({
  includeAllIncidentUpdates: Type.Boolean({ default: false }),
})

export const ChangeDashboardIncidentQuery = Type.Object({
  probe: Type.Optional(Type.Boolean({ description: 'Accepted; no effect.' })),
})
