import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type HttpDeps, type HttpExchange, sendRequest } from '@sonde/egress/http-request.ts'
import { retryAfterMs } from '@sonde/alerting/delivery/classify-answer.ts'
import { redact, secretsOfHeader, secretsOfUrl } from '@sonde/egress/redact.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { exportRequest } from './otlp.ts'

export type TraceReceiver = {
  endpoint: string
  headers: readonly { key: string; value: string }[]
}

/** What became of a batch. */
export type SpanOutcome =
  /** `complaint`: what the receiver says it did not take of it. */
  | { kind: 'taken'; complaint: string | null }
  | { kind: 'refused'; why: string }
  | { kind: 'try-again'; why: string; afterMs: number | null }

const pack = promisify(gzip)
const longestWhy = 500

/** Sends spans, each as JSON, once. What it tells holds none of the receiver's credentials. */
export async function sendSpans(
  spans: readonly string[],
  {
    receiver,
    http,
    now,
    signal,
  }: { receiver: TraceReceiver; http: HttpDeps; now: number; signal: AbortSignal },
): Promise<SpanOutcome> {
  const own = Object.fromEntries(receiver.headers.map(({ key, value }) => [key.toLowerCase(), value]))
  const exchange = await sendRequest(
    {
      method: 'POST',
      url: receiver.endpoint,
      headers: {
        'user-agent': 'sonde',
        ...own,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      },
      body: await pack(exportRequest(spans)),
    },
    http,
    signal,
  )
  const secrets = [
    ...secretsOfUrl(receiver.endpoint),
    ...receiver.headers.flatMap(({ key, value }) => secretsOfHeader(key, value)),
  ]
  return hideIn(classify(exchange, now), secrets)
}

function classify(exchange: HttpExchange, now: number): SpanOutcome {
  if (exchange.kind !== 'answered') return { kind: 'try-again', why: exchange.why, afterMs: null }
  const { answer } = exchange
  const { status, body } = answer
  if (status >= 200 && status < 300) return { kind: 'taken', complaint: complaintIn(body) }
  const why = `answered ${status}${body === '' ? '' : `: ${body}`}`
  if (status === 408 || status === 429 || status >= 500) {
    return { kind: 'try-again', why, afterMs: retryAfterMs(answer, now) }
  }
  if (status >= 400) return { kind: 'refused', why }
  return { kind: 'try-again', why: `answered ${status}: redirects are not followed`, afterMs: null }
}

/** A receiver may take a batch and say that it could not use all of it. */
function complaintIn(body: string): string | null {
  const answer = parsed(body)
  const partial = isRecord(answer) ? answer['partialSuccess'] : null
  if (!isRecord(partial)) return null
  const { rejectedSpans, errorMessage } = partial
  const count = Number(rejectedSpans ?? 0)
  const message = typeof errorMessage === 'string' ? errorMessage : ''
  if (!(count > 0) && message === '') return null
  return `the receiver rejected ${Number.isFinite(count) ? count : 0} spans: ${message}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A receiver writes what it likes: PostgreSQL takes no NUL in a text, and half a character is none. */
function hideIn(outcome: SpanOutcome, secrets: readonly string[]): SpanOutcome {
  const hide = (text: string) =>
    redact(text.replaceAll('\u0000', '').toWellFormed(), secrets)
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, longestWhy)
      .toWellFormed()
  if (outcome.kind !== 'taken') return { ...outcome, why: hide(outcome.why) }
  return { ...outcome, complaint: outcome.complaint === null ? null : hide(outcome.complaint) }
}
