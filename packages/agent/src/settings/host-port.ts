import { isIPv6 } from 'node:net'

export type HostPort = { host: string; port: number | null }

/** Reads `host`, `host:port`, an IPv6 address, or one in brackets with a port; null when it is none of these. */
export function parseHostPort(text: string): HostPort | null {
  if (isIPv6(text)) return { host: text, port: null }
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text)
  if (bracketed) {
    const host = bracketed[1] ?? ''
    return isIPv6(host) ? withPort(host, bracketed[2]) : null
  }
  const [, host, port] = /^([^\s:/[\]]+)(?::(\d{1,5}))?$/.exec(text) ?? []
  return host === undefined ? null : withPort(host, port)
}

function withPort(host: string, text: string | undefined): HostPort | null {
  if (text === undefined) return { host, port: null }
  const port = Number(text)
  return port >= 1 && port <= 65_535 ? { host, port } : null
}
