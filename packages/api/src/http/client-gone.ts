import type { FastifyReply } from 'fastify'

/**
 * Aborts when the connection ends. The request itself says nothing of it once its body was read: the answer
 * is what a client stops waiting for.
 */
export function clientGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  if (reply.raw.destroyed || reply.raw.socket?.destroyed === true) controller.abort()
  else reply.raw.once('close', () => controller.abort())
  return controller.signal
}
