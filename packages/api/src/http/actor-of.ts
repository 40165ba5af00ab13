import type { Clock } from '@sonde/ground/clock.ts'
import type { Actor } from '@sonde/actions/actor.ts'
import type { FastifyRequest } from 'fastify'
import { accountOf, callerOf } from './access.ts'

/** Whoever called, acting on the account of the request. */
export function actorOf(request: FastifyRequest, { clock }: { clock: Clock }): Actor {
  return actorIn(accountOf(request).id, request, { clock })
}

/** The same for a route whose caller has not chosen an account, or acts on another one. */
export function actorIn(accountId: string, request: FastifyRequest, { clock }: { clock: Clock }): Actor {
  const { userId, via } = callerOf(request)
  const key = via.kind === 'key' ? via : null
  return {
    accountId,
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
