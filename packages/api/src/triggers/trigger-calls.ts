import type { Clock } from '@sonde/ground/clock.ts'
import type { FastifyReply } from 'fastify'
import { minuteMs } from '@sonde/ground/durations.ts'
import { tooManyRequests } from '../http/refusal.ts'
import type { Windows } from '../http/windows.ts'

const callsPerMinute = 10

/** Counts the calls of each trigger, of a check or of a group. Only those who know the token count: others could lock them out. */
export function createTriggerCalls(
  of: 'check' | 'group',
  { windows, clock }: { windows: Windows; clock: Clock },
) {
  const calls = { name: `trigger of a ${of}`, max: callsPerMinute, windowMs: minuteMs }
  return {
    /** Sets the headers; throws the refusal when the limit is reached. */
    async count(triggerId: number, reply: FastifyReply): Promise<void> {
      const { allowed, remaining, freesAt } = await windows.hit(calls, String(triggerId))
      reply.header('x-ratelimit-limit', callsPerMinute)
      reply.header('x-ratelimit-remaining', remaining)
      reply.header('x-ratelimit-reset', Math.ceil(freesAt / 1000))
      if (!allowed) throw tooManyRequests(Math.max(1, Math.ceil((freesAt - clock.now()) / 1000)))
    },
  }
}
