import { isRecord } from '@sonde/ground/is-record.ts'
import { isAllowedHost } from '@sonde/schema/checks/allowed-hosts.ts'
import { isHiddenPair } from './url-credentials.ts'

/** Where a request goes. The scheme is null where the type of the check has none. */
export type RunTarget = { scheme: string | null; host: string; port: string }

/** Fields of requests that say who hears of the run, in whatever type. */
const targetFields = ['url', 'hostname', 'nameServer', 'query'] as const

export function targetsIn(config: unknown): RunTarget[] {
  const request = isRecord(config) ? config['request'] : null
  if (!isRecord(request)) return []
  return [request, ...Object.values(request).filter(isRecord)].flatMap((part) =>
    targetFields.flatMap((field) => {
      const text = part[field]
      return typeof text === 'string' && text !== '' ? [targetOf(text, part['port'])] : []
    }),
  )
}

export function targetOf(text: string, port: unknown): RunTarget {
  if (text.includes('://') && URL.canParse(text)) {
    const url = new URL(text)
    const usualPort = url.protocol === 'http:' ? '80' : '443'
    return { scheme: url.protocol, host: url.hostname, port: url.port === '' ? usualPort : url.port }
  }
  return { scheme: null, host: text.toLowerCase(), port: String(port ?? '') }
}

/**
 * The first target that may not be trusted with the secrets of an account: neither does the check go there by
 * itself, by the same scheme and port, nor does the trigger allow it. Null when there is none.
 */
export function firstForeignTarget(
  targets: readonly RunTarget[],
  { own, allowedHosts }: { own: readonly RunTarget[]; allowedHosts: readonly string[] },
): RunTarget | null {
  const isOwn = (target: RunTarget) =>
    own.some(
      ({ scheme, host, port }) => scheme === target.scheme && host === target.host && port === target.port,
    )
  return targets.find((target) => !isOwn(target) && !isAllowedHost(allowedHosts, target)) ?? null
}

/** For people: with its port, unless that is the usual one. */
export function nameOfTarget({ scheme, host, port }: RunTarget): string {
  const isUsual =
    port === '' || (scheme === 'http:' && port === '80') || (scheme === 'https:' && port === '443')
  return isUsual ? host : `${host}:${port}`
}

/**
 * The configuration without what tells a target who is asking: logins, headers and parameters that are hidden, the
 * metadata of a gRPC call (any name of it may carry a token), and the client certificate that it names.
 */
export function withoutLogins(config: unknown): unknown {
  const request = isRecord(config) ? config['request'] : null
  if (!isRecord(config) || !isRecord(request)) return config
  return {
    ...config,
    request: Object.fromEntries(
      Object.entries(request).flatMap(([field, value]) => {
        if (field === 'sslClientCertificateId') return value === null ? [[field, value]] : []
        return [[field, fieldWithoutLogins(field, value)]]
      }),
    ),
  }
}

function fieldWithoutLogins(field: string, value: unknown): unknown {
  if (typeof value === 'string') return withoutLogin(value)
  if (field === 'basicAuth') return null
  if (field === 'headers' || field === 'queryParameters') return withoutHidden(value)
  return isRecord(value) && 'metadata' in value ? { ...value, metadata: [] } : value
}

function withoutHidden(pairs: unknown): unknown {
  return Array.isArray(pairs) ? pairs.filter((pair) => !isHiddenPair(pair)) : pairs
}

function withoutLogin(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@/i, '$1')
}
