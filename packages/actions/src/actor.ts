import type { AuditActorType } from '@sonde/schema/accounts/audit-log.ts'
import { forbidden, type Refusal } from './refusal.ts'

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
  /** Of a project of code that this is part of. */
  deploymentId?: string
}

/** A user who changes what is the user's own: it belongs to no account. */
export type UserActor = Omit<Actor, 'accountId'> & { userId: string }

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

/** The user who acts. Service keys belong to nobody. */
export function userOf({ userId }: Actor): string {
  if (userId === null) throw needsUser()
  return userId
}

export function needsUser(): Refusal {
  return forbidden('This needs the key of a user: a service key belongs to an account')
}
