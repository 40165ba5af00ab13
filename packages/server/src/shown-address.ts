import { type Server, isIPv6 } from 'node:net'

/** Where people reach a server that has no public address; `bound` is null when it is another process. */
export function shownAddress(
  bound: ReturnType<Server['address']>,
  settings: { host: string; port: number },
): string {
  const port = typeof bound === 'object' && bound !== null ? bound.port : settings.port
  // A wildcard is no address to open; the machine itself is reached by loopback.
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[settings.host] ?? bracketed(settings.host)
  return `http://${host}:${port}`
}

function bracketed(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}
