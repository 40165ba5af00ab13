import { Type, type Static } from 'typebox'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { isoMomentForms, readIsoMoment } from '../validation/iso-moment.ts'
import { maintenanceStatuses } from './maintenance-window.ts'

const status = OneOf(maintenanceStatuses)
const description = Type.String({ minLength: 1, maxLength: 2_000 })

export const MaintenanceUpdate = component(
  'MaintenanceUpdate',
  Type.Object({
    id: Uuid(),
    maintenanceWindowId: Type.Integer(),
    maintenanceId: Uuid(),
    status,
    description: Type.String(),
    notifySubscribers: Type.Boolean(),
    created_at: Timestamp(),
    previousStatus: Nullable(status, { description: 'Status of the maintenance before this update.' }),
    previousStartsAt: Nullable(Timestamp(), { description: 'Null when the start did not change.' }),
    previousEndsAt: Nullable(Timestamp(), { description: 'Null when the end did not change.' }),
    dateAdjustments: Nullable(
      Type.Object({ startsAt: Type.Optional(Timestamp()), endsAt: Type.Optional(Timestamp()) }),
      { description: 'The dates that this update changed, with their new values. Null: none.' },
    ),
  }),
)
export type MaintenanceUpdate = Static<typeof MaintenanceUpdate>

export const Maintenance = component(
  'Maintenance',
  Type.Object({
    id: Uuid(),
    maintenanceWindowId: Type.Integer(),
    startsAt: Timestamp(),
    endsAt: Timestamp(),
    status,
    created_at: Timestamp(),
    updated_at: Timestamp(),
    updates: Type.Array(MaintenanceUpdate, { description: 'Newest first.' }),
  }),
)
export type Maintenance = Static<typeof Maintenance>

export const MaintenanceList = component('MaintenanceList', Type.Array(Maintenance))

const datesAreDates: Rule = ({ startsAt, endsAt }) => {
  const violations = Object.entries({ startsAt, endsAt })
    .filter(([, value]) => typeof value === 'string' && readIsoMoment(value) === null)
    .map(([path]) => ({ path, message: isoMomentForms }))
  const [start, end] = [startsAt, endsAt].map((value) =>
    typeof value === 'string' ? readIsoMoment(value) : null,
  )
  return typeof start === 'number' && typeof end === 'number' && end <= start
    ? [...violations, { path: 'endsAt', message: 'must be after startsAt' }]
    : violations
}

export const MaintenanceDates = withRules(
  component(
    'MaintenanceDates',
    Type.Object({
      startsAt: Type.Optional(Type.String({ maxLength: 100 })),
      endsAt: Type.Optional(Type.String({ maxLength: 100 })),
    }),
  ),
  datesAreDates,
)

export const MaintenanceUpdateCreate = component(
  'MaintenanceUpdateCreate',
  Type.Object({
    status,
    description,
    notifySubscribers: Type.Optional(
      Type.Boolean({ default: false, description: 'Mail the subscribers of the status pages that show it.' }),
    ),
  }),
)
export type MaintenanceUpdateCreate = Static<typeof MaintenanceUpdateCreate>

export const MaintenanceUpdateEdit = component(
  'MaintenanceUpdateEdit',
  Type.Object({
    status: Type.Optional(status),
    description,
  }),
)
export type MaintenanceUpdateEdit = Static<typeof MaintenanceUpdateEdit>
