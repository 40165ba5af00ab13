import type { FastifyRequest } from 'fastify'
import { userIdOf } from '../http/access.ts'

/** Each sends a mail to an address that anybody can type. */
export const inviteLimit = { max: 30, windowSeconds: 60, sharedAs: 'invites' }

/** An invitation names whoever invites, which a service key cannot: judged before the rest of the request. */
export async function requireInviter(request: FastifyRequest): Promise<void> {
  userIdOf(request)
}
