import type { TryOutcome } from './delivery.ts'
import type { HttpAnswer } from '@sonde/egress/http-request.ts'

/** What an answer means to a vendor's API: what is its own trouble is tried again, what is ours is not. */
export function classifyAnswer(answer: HttpAnswer): TryOutcome {
  const isTemporary = answer.status === 408 || answer.status === 429 || answer.status >= 500
  return outcomeOf(answer, isTemporary)
}

/** A webhook may answer anything while its receiver is being deployed: every error is tried again. */
export function classifyWebhookAnswer(answer: HttpAnswer): TryOutcome {
  return outcomeOf(answer, answer.status >= 400)
}

function outcomeOf(answer: HttpAnswer, isTemporary: boolean): TryOutcome {
  const { status, body } = answer
  const result = body === '' ? `answered ${status}` : body
  if (status >= 200 && status < 300) return { kind: 'accepted', result }
  if (status < 200)
    return { kind: 'try-again', result: `invalid response: status ${status}`, retryAfterMs: null }
  if (status < 400) return { kind: 'refused', result: 'redirect not followed' }
  const refusal = `answered ${status}${body === '' ? '' : `: ${body}`}`
  return isTemporary
    ? { kind: 'try-again', result: refusal, retryAfterMs: null }
    : { kind: 'refused', result: refusal }
}

/** Seconds or a date; null when the answer says nothing usable. */
export function retryAfterMs(answer: HttpAnswer, now: number): number | null {
  const text = answer.headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
