import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import {
  AF_INET,
  AF_INET6,
  ECHO_REPLY,
  ICMP6_FILTER,
  ICMP_FILTER,
  IPPROTO_ICMP,
  IPPROTO_ICMPV6,
  IPV6_RECVERR,
  IPV6_RECVHOPLIMIT,
  IP_RECVERR,
  IP_RECVTTL,
  SOCK_CLOEXEC,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
  SOCK_RAW,
  SOF_TIMESTAMPING_RX_SOFTWARE,
  SOF_TIMESTAMPING_SOFTWARE,
  SOF_TIMESTAMPING_TX_SCHED,
  SOF_TIMESTAMPING_TX_SOFTWARE,
  SOL_IP,
  SOL_IPV6,
  SOL_RAW,
  SOL_SOCKET,
  SO_RCVBUF,
  SO_RCVBUFFORCE,
  SO_SNDBUF,
  SO_SNDBUFFORCE,
  SO_TIMESTAMPING,
} from './linux-abi.ts'
import type { Libc } from './libc.ts'
import { acceptHalfWord, getNumber, setNumber } from './socket-options.ts'

const sequences = 65_536
const wantedBufferBytes = 16 * 1024 * 1024
/** The kernel's books for a small packet, and each ping takes two places: its transmit stamp and its reply. */
const bufferBytesPerPing = 2 * 1280

/** One socket and the sequence numbers in flight on it. */
export class IcmpSocket {
  readonly fd: number
  readonly family: IpFamily
  readonly kind: 'datagram' | 'raw'
  /** On raw sockets ours. On datagram sockets the kernel writes its own, and hands us only what bears it. */
  readonly identifier: number
  readonly hasKernelTimes: boolean
  /** Pings in flight whose replies fit into the receive buffer, should all come while our thread is away. */
  readonly comfortableLoad: number
  /** The send buffer is full: wait until the socket can be written. */
  isBlocked = false
  inFlight = 0
  /** Index of the ping in its pool, plus one. */
  readonly #pingOf = new Int32Array(sequences)
  #cursor: number

  constructor(made: {
    fd: number
    family: IpFamily
    kind: 'datagram' | 'raw'
    identifier: number
    firstSequence: number
    hasKernelTimes: boolean
    receiveBufferBytes: number
  }) {
    this.fd = made.fd
    this.family = made.family
    this.kind = made.kind
    this.identifier = made.identifier
    this.hasKernelTimes = made.hasKernelTimes
    this.comfortableLoad = Math.max(16, Math.floor(made.receiveBufferBytes / bufferBytesPerPing))
    this.#cursor = made.firstSequence
  }

  get free(): number {
    return sequences - this.inFlight
  }

  /** Only while `free` is above zero. */
  takeSequence(ping: number): number {
    while (this.#pingOf[this.#cursor] !== 0) this.#cursor = (this.#cursor + 1) & 0xffff
    const sequence = this.#cursor
    this.#pingOf[sequence] = ping + 1
    this.#cursor = (sequence + 1) & 0xffff
    this.inFlight += 1
    return sequence
  }

  releaseSequence(sequence: number): void {
    this.#pingOf[sequence] = 0
    this.inFlight -= 1
  }

  /** -1 when no ping in flight has it. */
  pingAt(sequence: number): number {
    return (this.#pingOf[sequence] ?? 0) - 1
  }
}

export type OpenedSocket = { socket: IcmpSocket } | { errno: number }

/** A datagram socket where the system lets us have one, else a raw one. `random` gives 16 bits. */
export function openIcmpSocket(
  libc: Libc,
  family: IpFamily,
  {
    kernelTimes,
    random,
    isIdentifierTaken,
  }: { kernelTimes: boolean; random: () => number; isIdentifierTaken: (identifier: number) => boolean },
): OpenedSocket {
  const domain = family === 'IPv4' ? AF_INET : AF_INET6
  const protocol = family === 'IPv4' ? IPPROTO_ICMP : IPPROTO_ICMPV6
  const flags = SOCK_NONBLOCK | SOCK_CLOEXEC
  let kind: 'datagram' | 'raw' = 'datagram'
  let fd = libc.socket(domain, SOCK_DGRAM | flags, protocol)
  if (fd < 0) {
    kind = 'raw'
    fd = libc.socket(domain, SOCK_RAW | flags, protocol)
  }
  if (fd < 0) return { errno: libc.errno() }

  let identifier = random()
  while (isIdentifierTaken(identifier)) identifier = random()
  if (kind === 'raw') filterReplies(libc, fd, family, identifier)
  if (family === 'IPv4') {
    setNumber(libc, fd, SOL_IP, IP_RECVTTL, 1)
    setNumber(libc, fd, SOL_IP, IP_RECVERR, 1)
  } else {
    setNumber(libc, fd, SOL_IPV6, IPV6_RECVHOPLIMIT, 1)
    setNumber(libc, fd, SOL_IPV6, IPV6_RECVERR, 1)
  }
  setBuffer(libc, fd, SO_SNDBUFFORCE, SO_SNDBUF)
  setBuffer(libc, fd, SO_RCVBUFFORCE, SO_RCVBUF)
  const socket = new IcmpSocket({
    fd,
    family,
    kind,
    identifier,
    // A restarted engine must not be answered by replies to its predecessor's first pings.
    firstSequence: random(),
    hasKernelTimes: kernelTimes && stampInKernel(libc, fd, false),
    receiveBufferBytes: getNumber(libc, fd, SOL_SOCKET, SO_RCVBUF),
  })
  return { socket }
}

/**
 * Software stamps, taken by the network driver. `alsoAtQueue` adds the moment at which a packet enters the
 * interface's queue, for the few drivers that take none.
 */
export function stampInKernel(libc: Libc, fd: number, alsoAtQueue: boolean): boolean {
  const stamps =
    SOF_TIMESTAMPING_SOFTWARE |
    SOF_TIMESTAMPING_RX_SOFTWARE |
    SOF_TIMESTAMPING_TX_SOFTWARE |
    (alsoAtQueue ? SOF_TIMESTAMPING_TX_SCHED : 0)
  return setNumber(libc, fd, SOL_SOCKET, SO_TIMESTAMPING, stamps)
}

/** Beyond the system's limit where we may; up to it otherwise. */
function setBuffer(libc: Libc, fd: number, force: number, plain: number): void {
  if (!setNumber(libc, fd, SOL_SOCKET, force, wantedBufferBytes)) {
    setNumber(libc, fd, SOL_SOCKET, plain, wantedBufferBytes)
  }
}

/**
 * A raw socket is handed every ICMP packet of the host. Let through only echo replies with our identifier, so that
 * other people's traffic neither wakes us nor fills our buffer.
 */
export function filterReplies(libc: Libc, fd: number, family: IpFamily, identifier: number): void {
  const filter = new Int32Array(family === 'IPv4' ? 1 : 8).fill(-1)
  const reply = ECHO_REPLY[family]
  filter[reply >> 5] = ~(1 << (reply & 31))
  const bytes = new Uint8Array(filter.buffer)
  if (family === 'IPv4') libc.setsockopt(fd, SOL_RAW, ICMP_FILTER, bytes, bytes.length)
  else libc.setsockopt(fd, IPPROTO_ICMPV6, ICMP6_FILTER, bytes, bytes.length)

  acceptHalfWord(libc, fd, family, { offset: 4, value: identifier })
}
