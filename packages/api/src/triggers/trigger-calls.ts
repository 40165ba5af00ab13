import type { Clock } from '@sonde/ground/clock.ts'
import type { FastifyReply } from 'fastify'
import { minuteMs } from '@sonde/ground/durations.ts'
import { tooManyRequests } from '../http/refusal.ts'
import { createSlidingWindow } from '../http/sliding-window.ts'

const callsPerMinute = 10

/** Counts the calls of each trigger. Only those who know the token count: others could lock them out. */
export function createTriggerCalls(clock: Clock) {
  const calls = createSlidingWindow({ max: callsPerMinute, windowMs: minuteMs, clock })
  return {
    /** Sets the headers; throws the refusal when the limit is reached. */
    count(triggerId: number, reply: FastifyReply): void {
      const { allowed, remaining, freesAt } = calls.hit(String(triggerId))
      reply.header('x-ratelimit-limit', callsPerMinute)
      reply.header('x-ratelimit-remaining', remaining)
      reply.header('x-ratelimit-reset', Math.ceil(freesAt / 1000))
      if (!allowed) throw tooManyRequests(Math.max(1, Math.ceil((freesAt - clock.now()) / 1000)))
    },
  }
}
