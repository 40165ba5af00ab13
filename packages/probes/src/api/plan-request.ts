import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import type { ApiBodyType } from '@sonde/schema/check-types/api/document.ts'
import { headerNameMistake, headerValueMistake } from '@sonde/schema/check-types/api/http-header.ts'
import type { ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { credentialText } from '../connection/credential-text.ts'
import type { HopRequest } from '../http/exchange.ts'
import type { RedirectStep } from '../http/follow.ts'
import { createCookieJar } from './cookie-jar.ts'

export type ApiRequestPlan = {
  url: URL
  first: HopRequest
  next(previous: HopRequest, step: RedirectStep): HopRequest
}

type Header = {
  name: string
  value: string
  /** Meant for the origin of the check's own address, and for no other. */
  isForOrigin: boolean
  /** Describes a body: gone with it. */
  isOfBody: boolean
}

/** Headers by which we frame the request ourselves: what somebody else says there could only be wrong. */
const ownFraming: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding'])

/** What belongs to the address of the check, beside credentials. */
const originHeaders: ReadonlySet<string> = new Set(['host', 'traceparent', 'tracestate'])

/** Those that a request without a body does not have. */
const bodyHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'content-language',
  'content-location',
])

const methodsWithLength: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** What is sent to the address of a check, and to those that its answers lead to; an error before anything is sent. */
export function planRequest(
  address: URL,
  request: ApiRunConfig['request'],
): ApiRequestPlan | { error: ProbeError } {
  const mistake = headerMistake(request.headers)
  if (mistake !== null) return { error: mistake }
  const url = withParameters(address, request.queryParameters)
  const jar = createCookieJar()
  let { method }: { method: string } = request
  let body = bodyOf(request)
  let headers = headersOf(request)

  function requestTo(to: URL): HopRequest {
    const cookie = jar.headerFor(to)
    const merged = mergeCookies(headers, cookie)
    return { method, headers: writeHeaders(to, { method, headers: merged, body }), body }
  }

  return {
    url,
    first: requestTo(url),
    next(_previous, { from, to, status, rawHeaders }) {
      jar.take(from, rawHeaders)
      if (becomesGet(status, method)) {
        method = 'GET'
        body = null
        headers = headers.filter(({ isOfBody }) => !isOfBody)
      }
      if (from.origin !== to.origin) headers = headers.filter(({ isForOrigin }) => !isForOrigin)
      return requestTo(to)
    },
  }
}

/** What every client does: a 303, and the answer to a POST, is fetched. */
function becomesGet(status: number, method: string): boolean {
  if (status === 303) return method !== 'HEAD'
  return (status === 301 || status === 302) && method === 'POST'
}

/** A variable may have brought in what could not have been saved. */
function headerMistake(headers: ApiRunConfig['request']['headers']): ProbeError | null {
  for (const { key, value } of headers) {
    const mistake = headerNameMistake(key) ?? headerValueMistake(value)
    if (mistake === null) continue
    const name = JSON.stringify(key.slice(0, 100))
    return { code: 'ERR_INVALID_HEADER', message: `The header ${name} cannot be sent: it ${mistake}` }
  }
  return null
}

function withParameters(url: URL, parameters: ApiRunConfig['request']['queryParameters']): URL {
  if (parameters.length === 0) return url
  const added = parameters
    .map(({ key, value }) => `${encodeParameter(key)}=${encodeParameter(value)}`)
    .join('&')
  const changed = new URL(url)
  changed.search = changed.search === '' ? added : `${changed.search.slice(1)}&${added}`
  return changed
}

function encodeParameter(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function bodyOf({ body, bodyType }: ApiRunConfig['request']): Buffer | null {
  if (body === '') return null
  return Buffer.from(bodyType === 'GRAPHQL' ? graphQlBody(body) : body)
}

/** A query by itself is wrapped; whoever brings variables along writes the object. */
function graphQlBody(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && 'query' in value) return body
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return JSON.stringify({ query: body })
}

const contentTypes: Readonly<Record<ApiBodyType, string | null>> = {
  JSON: 'application/json',
  GRAPHQL: 'application/json',
  FORM: 'application/x-www-form-urlencoded',
  RAW: null,
  NONE: null,
}

/** Those of the check, and what is sent unless it says otherwise. */
function headersOf({ headers, body, bodyType, basicAuth }: ApiRunConfig['request']): Header[] {
  const own = headers.flatMap(({ key, value, locked }): Header[] => {
    const name = key.toLowerCase()
    if (ownFraming.has(name)) return []
    const isForOrigin = locked === true || originHeaders.has(name) || credentialHeaders.has(name)
    return [{ name: key, value: latin1(value), isForOrigin, isOfBody: bodyHeaders.has(name) }]
  })
  const has = (name: string): boolean => own.some((header) => header.name.toLowerCase() === name)
  const byDefault = (name: string, value: string, more: Partial<Header> = {}): Header[] =>
    has(name.toLowerCase()) ? [] : [{ name, value, isForOrigin: false, isOfBody: false, ...more }]
  const contentType = body === '' ? null : contentTypes[bodyType]
  return [
    ...own,
    ...byDefault('User-Agent', `Sonde/${agentVersion}`),
    ...byDefault('Accept', '*/*'),
    ...byDefault('Accept-Encoding', 'gzip, deflate, br, zstd'),
    ...(contentType === null ? [] : byDefault('Content-Type', contentType, { isOfBody: true })),
    ...(basicAuth === null
      ? []
      : byDefault('Authorization', basic(basicAuth.username, basicAuth.password), { isForOrigin: true })),
  ]
}

/** Node writes one byte for each character of a header: what is not ASCII is sent as UTF-8. */
function latin1(value: string): string {
  return Buffer.from(value).toString('latin1')
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** Cookies that were set on the way join those of the check. */
function mergeCookies(headers: readonly Header[], cookie: string | null): readonly Header[] {
  if (cookie === null) return headers
  const own = headers.find(({ name }) => name.toLowerCase() === 'cookie')
  if (own === undefined) {
    return [...headers, { name: 'Cookie', value: cookie, isForOrigin: false, isOfBody: false }]
  }
  return headers.map((header) => (header === own ? { ...own, value: `${own.value}; ${cookie}` } : header))
}

/** Names and values in turns. */
function writeHeaders(
  to: URL,
  { method, headers, body }: { method: string; headers: readonly Header[]; body: Buffer | null },
): string[] {
  const has = (name: string): boolean => headers.some((header) => header.name.toLowerCase() === name)
  const written = has('host') ? [] : ['Host', to.host]
  for (const { name, value } of headers) written.push(name, value)
  if ((to.username !== '' || to.password !== '') && !has('authorization')) {
    written.push('Authorization', basic(credentialText(to.username), credentialText(to.password)))
  }
  if (body !== null || methodsWithLength.has(method)) {
    written.push('Content-Length', String(body?.length ?? 0))
  }
  return written
}
