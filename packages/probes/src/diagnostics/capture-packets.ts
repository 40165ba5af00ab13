import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { allocateBlock, loadLibc, type Libc } from '../icmp-engine/libc.ts'
import {
  SOCK_CLOEXEC,
  SOCK_DGRAM,
  SOCK_NONBLOCK,
  SOL_SOCKET,
  SO_ATTACH_FILTER,
  timespec,
} from '../icmp-engine/linux-abi.ts'
import { createCaptureFile } from './capture-file.ts'
import { packetFilterFor } from './packet-filter.ts'

const AF_PACKET = 17
const PACKET_OUTGOING = 4
const SIOCGSTAMPNS = 0x8907
/** struct sockaddr_ll */
const linkAddress = { size: 20, packetType: 10 } as const
/** In the order of the network. */
const ETH_P_IP = 0x0008
const ETH_P_IPV6 = 0xdd86

const mostBytes = 1024 * 1024
const largestPacket = 2_048
/** How often the socket is emptied, and how much is taken at once: the thread belongs to the runs. */
const readEveryMs = 20
const packetsAtOnce = 64

export type Capture = { stop(): { file: Uint8Array; packets: number } }

/**
 * Watches the packets from and to one address, headers only. Null where the system does not let this process
 * (needs NET_RAW), or has no such sockets.
 */
export function capturePackets(
  target: { address: string; family: IpFamily },
  now: () => number,
): Capture | null {
  if (process.platform !== 'linux') return null
  const libc = loadLibc()
  const filter = packetFilterFor(target.address, target.family)
  const protocol = target.family === 'IPv4' ? ETH_P_IP : ETH_P_IPV6
  if (filter === null) return null
  const fd = libc.socket(AF_PACKET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)
  if (fd < 0) return null
  // Without a protocol the socket sees nothing yet: the filter is there before the first packet is.
  if (!attach(libc, fd, filter) || !listen(libc, fd, protocol)) {
    libc.close(fd)
    return null
  }
  const file = createCaptureFile(mostBytes)
  const packet = allocateBlock(largestPacket)
  const isLoopback = /^127\.|^::1$/.test(target.address)
  const from = allocateBlock(linkAddress.size)
  const fromSize = allocateBlock(4)
  const stamp = allocateBlock(timespec.size)

  /** When the kernel saw the packet that was read last. */
  function stampOfLast(): number | null {
    if (libc.ioctl(fd, SIOCGSTAMPNS, stamp.address) < 0) return null
    const seconds = Number(stamp.view.getBigInt64(timespec.seconds, true))
    return seconds * 1000 + Number(stamp.view.getBigInt64(timespec.nanoseconds, true)) / 1e6
  }

  function readWaiting(): void {
    for (let count = 0; count < packetsAtOnce; count += 1) {
      fromSize.view.setUint32(0, linkAddress.size, true)
      const length = libc.recvfrom(fd, packet.address, largestPacket, 0, from.address, fromSize.address)
      if (length <= 0) return
      // On loopback every packet is seen as it leaves and as it arrives.
      if (isLoopback && from.view.getUint8(linkAddress.packetType) === PACKET_OUTGOING) continue
      file.add(packet.bytes.subarray(0, length), stampOfLast() ?? now())
    }
  }

  const timer = setInterval(readWaiting, readEveryMs)
  return {
    stop() {
      clearInterval(timer)
      readWaiting()
      libc.close(fd)
      return { file: file.bytes(), packets: file.packets }
    },
  }
}

/** struct sock_fprog { unsigned short len; struct sock_filter *filter } */
function attach(libc: Libc, fd: number, filter: Uint8Array): boolean {
  const program = allocateBlock(filter.length)
  program.bytes.set(filter)
  const described = allocateBlock(16)
  described.view.setUint16(0, filter.length / 8, true)
  described.view.setBigUint64(8, program.address, true)
  return libc.setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, described.bytes, 16) === 0
}

/** Of every interface. */
function listen(libc: Libc, fd: number, protocol: number): boolean {
  const address = allocateBlock(linkAddress.size)
  address.view.setUint16(0, AF_PACKET, true)
  address.view.setUint16(2, protocol, true)
  return libc.bind(fd, address.bytes, linkAddress.size) === 0
}
