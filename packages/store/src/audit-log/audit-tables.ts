import type { AuditAction, AuditActorType, AuditEntityType } from '@sonde/schema/accounts/audit-log.ts'
import type { Generated } from 'kysely'

export type AuditTables = {
  audit_log: {
    id: Generated<number>
    account_id: string
    at: number
    action: AuditAction
    entity_type: AuditEntityType
    entity_id: string
    entity_name: string | null
    actor_type: AuditActorType
    user_id: string | null
    key_id: string | null
    key_name: string | null
    /** Where the request came from; null for what was done on the machine itself. */
    address: string | null
    request_id: string | null
    /** Of a project of code that the change was part of. */
    deployment_id: string | null
    /** JSON: what is different now, field by field. */
    changes: string
  }
}
