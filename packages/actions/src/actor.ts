import type { AuditActorType } from '@sonde/schema/accounts/audit-log.ts'

/** Who changes something, in which account and when, as the audit log tells it. */
export type Actor = {
  accountId: string
  at: number
  type: AuditActorType
  userId: string | null
  keyId: string | null
  keyName: string | null
  address: string | null
  requestId: string | null
}

/** Somebody on the machine itself, by the command line. */
export function operator(accountId: string, at: number): Actor {
  return {
    accountId,
    at,
    type: 'OPERATOR',
    userId: null,
    keyId: null,
    keyName: null,
    address: null,
    requestId: null,
  }
}
