import { credentialHeaders } from '@sonde/ground/credential-headers.ts'
import { isRecord } from '@sonde/ground/is-record.ts'

/** No address is longer; what stands before it is no part of it. */
const longestAddress = 4_096

/** What a request holds that a target may echo, and nobody may see: passwords, and values that are hidden. */
export function credentialsIn(config: unknown): string[] {
  const request = isRecord(config) ? config['request'] : null
  if (!isRecord(request)) return []
  return [
    ...Object.values(request).flatMap(credentialsOf),
    ...basicAuthIn(request['basicAuth']),
    ...hiddenValuesIn(request['headers']),
    ...hiddenValuesIn(request['queryParameters']),
  ]
}

/** Whether there are such, in a configuration as JSON: cheap, and never wrong the other way. */
export function mayHoldCredentials(configText: string): boolean {
  return (
    (configText.includes('@') && configText.includes('://')) ||
    configText.includes('"basicAuth":{') ||
    configText.includes('"locked":true') ||
    credentialHeader.test(configText)
  )
}

const credentialHeader = new RegExp(`"key":"(?:${[...credentialHeaders].join('|')})"`, 'i')

function basicAuthIn(basicAuth: unknown): string[] {
  if (!isRecord(basicAuth)) return []
  const { username, password } = basicAuth
  if (typeof username !== 'string' || typeof password !== 'string' || password === '') return []
  return [password, `${username}:${password}`]
}

function hiddenValuesIn(pairs: unknown): string[] {
  return Array.isArray(pairs)
    ? pairs.flatMap((pair: unknown) =>
        isHiddenPair(pair) && typeof pair['value'] === 'string' && pair['value'] !== ''
          ? [pair['value']]
          : [],
      )
    : []
}

/** A header or parameter that is locked, or whose name says what it is. */
export function isHiddenPair(pair: unknown): pair is Readonly<Record<string, unknown>> {
  if (!isRecord(pair)) return false
  const { key, locked } = pair
  return locked === true || (typeof key === 'string' && credentialHeaders.has(key.toLowerCase()))
}

/** From sign to sign: a pattern that looks for the scheme would begin anew at every letter of a long text. */
function credentialsOf(text: unknown): string[] {
  if (typeof text !== 'string' || !mayHoldCredentials(text)) return []
  const credentials: string[] = []
  for (let sign = text.indexOf('://'); sign !== -1; sign = text.indexOf('://', sign + 3)) {
    const start = sign + 3
    const rest = text.slice(start, start + longestAddress)
    const end = rest.search(/[\s/?#]/)
    const authority = end === -1 ? rest : rest.slice(0, end)
    const at = authority.lastIndexOf('@')
    const colon = authority.indexOf(':')
    if (at === -1 || colon === -1 || colon >= at - 1) continue
    const [user, password] = [decoded(authority.slice(0, colon)), decoded(authority.slice(colon + 1, at))]
    credentials.push(password, `${user}:${password}`)
  }
  return credentials
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
