import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { CursorQuery, cursorPage } from '../validation/cursor-page.ts'
import { DateFilter } from '../validation/date-filter.ts'

export const auditActions = ['CREATE', 'UPDATE', 'DELETE'] as const
export type AuditAction = (typeof auditActions)[number]

/** What can be changed by somebody. */
export const auditEntityTypes = [
  'ACCOUNT',
  'ALERT_CHANNEL',
  'ALERT_SETTINGS',
  'API_KEY',
  'CHECK',
  'CHECK_GROUP',
  'CHECK_GROUP_TRIGGER',
  'CHECK_TRIGGER',
  'CHECK_TRY',
  'CLIENT_CERTIFICATE',
  'DASHBOARD',
  'DASHBOARD_INCIDENT',
  'DASHBOARD_INCIDENT_UPDATE',
  'DEPLOYMENT_TRIGGER',
  'ENCRYPTION_KEY',
  'ERROR_GROUP',
  'INTEGRATION_TOKEN',
  'INVITE',
  'LOCATION_KEY',
  'MAINTENANCE',
  'MAINTENANCE_UPDATE',
  'MAINTENANCE_WINDOW',
  'MEMBER',
  'PRIVATE_LOCATION',
  'PRIVATE_LOCATION_KEY',
  'PROJECT',
  'SNIPPET',
  'STATUS_PAGE',
  'STATUS_PAGE_AUTOMATION_RULE',
  'STATUS_PAGE_COMPONENT',
  'STATUS_PAGE_INCIDENT',
  'STATUS_PAGE_INCIDENT_UPDATE',
  'STATUS_PAGE_PASSWORD',
  'STATUS_PAGE_SERVICE',
  'STATUS_PAGE_SUBSCRIPTION',
  'TEST_SESSION',
  'TRACE_EXPORT',
  'USER',
  'VARIABLE',
] as const
export type AuditEntityType = (typeof auditEntityTypes)[number]

/** OPERATOR: somebody on the machine itself, by the command line. */
export const auditActorTypes = ['USER', 'SERVICE_KEY', 'OPERATOR'] as const
export type AuditActorType = (typeof auditActorTypes)[number]

/** What stands for a value that is not to be shown. */
export const maskedValue = '***'

const AnyValue = Type.Unsafe<unknown>({})

export const AuditChange = component(
  'AuditChange',
  Type.Object({
    path: Type.String({ description: 'Dotted path, with positions in lists: `request.assertions.0.target`' }),
    old: Type.Optional(AnyValue),
    new: Type.Optional(AnyValue),
  }),
)
export type AuditChange = Static<typeof AuditChange>

export const AuditEntry = component(
  'AuditEntry',
  Type.Object({
    id: Type.Integer(),
    at: Timestamp(),
    action: OneOf(auditActions),
    entityType: OneOf(auditEntityTypes),
    entityId: Type.String(),
    entityName: Nullable(Type.String()),
    actor: Type.Object({
      type: OneOf(auditActorTypes),
      userId: Nullable(Uuid()),
      email: Nullable(
        Type.String({ description: 'Current e-mail address of the user; null if the user no longer exists' }),
      ),
      keyId: Nullable(Uuid()),
      keyName: Nullable(Type.String()),
    }),
    address: Nullable(Type.String()),
    requestId: Nullable(Type.String()),
    deploymentId: Nullable(
      Uuid({ description: 'The deployment of a project of code that the change was part of.' }),
    ),
    changes: Type.Array(AuditChange),
  }),
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditPage = cursorPage('AuditPage', AuditEntry)

export const AuditQuery = Type.Object({
  ...CursorQuery.properties,
  from: Type.Optional(DateFilter('Only changes at or after')),
  to: Type.Optional(DateFilter('Only changes before')),
  action: Type.Optional(OneOf(auditActions)),
  entityType: Type.Optional(OneOf(auditEntityTypes)),
  entityId: Type.Optional(Type.String({ maxLength: 200, description: 'Id of the item that was changed.' })),
  userId: Type.Optional(Uuid({ description: 'Id of the user who made the change.' })),
  keyId: Type.Optional(Uuid({ description: 'Id of the API key that was used.' })),
})
export type AuditQuery = Static<typeof AuditQuery>
