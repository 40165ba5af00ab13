import { isRecord } from '@sonde/ground/is-record.ts'

/** What the API checks of a group have in common. */
export type ApiDefaults = {
  /** Known to their templates as `{{GROUP_BASE_URL}}`. */
  url: string
  headers: readonly Pair[]
  queryParameters: readonly Pair[]
  assertions: readonly unknown[]
  basicAuth: unknown
}

type Pair = Readonly<Record<string, unknown>> & { key: string }

/** In the sealed part of a group, as it was opened; null when there are none. */
export function apiDefaultsIn(json: string): ApiDefaults | null {
  const config: unknown = JSON.parse(json)
  const defaults = isRecord(config) ? config['apiCheckDefaults'] : null
  if (!isRecord(defaults)) return null
  const { url, headers, queryParameters, assertions, basicAuth } = defaults
  return {
    url: typeof url === 'string' ? url : '',
    headers: pairsIn(headers),
    queryParameters: pairsIn(queryParameters),
    assertions: Array.isArray(assertions) ? assertions : [],
    basicAuth: isLogin(basicAuth) ? basicAuth : null,
  }
}

/** The configuration of a run with what its group adds; what the check says itself counts more. */
export function withGroupDefaults(config: unknown, defaults: ApiDefaults): unknown {
  const request = isRecord(config) ? config['request'] : null
  if (!isRecord(config) || !isRecord(request)) return config
  const assertions: unknown = request['assertions']
  return {
    ...config,
    request: {
      ...request,
      headers: merged(defaults.headers, pairsIn(request['headers']), (name) => name.toLowerCase()),
      queryParameters: merged(defaults.queryParameters, pairsIn(request['queryParameters']), (name) => name),
      basicAuth: request['basicAuth'] ?? defaults.basicAuth,
      assertions: [...defaults.assertions, ...(Array.isArray(assertions) ? assertions : [])],
    },
  }
}

function merged(ofGroup: readonly Pair[], own: readonly Pair[], keyOf: (name: string) => string): Pair[] {
  const names = new Set(own.map(({ key }) => keyOf(key)))
  return [...ofGroup.filter(({ key }) => !names.has(keyOf(key))), ...own]
}

function pairsIn(list: unknown): Pair[] {
  return Array.isArray(list) ? list.filter(isPair) : []
}

function isPair(value: unknown): value is Pair {
  return isRecord(value) && typeof value['key'] === 'string'
}

/** A form may leave both of them empty. */
function isLogin(value: unknown): boolean {
  return isRecord(value) && (value['username'] !== '' || value['password'] !== '')
}
