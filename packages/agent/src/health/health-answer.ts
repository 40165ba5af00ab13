import { minuteMs } from '@sonde/ground/durations.ts'

export type HealthFacts = {
  state: 'starting' | 'ready' | 'draining'
  sinceContactMs: number
  /** How long the main loop has not come round. */
  stuckMs: number
}

export type HealthAnswer = { status: 200 | 404 | 405 | 503; body: string }

const mostSilenceMs = 5 * minuteMs
const mostStuckMs = minuteMs

const ok: HealthAnswer = { status: 200, body: 'OK' }
const unavailable: HealthAnswer = { status: 503, body: 'Service Unavailable' }

const questions: ReadonlyMap<string, (facts: HealthFacts) => boolean> = new Map([
  [
    '/-/readiness',
    ({ state, sinceContactMs }: HealthFacts) => state === 'ready' && sinceContactMs < mostSilenceMs,
  ],
  ['/-/liveness', ({ stuckMs }: HealthFacts) => stuckMs < mostStuckMs],
  ['/health', () => true],
])

export function answerHealth(method: string, url: string, facts: HealthFacts): HealthAnswer {
  const isGood = questions.get(url.split('?')[0] ?? '')
  if (isGood === undefined) return { status: 404, body: 'Not Found' }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: 'Method Not Allowed' }
  return isGood(facts) ? ok : unavailable
}
