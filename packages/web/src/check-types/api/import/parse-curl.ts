import { shellWords } from './shell-words.ts'

type Pair = { key: string; value: string; locked: boolean }

/** The request of a new API check. */
export type ImportedRequest = {
  method: string
  url: string
  headers: Pair[]
  queryParameters: Pair[]
  body: string
  bodyType: 'JSON' | 'FORM' | 'RAW' | 'GRAPHQL' | 'NONE'
  basicAuth: { username: string; password: string } | null
  followRedirects: boolean
  skipSSL: boolean
  ipFamily: 'IPv4' | 'IPv6'
}

export type CurlImport =
  | { kind: 'request'; request: ImportedRequest; warnings: string[] }
  | { kind: 'mistake'; message: string }

/** Options that take a value, by their short and long names. */
const valued: ReadonlyMap<string, string> = new Map(
  Object.entries({
    X: 'request',
    H: 'header',
    d: 'data',
    u: 'user',
    A: 'user-agent',
    b: 'cookie',
    e: 'referer',
    F: 'form',
    m: 'max-time',
    o: 'output',
    x: 'proxy',
    E: 'cert',
  }),
)

const longValued: ReadonlySet<string> = new Set([
  ...valued.values(),
  'data-raw',
  'data-binary',
  'data-ascii',
  'data-urlencode',
  'json',
  'url',
  'connect-timeout',
  'retry',
  'key',
  'cacert',
  'resolve',
  'form-string',
  'max-redirs',
  'write-out',
])

const flags: Readonly<Record<string, string>> = {
  k: 'insecure',
  L: 'location',
  I: 'head',
  G: 'get',
  '4': 'ipv4',
  '6': 'ipv6',
  s: 'silent',
  S: 'show-error',
  v: 'verbose',
  i: 'include',
  f: 'fail',
}

const harmless: ReadonlySet<string> = new Set([
  'silent',
  'show-error',
  'verbose',
  'include',
  'fail',
  'compressed',
  'output',
  'write-out',
  'no-progress-meter',
  'http1.1',
  'http2',
  'globoff',
])

type Option = { name: string; value: string | null }

/** What a curl command sends. What a check cannot do is left out, and said. */
export function parseCurl(command: string): CurlImport {
  const words = shellWords(command.trim().replace(/^\$\s+/, ''))
  if (words === null) return { kind: 'mistake', message: 'A quote in the command is not closed.' }
  const [program, ...rest] = words
  if (program === undefined || !/(?:^|\/)curl(?:\.exe)?$/.test(program)) {
    return { kind: 'mistake', message: 'The command must begin with curl.' }
  }
  const { options, addresses } = readWords(rest)
  const addressed = [
    ...options.filter(({ name }) => name === 'url').map(({ value }) => value ?? ''),
    ...addresses,
  ]
  const [url] = addressed
  if (url === undefined) return { kind: 'mistake', message: 'The command names no address.' }
  const warnings = addressed.length > 1 ? ['Only the first address is taken.'] : []
  return { kind: 'request', ...requestOf(withScheme(url), options, warnings) }
}

function withScheme(url: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) || url.startsWith('{{') ? url : `http://${url}`
}

function readWords(words: readonly string[]): { options: Option[]; addresses: string[] } {
  const options: Option[] = []
  const addresses: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word.startsWith('--') && word.length > 2) {
      const name = word.slice(2)
      options.push({ name, value: longValued.has(name) ? (words[(at += 1)] ?? '') : null })
    } else if (/^-[^-]/.test(word)) {
      // `-sSL` are three, and `-XPOST` is one with its value.
      for (let letter = 1; letter < word.length; letter += 1) {
        const short = word[letter] ?? ''
        const name = valued.get(short)
        if (name === undefined) {
          options.push({ name: flags[short] ?? short, value: null })
          continue
        }
        const attached = word.slice(letter + 1)
        options.push({ name, value: attached === '' ? (words[(at += 1)] ?? '') : attached })
        break
      }
    } else if (word !== '--') addresses.push(word)
  }
  return { options, addresses }
}

const dataOptions: ReadonlySet<string> = new Set(['data', 'data-raw', 'data-binary', 'data-ascii'])

function requestOf(
  url: string,
  options: readonly Option[],
  warnings: string[],
): { request: ImportedRequest; warnings: string[] } {
  const headers: Pair[] = []
  const data: string[] = []
  let [method, isGet, isJson]: [string | null, boolean, boolean] = [null, false, false]
  let basicAuth: ImportedRequest['basicAuth'] = null
  const request = { followRedirects: false, skipSSL: false, ipFamily: 'IPv4' as 'IPv4' | 'IPv6' }
  const addHeader = (key: string, value: string): void => {
    headers.push({
      key,
      value,
      locked: /^(?:authorization|cookie|.*(?:token|secret|api-?key).*)$/i.test(key),
    })
  }
  for (const { name, value } of options) {
    const text = value ?? ''
    if (dataOptions.has(name)) {
      if (name !== 'data-raw' && text.startsWith('@'))
        warnings.push(`The file ${text.slice(1)} is not read: paste its text as the body.`)
      else data.push(text)
    } else if (name === 'data-urlencode') data.push(encodeData(text))
    else if (name === 'json') {
      data.push(text)
      isJson = true
    } else if (name === 'request') method = text.toUpperCase()
    else if (name === 'header') {
      const colon = text.indexOf(':')
      if (colon > 0) addHeader(text.slice(0, colon).trim(), text.slice(colon + 1).trim())
    } else if (name === 'user') {
      const colon = text.indexOf(':')
      basicAuth =
        colon === -1
          ? { username: text, password: '' }
          : { username: text.slice(0, colon), password: text.slice(colon + 1) }
    } else if (name === 'user-agent') addHeader('User-Agent', text)
    else if (name === 'cookie') {
      if (text.includes('=')) addHeader('Cookie', text)
      else warnings.push(`The file of cookies ${text} is not read.`)
    } else if (name === 'referer') addHeader('Referer', text)
    else if (name === 'insecure') request.skipSSL = true
    else if (name === 'location') request.followRedirects = true
    else if (name === 'head') method ??= 'HEAD'
    else if (name === 'get') isGet = true
    else if (name === 'ipv6') request.ipFamily = 'IPv6'
    else if (name === 'ipv4') request.ipFamily = 'IPv4'
    else if (name !== 'url' && !harmless.has(name)) warnings.push(`--${name} is left out.`)
  }
  const joined = data.join('&')
  const body = isGet ? '' : joined
  const contentType = headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value ?? ''
  return {
    request: {
      ...request,
      method: method ?? (body === '' ? 'GET' : 'POST'),
      url: isGet && joined !== '' ? `${url}${url.includes('?') ? '&' : '?'}${joined}` : url,
      headers,
      queryParameters: [],
      body,
      bodyType: bodyTypeOf(body, contentType, isJson),
      basicAuth,
    },
    warnings,
  }
}

/** As curl does it: `name=content`, `=content` and `content`. */
function encodeData(text: string): string {
  const equals = text.indexOf('=')
  if (equals <= 0) return encodeURIComponent(text.slice(equals + 1))
  return `${text.slice(0, equals)}=${encodeURIComponent(text.slice(equals + 1))}`
}

function bodyTypeOf(body: string, contentType: string, isJson: boolean): ImportedRequest['bodyType'] {
  if (body === '') return 'NONE'
  if (isJson || /json/i.test(contentType)) return 'JSON'
  if (contentType === '' || /x-www-form-urlencoded/i.test(contentType)) return 'FORM'
  return 'RAW'
}
