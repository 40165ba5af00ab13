import { getSystemErrorName } from 'node:util'
import { ipFamilies, type IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { errnoOf } from './linux-abi.ts'
import { IcmpEngineError, IcmpSocketError } from './ping-run.ts'
import type { SocketReport } from './run-wire.ts'

const grant =
  'run: sysctl -w net.ipv4.ping_group_range="0 2147483647" (for IPv4 and IPv6; in Docker: --sysctl net.ipv4.ping_group_range="0 2147483647"), or give the process the capability NET_RAW (Docker: --cap-add NET_RAW; Kubernetes: capabilities.add: ["NET_RAW"])'

/** One text per right that this process lacks. A family that the system does not have is no missing right. */
export function listMissingRights(report: SocketReport): string[] {
  const refused = ipFamilies.filter(
    (family) => report.kinds[family] === 'none' && isRefusal(report.errnos[family]),
  )
  if (refused.length === 0) return []
  return [
    `ICMP over ${refused.join(' and ')}: the group of this process is outside net.ipv4.ping_group_range and it has no NET_RAW; ${grant}`,
  ]
}

export function describeMissingSocket(family: IpFamily, errno: number): Error {
  if (isRefusal(errno)) {
    return new IcmpSocketError('EPERM', `no permission to open a socket for ICMP over ${family}; ${grant}`)
  }
  if (errno === errnoOf.EAFNOSUPPORT) {
    return new IcmpSocketError('EAFNOSUPPORT', `this system has no ${family}`)
  }
  return new IcmpEngineError(`no socket for ICMP over ${family}: ${getSystemErrorName(-errno)}`)
}

function isRefusal(errno: number): boolean {
  return errno === errnoOf.EPERM || errno === errnoOf.EACCES
}
