/**
 * Numbers and offsets of the Linux kernel's interface, alike on every 64-bit little-endian system with the generic
 * socket constants (x64, arm64). Laid out by hand, because marshalling structs costs more than sending a packet.
 */
export const AF_INET = 2
export const AF_INET6 = 10
export const SOCK_STREAM = 1
export const SOCK_DGRAM = 2
export const SOCK_RAW = 3
export const SOCK_NONBLOCK = 0o4000
export const SOCK_CLOEXEC = 0o2000000
export const IPPROTO_ICMP = 1
export const IPPROTO_ICMPV6 = 58
export const IPPROTO_TCP = 6
export const IPPROTO_SCTP = 132

export const SOL_SOCKET = 1
export const SOL_IP = 0
export const SOL_IPV6 = 41
export const SOL_RAW = 255
export const SO_SNDBUF = 7
export const SO_RCVBUF = 8
export const SO_ATTACH_FILTER = 26
export const SO_SNDBUFFORCE = 32
export const SO_RCVBUFFORCE = 33
export const SO_TIMESTAMPING = 37
export const ICMP_FILTER = 1
export const ICMP6_FILTER = 1

export const IP_TTL = 2
export const IP_HDRINCL = 3
export const IP_RECVERR = 11
export const IP_RECVTTL = 12
export const IPV6_UNICAST_HOPS = 16
export const IPV6_RECVERR = 25
export const IPV6_RECVHOPLIMIT = 51
export const IPV6_HOPLIMIT = 52

export const SOF_TIMESTAMPING_TX_SOFTWARE = 1 << 1
export const SOF_TIMESTAMPING_RX_SOFTWARE = 1 << 3
export const SOF_TIMESTAMPING_SOFTWARE = 1 << 4
export const SOF_TIMESTAMPING_TX_SCHED = 1 << 8
export const SCM_TSTAMP_SND = 0

export const SO_EE_ORIGIN_ICMP = 2
export const SO_EE_ORIGIN_ICMP6 = 3
export const SO_EE_ORIGIN_TIMESTAMPING = 4

export const MSG_DONTWAIT = 0x40
export const MSG_TRUNC = 0x20
export const MSG_ERRQUEUE = 0x2000

export const POLLIN = 0x01
export const POLLOUT = 0x04
export const POLLERR = 0x08
export const POLLNVAL = 0x20

export const EFD_NONBLOCK = 0o4000
export const EFD_CLOEXEC = 0o2000000
export const CLOCK_REALTIME = 0

/** struct mmsghdr { struct msghdr { name, namelen, iov, iovlen, control, controllen, flags }, len } */
export const mmsghdr = {
  size: 64,
  name: 0,
  nameLength: 8,
  iov: 16,
  iovLength: 24,
  control: 32,
  controlLength: 40,
  flags: 48,
  length: 56,
} as const
export const iovec = { size: 16, base: 0, length: 8 } as const
export const pollfd = { size: 8, fd: 0, events: 4, revents: 6 } as const
export const timespec = { size: 16, seconds: 0, nanoseconds: 8 } as const

export const sockaddrWords = { IPv4: 4, IPv6: 7 } as const

export const icmpHeaderBytes = 8
export const packetBytes = icmpHeaderBytes + 56
/** First in the payload. */
export const tokenOffset = 8
export const tokenBytes = 8

export const ECHO_REPLY = { IPv4: 0, IPv6: 129 } as const
export const ECHO_REQUEST = { IPv4: 8, IPv6: 128 } as const

export const errnoOf = {
  EPERM: 1,
  EINTR: 4,
  EBADF: 9,
  EAGAIN: 11,
  ENOMEM: 12,
  EACCES: 13,
  EFAULT: 14,
  ENOTSOCK: 88,
  EAFNOSUPPORT: 97,
  ENOBUFS: 105,
} as const
