import { isRecord } from '@sonde/ground/is-record.ts'
import { type ApiBodyType, apiMethods } from '../check-types/api/document.ts'
import { headerNameMistake, headerValueMistake } from '../check-types/api/http-header.ts'
import { urlMistake } from '../check-types/url/url-address.ts'
import { check, type ConvertedMonitor, type Differs, none } from './kuma-check.ts'
import type { KumaRow } from './kuma-data.ts'
import { contentAssertionOf } from './kuma-content.ts'
import { limitsOf } from './kuma-schedule.ts'
import { statusCodesOf } from './kuma-status-codes.ts'
import { isOn, jsonOf, numberOf, textOf } from './kuma-values.ts'

const longestMs = 45_000

/**
 * A monitor that only asks whether an address answers becomes a URL monitor; one that sends something, or looks into
 * the response, an API check.
 */
export function convertHttp(row: KumaRow, differs: Differs): ConvertedMonitor {
  const method = apiMethods.find((each) => each === (textOf(row, 'method').toUpperCase() || 'GET'))
  if (method === undefined) return none(`it sends ${textOf(row, 'method')}, which no check does`)
  const mistake = urlMistake(textOf(row, 'url'))
  if (mistake !== null) return none(`its address ${mistake}`)
  const headers = headersOf(row, differs)
  const body = typeof row['body'] === 'string' && row['body'].trim() !== '' ? row['body'] : ''
  const isPlain = textOf(row, 'type') === 'http' && method === 'GET' && headers.length === 0 && body === ''
  noteTheRest(row, differs)
  const common = {
    followRedirects: (numberOf(row, 'maxredirects') ?? 10) > 0,
    skipSSL: isOn(row, 'ignore_tls'),
    ipFamily: textOf(row, 'ip_family') === 'ipv6' ? 'IPv6' : 'IPv4',
  }
  if (isPlain) {
    const { shouldFail, assertions } = answersOf(row, differs)
    return check('URL', row, differs, {
      ...limitsOf(row, longestMs),
      shouldFail,
      request: { url: addressOf(row), ...common, assertions },
    })
  }
  const content = contentAssertionOf(row, differs)
  if (content.kind === 'none') return none(content.reason)
  const { shouldFail, assertions } =
    content.assertion === null ? answersOf(row, differs) : contentAnswersOf(row, content.assertion, differs)
  return check('API', row, differs, {
    ...limitsOf(row, longestMs),
    shouldFail,
    request: {
      method,
      url: textOf(row, 'url'),
      ...common,
      ...bodyOf(row, { body, headers }),
      basicAuth: loginOf(row),
      assertions,
    },
  })
}

type Answers = { shouldFail: boolean; assertions: readonly object[] }

/** Which answers are fine, by their status alone. */
function answersOf(row: KumaRow, differs: Differs): Answers {
  const codes = statusCodesOf(row, differs)
  const isUpsideDown = isOn(row, 'upside_down')
  if (isUpsideDown && codes.shouldFail) differs('it is not turned around: it expects a failure already')
  return {
    // Turned around, an answer with one of the accepted codes is the failure: its code need not be judged.
    shouldFail: isUpsideDown || codes.shouldFail,
    assertions: isUpsideDown && !codes.shouldFail ? [] : codes.assertions,
  }
}

/** Which answers are fine when one looks into them, too. */
function contentAnswersOf(row: KumaRow, assertion: object, differs: Differs): Answers {
  if (isOn(row, 'upside_down')) {
    // There, whatever fails is fine. Here assertions are never turned around, so this one is written the other way.
    differs('no answer, or a status from 400 on, is a failure here, and was fine there: it is turned around')
    return { shouldFail: false, assertions: [assertion] }
  }
  const { shouldFail, assertions } = statusCodesOf(row, differs)
  return { shouldFail, assertions: [...assertions, assertion] }
}

type Header = { key: string; value: string }

const longestHeaderValue = 8_192
const mostHeaders = 100

function headersOf(row: KumaRow, differs: Differs): Header[] {
  const written = textOf(row, 'headers')
  if (written === '' || written === '{}') return []
  const headers = jsonOf(row, 'headers')
  if (!isRecord(headers)) {
    differs('its headers are left out: they are no JSON object')
    return []
  }
  return Object.entries(headers).flatMap(([key, raw], index) => {
    const value = typeof raw === 'string' ? raw : JSON.stringify(raw)
    const mistake =
      (index < mostHeaders ? null : 'is one too many') ??
      headerNameMistake(key) ??
      headerValueMistake(value) ??
      (value.length > longestHeaderValue ? `is longer than ${longestHeaderValue} characters` : null)
    if (mistake === null) return [{ key, value }]
    differs(`its header ${JSON.stringify(key.slice(0, 100))} is left out: it ${mistake}`)
    return []
  })
}

/** There, a body is JSON unless another encoding was chosen. */
const bodyTypes: Readonly<Record<string, ApiBodyType>> = {
  '': 'JSON',
  json: 'JSON',
  form: 'FORM',
  xml: 'RAW',
}

function bodyOf(row: KumaRow, { body, headers }: { body: string; headers: readonly Header[] }) {
  if (body === '') return { headers }
  const encoding = textOf(row, 'http_body_encoding')
  const isXml = encoding === 'xml' && !headers.some(({ key }) => key.toLowerCase() === 'content-type')
  return {
    body,
    bodyType: (Object.hasOwn(bodyTypes, encoding) ? bodyTypes[encoding] : null) ?? 'RAW',
    headers: isXml ? [{ key: 'Content-Type', value: 'text/xml; charset=utf-8' }, ...headers] : headers,
  }
}

const unsupported = [
  ['tls_cert', 'its client certificate is left out: add it as a client certificate of the account'],
  ['cache_bust', 'its address is asked for without the parameter that keeps caches from answering'],
] as const

function noteTheRest(row: KumaRow, differs: Differs): void {
  for (const [column, what] of unsupported) {
    if (textOf(row, column) !== '' && textOf(row, column) !== '0') differs(what)
  }
  const auth = authOf(row)
  if (auth !== '' && auth !== 'basic') differs(`its sign-in (${auth}) is left out`)
}

function authOf(row: KumaRow): string {
  const auth = textOf(row, 'auth_method')
  return auth === 'null' ? '' : auth
}

/** Other ways to sign in have names and passwords in the same columns. */
function loginOf(row: KumaRow): { username: string; password: string } | null {
  const username = textOf(row, 'basic_auth_user')
  if (username === '' || !['', 'basic'].includes(authOf(row))) return null
  return { username, password: textOf(row, 'basic_auth_pass') }
}

/** Basic sign-in stands in the address of a URL monitor. */
function addressOf(row: KumaRow): string {
  const address = textOf(row, 'url')
  const login = loginOf(row)
  if (login === null || !URL.canParse(address)) return address
  const parsed = new URL(address)
  parsed.username = encodeURIComponent(login.username)
  parsed.password = encodeURIComponent(login.password)
  return parsed.href
}
