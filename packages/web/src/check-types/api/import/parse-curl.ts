import { harmlessOptions, readOptions, type CurlOption } from './curl-options.ts'
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

/** What a curl command sends. What a check cannot do is left out, and said. */
export function parseCurl(command: string): CurlImport {
  const text = asPosix(command.trim().replace(/^[$#>]\s+/, ''))
  const words = shellWords(text)
  if (words === null) return { kind: 'mistake', message: 'A quote in the command is not closed.' }
  const [program, ...rest] = words[0] === 'sudo' ? words.slice(1) : words
  if (program === undefined || !/(?:^|[\\/])curl(?:\.exe)?$/i.test(program)) {
    return { kind: 'mistake', message: 'The command must begin with curl.' }
  }
  const { options, addresses } = readOptions(rest)
  const addressed = [
    ...options.filter(({ name }) => name === 'url').map(({ value }) => value ?? ''),
    ...addresses,
  ]
  const [url] = addressed
  if (url === undefined) return { kind: 'mistake', message: 'The command names no address.' }
  const warnings = [
    ...(addressed.length > 1
      ? [`Only the first address is taken, not ${addressed.slice(1).join(', ')}.`]
      : []),
    ...shellVariables(text).map(
      (name) => `${name} is a variable of your shell. Replace it by its value or by a variable of Sonde.`,
    ),
  ]
  return { kind: 'request', ...requestOf(withScheme(url), options, warnings) }
}

/** A command as it is copied for the Windows prompt or for PowerShell, the way a POSIX shell would be given it. */
function asPosix(command: string): string {
  const lines = command.replaceAll('\r\n', '\n').replaceAll(/`\n/g, ' ')
  if (!/\^(?:\n|")/.test(lines)) return lines
  return lines.replaceAll(/\^\n\s*/g, ' ').replaceAll(/\^(.)/g, '$1')
}

/** Names that a shell would have replaced: not those in single quotes. */
function shellVariables(command: string): string[] {
  const names = command
    .replaceAll(/\$'(?:\\.|[^'\\])*'|'[^']*'/gs, '')
    .match(/(?<!\\)\$(?:\{[A-Za-z_]\w*\}|[A-Za-z_]\w*)/g)
  return [...new Set(names)]
}

function withScheme(url: string): string {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(url) || url.startsWith('{{') ? url : `http://${url}`
}

const dataOptions: ReadonlySet<string> = new Set(['data', 'data-raw', 'data-binary', 'data-ascii'])

/** Why an option is left out, and what to do instead. */
const leftOut: Readonly<Record<string, string>> = {
  cert: 'add the client certificate under Settings',
  key: 'add the client certificate under Settings',
  cacert: 'add the authority with the client certificate under Settings',
  'connect-timeout': 'set the limits of the check',
  'max-time': 'set the limits of the check',
  form: 'a check cannot send multipart forms',
  'form-string': 'a check cannot send multipart forms',
  'upload-file': 'a check cannot send files; paste the text as the body',
  proxy: 'a private location can have a proxy',
  resolve: 'the name is looked up where the check runs',
  'connect-to': 'the name is looked up where the check runs',
  'unix-socket': 'a check connects over the network',
  netrc: 'enter user name and password in the form',
  config: 'the file is not read',
  retry: 'set the retries of the check',
  digest: 'a check sends basic authentication only',
  ntlm: 'a check sends basic authentication only',
  negotiate: 'a check sends basic authentication only',
  'aws-sigv4': 'a check cannot sign its requests; use a setup script',
}

const multipart: ReadonlySet<string> = new Set(['form', 'form-string'])

function requestOf(
  address: string,
  options: readonly CurlOption[],
  warnings: string[],
): { request: ImportedRequest; warnings: string[] } {
  const headers: Pair[] = []
  const data: string[] = []
  const query: string[] = []
  let [method, isGet, isJson, hasData]: [string | null, boolean, boolean, boolean] = [
    null,
    false,
    false,
    false,
  ]
  let { url, basicAuth } = withoutCredentials(address)
  const request = { followRedirects: false, skipSSL: false, ipFamily: 'IPv4' as 'IPv4' | 'IPv6' }
  const addHeader = (key: string, value: string): void => {
    headers.push({
      key,
      value,
      locked: /^(?:authorization|cookie|.*(?:token|secret|api-?key).*)$/i.test(key),
    })
  }
  const readsFile = (text: string): boolean => {
    if (!text.startsWith('@')) return false
    const file = text === '@-' ? 'Standard input' : `The file ${text.slice(1)}`
    warnings.push(`${file} is not read: paste its text as the body.`)
    return true
  }
  for (const { name, value } of options) {
    const text = value ?? ''
    if (dataOptions.has(name) || name === 'json') {
      hasData = true
      isJson ||= name === 'json'
      if (name === 'data-raw' || !readsFile(text)) data.push(text)
    } else if (name === 'data-urlencode') {
      hasData = true
      const [, file] = /^[^=@]*(@.+)$/s.exec(text) ?? []
      if (file === undefined || !readsFile(file)) data.push(encodeData(text))
    } else if (name === 'url-query') query.push(encodeData(text))
    else if (name === 'request') method = text.toUpperCase()
    else if (name === 'header') {
      const [, key = '', separator, content = ''] = /^([^:;]+)([:;])(.*)$/s.exec(text) ?? []
      if (text.startsWith('@')) warnings.push(`The file ${text.slice(1)} is not read: enter its headers.`)
      // `Name;` is a header without a value, and `Name:` takes one away that curl would send.
      else if (content.trim() !== '' || separator === ';') addHeader(key.trim(), content.trim())
    } else if (name === 'user') {
      const colon = text.indexOf(':')
      if (colon === -1) warnings.push('The command has a user name and no password: enter it in the form.')
      basicAuth =
        colon === -1
          ? { username: text, password: '' }
          : { username: text.slice(0, colon), password: text.slice(colon + 1) }
    } else if (name === 'oauth2-bearer') addHeader('Authorization', `Bearer ${text}`)
    else if (name === 'user-agent') addHeader('User-Agent', text)
    else if (name === 'cookie') {
      if (text.includes('=')) addHeader('Cookie', text)
      else warnings.push(`The file of cookies ${text} is not read.`)
    } else if (name === 'referer') addHeader('Referer', text)
    else if (name === 'range') addHeader('Range', `bytes=${text}`)
    else if (name === 'insecure') request.skipSSL = true
    else if (name === 'location' || name === 'location-trusted') request.followRedirects = true
    else if (name === 'head') method ??= 'HEAD'
    else if (name === 'get') isGet = true
    else if (name === 'ipv6') request.ipFamily = 'IPv6'
    else if (name === 'ipv4') request.ipFamily = 'IPv4'
    else if (name !== 'url' && !harmlessOptions.has(name)) {
      hasData ||= multipart.has(name)
      const why = leftOut[name]
      warnings.push(`--${name} is left out${why === undefined ? '' : `: ${why}`}.`)
    }
  }
  const joined = data.join(isJson ? '' : '&')
  const body = isGet ? '' : joined
  const has = (header: string) => headers.find(({ key }) => key.toLowerCase() === header)
  if (isJson && has('accept') === undefined) addHeader('Accept', 'application/json')
  for (const part of [...query, ...(isGet && joined !== '' ? [joined] : [])]) {
    url += `${url.includes('?') ? '&' : '?'}${part}`
  }
  return {
    request: {
      ...request,
      method: method ?? (hasData && !isGet ? 'POST' : 'GET'),
      url,
      headers,
      queryParameters: [],
      body,
      bodyType: bodyTypeOf(body, has('content-type')?.value ?? '', isJson),
      basicAuth,
    },
    warnings: [...new Set(warnings)],
  }
}

/** `https://ann:secret@api.example.com`: fields of their own, so that the address holds no secret. */
function withoutCredentials(address: string): Pick<ImportedRequest, 'url' | 'basicAuth'> {
  const [, scheme = '', user, password = '', rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)([^:@/?#]*)(?::([^@/?#]*))?@(.*)$/is.exec(address) ?? []
  if (user === undefined) return { url: address, basicAuth: null }
  return { url: scheme + rest, basicAuth: { username: decode(user), password: decode(password) } }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
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
