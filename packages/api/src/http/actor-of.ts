import type { Clock } from '@sonde/ground/clock.ts'
import type { Actor, UserActor } from '@sonde/actions/actor.ts'
import type { FastifyRequest } from 'fastify'
import { accountOf, callerOf, userIdOf } from './access.ts'

/** Whoever called, acting on the account of the request. */
export function actorOf(request: FastifyRequest, { clock }: { clock: Clock }): Actor {
  return { ...callingNow(request, clock), accountId: accountOf(request).id }
}

/** The same for a route that acts on what is the user's own. */
export function userActorOf(request: FastifyRequest, { clock }: { clock: Clock }): UserActor {
  return { ...callingNow(request, clock), userId: userIdOf(request) }
}

function callingNow(request: FastifyRequest, clock: Clock): Omit<Actor, 'accountId'> {
  const { userId, via } = callerOf(request)
  const key = via.kind === 'key' ? via : null
  return {
    at: clock.now(),
    type: userId === null ? 'SERVICE_KEY' : 'USER',
    userId,
    keyId: key?.id ?? null,
    keyName: key?.name ?? null,
    address: request.ip,
    requestId: request.id,
  }
}

/** A user who is known by a one-time address, and by no key. */
export function withoutKey(
  { ip: address, id: requestId }: FastifyRequest,
  who: { accountId: string; userId: string; at: number },
): Actor {
  return { ...who, type: 'USER', keyId: null, keyName: null, address, requestId }
}
