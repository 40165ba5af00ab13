import { BlockList, isIP } from 'node:net'
import { credentialText } from '@sonde/probes/connection/credential-text.ts'

/** The proxy for traffic to the service, if any. */
export function chooseProxy(
  serviceUrl: URL,
  settings: { httpsProxy: URL | null; httpProxy: URL | null; noProxy: readonly string[] },
): URL | null {
  const { httpsProxy, httpProxy, noProxy } = settings
  if (noProxy.some((entry) => bypasses(entry, serviceUrl))) return null
  return serviceUrl.protocol === 'https:' ? (httpsProxy ?? httpProxy) : (httpProxy ?? httpsProxy)
}

function bypasses(entry: string, url: URL): boolean {
  if (entry === '*') return true
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (entry.includes('/')) return isInRange(host, entry)
  const { name, port } = splitPort(entry.toLowerCase())
  const ownPort = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port
  if (port !== null && port !== ownPort) return false
  const suffix = name.replace(/^\*?\./, '')
  return host === suffix || (isIP(host) === 0 && host.endsWith(`.${suffix}`))
}

function splitPort(entry: string): { name: string; port: string | null } {
  const bracketed = /^\[(?<name>[^\]]+)\](?::(?<port>\d+))?$/.exec(entry)?.groups
  if (bracketed) return { name: bracketed['name'] ?? '', port: bracketed['port'] ?? null }
  const [name = '', port, ...more] = entry.split(':')
  // More than one colon without brackets is a bare IPv6 address.
  return more.length > 0 || port === undefined ? { name: entry, port: null } : { name, port }
}

function isInRange(host: string, range: string): boolean {
  const [address = '', prefix = ''] = range.split('/')
  const family = isIP(host)
  if (family === 0 || isIP(address) !== family) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(address, Number(prefix), type)
  return list.check(host, type)
}

/** Whether an entry that looks like a CIDR range is one. */
export function isUsableBypass(entry: string): boolean {
  if (!entry.includes('/')) return true
  const [address = '', prefix = '', ...more] = entry.split('/')
  const family = isIP(address)
  return (
    family !== 0 &&
    more.length === 0 &&
    /^\d{1,3}$/.test(prefix) &&
    Number(prefix) <= (family === 6 ? 128 : 32)
  )
}

/** What of a proxy's address must never be shown. */
export function proxySecrets(proxy: URL | null): string[] {
  if (proxy === null || proxy.password === '') return []
  const user = credentialText(proxy.username)
  const password = credentialText(proxy.password)
  return [password, proxy.password, `${user}:${password}`]
}
