import { isRecord } from '@sonde/ground/is-record.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { RunEnvironment } from '@sonde/store/runs/run-environments.ts'

/** The configuration of a run that looks at a deployment instead of where its check was written for. */
export function atEnvironment(
  checkType: CheckType,
  config: unknown,
  environment: RunEnvironment | null,
): unknown {
  if (environment === null || environment.url === null || !environment.replacesHost) return config
  const request = isRecord(config) ? config['request'] : null
  const isOfWebAddress = kindOf(checkType).run?.needs?.addresses?.includes('url') === true
  if (!isOfWebAddress || !isRecord(config) || !isRecord(request)) return config
  const { url } = request
  if (typeof url !== 'string') return config
  return { ...config, request: { ...request, url: withHostOf(environment.url, url) } }
}

/**
 * Scheme, host and port of one address, everything else of the other. Done on the text: a parser would write
 * the path and the query anew, and a signed address would not be the same any more.
 */
export function withHostOf(environmentUrl: string, url: string): string {
  if (!URL.canParse(environmentUrl)) return url
  const { protocol, host } = new URL(environmentUrl)
  const parts = /^[a-z][a-z0-9+.-]*:\/\/(?<authority>[^/?#\\]*)(?<rest>.*)$/is.exec(url)?.groups
  if (parts === undefined) return url
  const { authority = '', rest = '' } = parts
  const login = authority.includes('@') ? authority.slice(0, authority.lastIndexOf('@') + 1) : ''
  return `${protocol}//${login}${host}${rest}`
}
