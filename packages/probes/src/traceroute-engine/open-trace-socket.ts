import { getSystemErrorName } from 'node:util'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { filterReplies, stampInKernel } from '../icmp-engine/icmp-socket.ts'
import { allocateBlock, type Libc } from '../icmp-engine/libc.ts'
import {
  AF_INET,
  AF_INET6,
  IPPROTO_ICMP,
  IPPROTO_ICMPV6,
  IPPROTO_SCTP,
  IPPROTO_TCP,
  IPV6_RECVERR,
  IP_HDRINCL,
  IP_RECVERR,
  SOCK_CLOEXEC,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
  SOCK_RAW,
  SOCK_STREAM,
  SOL_IP,
  SOL_IPV6,
  errnoOf,
  sockaddrWords,
} from '../icmp-engine/linux-abi.ts'
import { toSocketAddress } from '../icmp-engine/socket-address.ts'
import { acceptHalfWord, setNumber } from '../icmp-engine/socket-options.ts'
import type { Flow } from './probe-format.ts'
import { TracerouteEngineError, TracerouteSocketError, type TraceRequest } from './trace.ts'

export type OpenedTraceSocket =
  | {
      kind: 'opened'
      fd: number
      /** Keeps the port from others; nothing happens on it. */ reservedFd: number | null
      flow: Flow
    }
  /** There is no way to the target that our own system knows. */
  | { kind: 'refused'; errno: number; code: string }

/** The socket of one trace: one flow, from one port to one port. `random` gives 32 bits. */
export function openTraceSocket(libc: Libc, request: TraceRequest, random: () => number): OpenedTraceSocket {
  const { address, family, protocol, port } = request
  const target = toSocketAddress(address, family)
  if (!target)
    throw new TracerouteEngineError(`"${address}" is not an ${family} address of this host's networks`)
  const { fd, isRaw } = openSocket(libc, request)
  let reservedFd: number | null = null
  try {
    setNumber(
      libc,
      fd,
      family === 'IPv4' ? SOL_IP : SOL_IPV6,
      family === 'IPv4' ? IP_RECVERR : IPV6_RECVERR,
      1,
    )
    stampInKernel(libc, fd, false)
    // Raw sockets have no ports: to them the number would be that of a protocol.
    if (protocol === 'UDP') new DataView(target.buffer).setUint16(2, port)
    const bytes = new Uint8Array(target.buffer, 0, sockaddrWords[family] * 4)
    if (libc.connect(fd, bytes, bytes.length) !== 0) return refuse(libc, libc.errno(), [fd])
    const local = readLocalAddress(libc, fd)
    const identifier = random() & 0xffff
    let sourcePort = local.port
    if (protocol === 'TCP') {
      reservedFd = reservePort(libc, family)
      sourcePort = readLocalAddress(libc, reservedFd).port
    } else if (protocol === 'SCTP') {
      sourcePort = 32_768 + (random() % 28_000)
    }
    if (protocol === 'ICMP' && isRaw) filterReplies(libc, fd, family, identifier)
    if (protocol === 'TCP' || protocol === 'SCTP') {
      if (family === 'IPv4') setNumber(libc, fd, SOL_IP, IP_HDRINCL, 1)
      acceptHalfWord(libc, fd, family, { offset: 2, value: sourcePort })
    }
    const flow: Flow = {
      family,
      source: local.address,
      target: addressBytes(target, family),
      sourcePort,
      port,
      identifier,
      // Never zero, which SCTP does not allow, and never so high that a number on top of it would be.
      token: 1 + (random() % 0xffff_0000),
    }
    return { kind: 'opened', fd, reservedFd, flow }
  } catch (error) {
    libc.close(fd)
    if (reservedFd !== null) libc.close(reservedFd)
    throw error
  }
}

const domains = { IPv4: AF_INET, IPv6: AF_INET6 } as const
const socketFlags = SOCK_NONBLOCK | SOCK_CLOEXEC

function openSocket(libc: Libc, { family, protocol }: TraceRequest): { fd: number; isRaw: boolean } {
  const icmp = family === 'IPv4' ? IPPROTO_ICMP : IPPROTO_ICMPV6
  const candidates = {
    UDP: [[SOCK_DGRAM, 0]],
    ICMP: [
      [SOCK_DGRAM, icmp],
      [SOCK_RAW, icmp],
    ],
    TCP: [[SOCK_RAW, IPPROTO_TCP]],
    SCTP: [[SOCK_RAW, IPPROTO_SCTP]],
  } as const
  let errno = 0
  for (const [type, number] of candidates[protocol]) {
    const fd = libc.socket(domains[family], type | socketFlags, number)
    if (fd >= 0) return { fd, isRaw: type === SOCK_RAW }
    errno = libc.errno()
  }
  throw describeMissingSocket(`${protocol} over ${family}`, family, errno)
}

function describeMissingSocket(what: string, family: IpFamily, errno: number): Error {
  if (errno === errnoOf.EPERM || errno === errnoOf.EACCES) {
    return new TracerouteSocketError('EPERM', `no permission to open a socket for a trace by ${what}`)
  }
  if (errno === errnoOf.EAFNOSUPPORT) {
    return new TracerouteSocketError('EAFNOSUPPORT', `this system has no ${family}`)
  }
  return new TracerouteEngineError(`no socket for a trace by ${what}: ${getSystemErrorName(-errno)}`)
}

function refuse(libc: Libc, errno: number, fds: readonly number[]): OpenedTraceSocket {
  for (const fd of fds) libc.close(fd)
  return { kind: 'refused', errno, code: getSystemErrorName(-errno) }
}

/** The kernel answers what comes to the port with a reset, since nobody listens on it. */
function reservePort(libc: Libc, family: IpFamily): number {
  const fd = libc.socket(domains[family], SOCK_STREAM | socketFlags, 0)
  if (fd < 0) throw new TracerouteEngineError(`no port for a trace: ${getSystemErrorName(-libc.errno())}`)
  const anyAddress = new Uint8Array(sockaddrWords[family] * 4)
  new DataView(anyAddress.buffer).setUint16(0, domains[family], true)
  if (libc.bind(fd, anyAddress, anyAddress.length) !== 0) {
    const code = getSystemErrorName(-libc.errno())
    libc.close(fd)
    throw new TracerouteEngineError(`no port for a trace: ${code}`)
  }
  return fd
}

function readLocalAddress(libc: Libc, fd: number): { port: number; address: Uint8Array } {
  const name = allocateBlock(32)
  const length = allocateBlock(4)
  length.view.setUint32(0, 32, true)
  if (libc.getsockname(fd, name.bytes, length.bytes) !== 0) {
    throw new TracerouteEngineError(`a socket without a name: ${getSystemErrorName(-libc.errno())}`)
  }
  const family = name.view.getUint16(0, true) === AF_INET ? 'IPv4' : 'IPv6'
  return { port: name.view.getUint16(2), address: addressBytes(name.words, family) }
}

function addressBytes(words: Int32Array, family: IpFamily): Uint8Array {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  return family === 'IPv4' ? bytes.slice(4, 8) : bytes.slice(8, 24)
}
