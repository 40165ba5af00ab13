import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { forbidden } from '@sonde/actions/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { unauthorized } from '../http/refusal.ts'

/**
 * Who may read the metrics of this server.
 * - loopback: programs on this machine, and whoever has the token, if there is one.
 * - token: whoever has the token.
 * - public: anybody.
 */
export type MetricsAccess =
  | { kind: 'loopback' | 'public'; token: string | null }
  | { kind: 'token'; token: string }

/** A request that came through a proxy on this machine has its address, and is from somewhere else. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Whether this very program is at the other end of a connection: then a check or an alert has been sent here by whoever
 * has set it up, who need not be the operator.
 */
export type IsOwnConnection = (socket: Pick<Socket, 'remoteAddress' | 'remotePort'>) => boolean

export function requireMetricsReader(
  request: FastifyRequest,
  access: MetricsAccess,
  isOwnConnection: IsOwnConnection,
): void {
  if (access.kind === 'public') return
  const isOfOperator = isFromThisMachine(request) && !isOwnConnection(request.raw.socket)
  if (access.kind === 'loopback' && isOfOperator) return
  if (access.token === null) {
    throw forbidden(
      'Metrics are available on this machine only: to read them from elsewhere, the operator sets METRICS_TOKEN',
    )
  }
  const bearer = /^Bearer +([\x21-\x7e]+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer === undefined)
    throw unauthorized('Metrics need the header Authorization: Bearer <METRICS_TOKEN>')
  if (!timingSafeEqual(hashOf(bearer), hashOf(access.token))) throw unauthorized('Bad Token')
}

/**
 * By the socket and by the name that was asked for: many proxies pass the latter on and say nothing else. Others say not
 * even that, and speak HTTP/1.0, which no reader of metrics does.
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? ''
  if (!loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') || raw.httpVersion === '1.0') return false
  if (forwardingHeaders.some((name) => headers[name] !== undefined)) return false
  const host = (headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
