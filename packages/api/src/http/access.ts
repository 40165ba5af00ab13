import type { AgentCaller } from '@sonde/runs/agents/agent-caller.ts'
import type { IntegrationTokenKind } from '@sonde/schema/accounts/integration-token.ts'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import type { FastifyRequest } from 'fastify'
import { needsUser } from '@sonde/actions/actor.ts'
import { forbidden } from '@sonde/actions/refusal.ts'

/**
 * Who may call a route.
 * - public: anybody; a key is ignored.
 * - key: anybody with a key, or signed in; an account may be named and is then checked.
 * - user: the same, but not with a service key.
 * - account: a member, with at least this role, of the account in the header. `inQuery`: or in the query, for pictures,
 *   videos and downloads, which a browser fetches without a header of ours.
 * - account-in-path: the same for the account that the path names. A user key may leave the header out
 *   where `headerOptional` says so: those routes exist to find the account.
 * - agent: an agent with the key of its location, and nobody else.
 * - integration: another program with a token of this kind of the account that the path names, and nobody else.
 */
export type Access =
  | { kind: 'public' }
  | { kind: 'key' }
  | { kind: 'user' }
  | { kind: 'account'; role: Role; inQuery?: true }
  | { kind: 'account-in-path'; role: Role; parameter: string; headerOptional: boolean }
  | { kind: 'agent' }
  | { kind: 'integration'; tokenKind: IntegrationTokenKind; parameter: string }

export const publicAccess: Access = { kind: 'public' }

/** Who called, as far as the key or the session and the account headers say. */
export type Caller = {
  /** With an API key, or as somebody who has signed in. */
  via: { kind: 'key'; id: string; name: string } | { kind: 'session'; id: string }
  /** null: a service key, which belongs to an account and to nobody. */
  userId: string | null
  account: { id: string; role: Role } | null
}

/** The account that the request acts on. Routes with account access always have one. */
export function accountOf(request: FastifyRequest): { id: string; role: Role } {
  const account = request.caller?.account
  if (!account) throw new Error(`${request.routeOptions.url ?? 'route'} acts on an account but asks for none`)
  return account
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller)
    throw new Error(`${request.routeOptions.url ?? 'route'} has a caller but asks for none`)
  return request.caller
}

/** The user behind the key or the session. Service keys have none. */
export function userIdOf(request: FastifyRequest): string {
  const { userId } = callerOf(request)
  if (userId === null) throw needsUser()
  return userId
}

export function requireRole(role: Role, needed: Role): void {
  if (!mayActAs(role, needed)) throw forbidden(`This needs the role ${needed} or higher`)
}

/** The agent that calls. Routes with agent access always have one. */
export function agentOf(request: FastifyRequest): AgentCaller {
  if (!request.agent) throw new Error(`${request.routeOptions.url ?? 'route'} has an agent but asks for none`)
  return request.agent
}
