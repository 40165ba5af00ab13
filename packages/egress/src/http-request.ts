import { connectionWords } from './connection-words.ts'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { http } from '@sonde/ground/node-http.ts'
import { isMetadataName } from '@sonde/ground/metadata-services.ts'
import type { EgressPolicy } from './egress-policy.ts'

/** The whole try: name resolution, connection, request and the full answer. */
export const httpTryMs = 10_000

/** What is read of an answer; the rest is cut off. */
const mostAnswerBytes = 64 * 1024

export type HttpRequest = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body: Buffer | null
}

export type HttpAnswer = {
  status: number
  headers: Readonly<IncomingHttpHeaders>
  /** As much of it as was read. */
  body: string
}

export type HttpExchange =
  | { kind: 'answered'; answer: HttpAnswer }
  /** The policy or the address itself: no later try can change it. */
  | { kind: 'not-allowed'; why: string; addresses: readonly string[] }
  | { kind: 'unreachable'; why: string }

/** Addresses of a host, best first. */
export type Lookup = (host: string) => Promise<readonly string[]>

export type HttpDeps = {
  policy: EgressPolicy
  lookup: Lookup
  timeoutMs: number
  /** Whether a refusal names the addresses of a host: to whom may not know them, they would map our network. */
  namesAddresses: boolean
  /** Certificates to trust instead of those of the system. */
  ca?: string
}

/** One request over a connection of its own, to an address that was checked. Redirects are not followed. */
export async function sendRequest(
  request: HttpRequest,
  deps: HttpDeps,
  signal: AbortSignal,
): Promise<HttpExchange> {
  const url = URL.canParse(request.url) ? new URL(request.url) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return { kind: 'not-allowed', why: 'the address is not a valid http or https address', addresses: [] }
  }
  if (isMetadataName(url.hostname)) {
    return { kind: 'not-allowed', why: `address not allowed: ${url.hostname}`, addresses: [] }
  }
  const timeout = AbortSignal.timeout(deps.timeoutMs)
  const either = AbortSignal.any([signal, timeout])
  try {
    const candidates = await untilAborted(findAddresses(url, deps.lookup), either)
    const addresses = candidates.filter((address) => deps.policy(address))
    if (addresses.length === 0) {
      const names = deps.namesAddresses ? `: ${candidates.join(', ')}` : ''
      return { kind: 'not-allowed', why: `address not allowed${names}`, addresses: candidates }
    }
    const connection = { url, addresses, ca: deps.ca, signal: either }
    const answer = await untilAborted(exchange(request, connection), either)
    return { kind: 'answered', answer }
  } catch (error) {
    if (timeout.aborted)
      return { kind: 'unreachable', why: `no complete response within ${deps.timeoutMs} ms` }
    if (signal.aborted) return { kind: 'unreachable', why: 'the attempt was cancelled' }
    return { kind: 'unreachable', why: explain(error) }
  }
}

async function findAddresses(url: URL, lookup: Lookup): Promise<readonly string[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = isIP(host) === 0 ? await lookup(host) : [host]
  if (addresses.length === 0) throw new Error(`${host} has no address`)
  return addresses
}

type Connection = {
  url: URL
  addresses: readonly string[]
  ca: string | undefined
  signal: AbortSignal
}

function exchange(request: HttpRequest, { url, addresses, ca, signal }: Connection): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.request : http.request
    const outgoing = send(url, {
      method: request.method,
      headers: { ...request.headers, ...lengthOf(request.body) },
      // A connection of its own, closed after the answer: nothing of one channel reaches another.
      agent: false,
      // The name was resolved and its addresses were checked; a second answer of the DNS has no say.
      lookup: (_host, options, callback) => {
        const records = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = records
        if (options.all === true) callback(null, records)
        else callback(null, first?.address ?? '', first?.family ?? 0)
      },
      signal,
      ...(ca === undefined ? {} : { ca }),
    })
    let isAnswered = false
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      isAnswered = true
      readAnswer(response).then(resolve, reject)
    })
    outgoing.on('upgrade', (response, socket) => {
      socket.destroy()
      reject(
        new Error(`answered ${response.statusCode ?? 101} and asks to switch to a protocol other than HTTP`),
      )
    })
    // The last word on a connection, whatever else was not said of it.
    outgoing.on('close', () => {
      if (!isAnswered) reject(new Error('the connection was closed without a response'))
    })
    outgoing.end(request.body ?? undefined)
  })
}

async function readAnswer(response: IncomingMessage): Promise<HttpAnswer> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of response) {
      const bytes = Buffer.from(chunk)
      chunks.push(bytes)
      length += bytes.length
      // Leaving the loop closes the connection.
      if (length >= mostAnswerBytes) break
    }
  } catch (error) {
    // Node's word for it is "aborted", which reads as if we had done it.
    if (codeOf(error) === 'ECONNRESET') {
      throw new Error('the connection was closed before the response was complete', { cause: error })
    }
    throw error
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).subarray(0, mostAnswerBytes).toString('utf8'),
  }
}

function lengthOf(body: Buffer | null): Record<string, string> {
  return body === null ? {} : { 'content-length': String(body.length) }
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(new Error('cancelled'))
    signal.addEventListener('abort', () => reject(new Error('cancelled')), { once: true })
    work.then(resolve, reject)
  })
}

/** With several addresses the error is a bundle without a message of its own. */
function explain(error: unknown): string {
  if (error instanceof AggregateError) {
    return [...new Set(error.errors.map((one: unknown) => explain(one)))].join('; ')
  }
  if (!(error instanceof Error) || error.message === '') return String(error)
  const connection = connectionWords(error)
  if (connection !== null) return connection
  // OpenSSL's message is a line for its own developers, with the reason in the middle.
  const [, reason] = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/i.exec(error.message) ?? []
  if (reason !== undefined) return `the TLS handshake failed: ${reason}`
  return error.message.replaceAll(/\s+/g, ' ').trim()
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
