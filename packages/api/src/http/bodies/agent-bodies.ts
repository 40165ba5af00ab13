import { Transform } from 'node:stream'
import type { Clock } from '@sonde/ground/clock.ts'
import { keyOf } from '@sonde/runs/agents/agent-caller.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooManyRequests } from '../refusal.ts'
import { type BodyBytes, createByteBudget } from './byte-budget.ts'

/** Of one key, over all routes of this name. */
export type BodyBudget = { sharedAs: string; maxBytes: number; windowSeconds: number }

/** Deflate packs by no more than this. */
const mostUnpackRatio = 1_032

/**
 * Limits what the bodies of one key cost, since that goes by their bytes and not by their number: whoever has the key of
 * a location could else keep the server busy with messages of megabytes. Bytes count as they are after unpacking. Whoever
 * is refused is told when to come again, and an agent does, with the same results.
 */
export function createAgentBodies(clock: Clock) {
  const budgets = new Map<string, ReturnType<typeof createByteBudget>>()

  function budgetOf({ sharedAs, maxBytes, windowSeconds }: BodyBudget) {
    let budget = budgets.get(sharedAs)
    if (budget === undefined) {
      budget = createByteBudget({ max: maxBytes, windowMs: windowSeconds * 1000, clock })
      budgets.set(sharedAs, budget)
    }
    return budget
  }

  return {
    /** Null for routes without such a limit; throws the refusal when there is no room for the body. */
    admit(request: FastifyRequest, reply: FastifyReply, isPacked: boolean): BodyBytes | null {
      const { config, bodyLimit = 0 } = request.routeOptions
      const { agent } = request
      if (config.bodyBudget === undefined || agent === null) return null
      const announced = Number(request.headers['content-length'] ?? bodyLimit)
      const most = Math.min(bodyLimit, announced * (isPacked ? mostUnpackRatio : 1))
      const admission = budgetOf(config.bodyBudget).admit(keyOf(agent.identity), most)
      if (admission.kind === 'refused') {
        throw tooManyRequests(Math.max(1, Math.ceil(admission.retryAfterMs / 1000)))
      }
      // Whatever becomes of the request; of most the body has ended long before.
      reply.raw.once('close', admission.body.end)
      return admission.body
    },
  }
}

export function countBytes(body: BodyBytes): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      body.count(chunk.length)
      done(null, chunk)
    },
    flush(done) {
      body.end()
      done()
    },
  })
}
