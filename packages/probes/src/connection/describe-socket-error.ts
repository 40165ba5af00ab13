import { showResponseTime } from '@sonde/ground/shown-time.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'

export type Peer = { host: string; address: string | null; port: number }

/** What the system says about a socket, in words for whoever has to find out why. */
export function describeSocketError(error: unknown, peer: Peer): ProbeError {
  const code = codeOf(error)
  const at = `${bracketed(peer.address ?? peer.host)}:${peer.port}`
  return { code, message: messageOf(code, at, peer, error), ...details(error), ...whereabouts(peer) }
}

/** Phases whose names are not words. */
const phaseWords: Readonly<Record<string, string>> = { firstByte: 'first byte', tls: 'TLS', dns: 'DNS' }

/** No answer within the time that a phase had. */
export function describeTimeout(peer: Peer, { ms, phase }: { ms: number; phase: string }): ProbeError {
  const at = `${bracketed(peer.address ?? peer.host)}:${peer.port}`
  return {
    code: 'ETIMEDOUT',
    message: `No answer from ${at} within ${showResponseTime(ms)} (${phaseWords[phase] ?? phase})`,
    phase,
    ...whereabouts(peer),
  }
}

function messageOf(code: string, at: string, { address, host }: Peer, error: unknown): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `Connection to ${at} was refused`
    case 'ECONNRESET':
    case 'EPIPE':
      return `Connection to ${at} was reset`
    case 'EHOSTUNREACH':
      return `${address ?? host} is unreachable (host)`
    case 'ENETUNREACH':
      return `${address ?? host} is unreachable (network)`
    case 'ETIMEDOUT':
      return `No answer from ${at} (connect)`
    default:
      return `Connection to ${at} failed: ${error instanceof Error ? error.message : code}`
  }
}

function details(error: unknown): Pick<ProbeError, 'syscall' | 'errno'> {
  if (!(error instanceof Error)) return {}
  const { syscall, errno } = error as NodeJS.ErrnoException
  return {
    ...(typeof syscall === 'string' ? { syscall } : {}),
    ...(typeof errno === 'number' ? { errno } : {}),
  }
}

function whereabouts({ host, address, port }: Peer): Pick<ProbeError, 'hostname' | 'address' | 'port'> {
  return { hostname: host, port, ...(address === null ? {} : { address }) }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && code !== '' ? code : 'ERR_SOCKET'
}

function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
