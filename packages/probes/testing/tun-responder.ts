import { closeSync, read, writeSync } from 'node:fs'
import koffi from 'koffi'
import { parseEchoRequest, type EchoRequest } from './icmp-packets.ts'
import type { NetworkNamespace } from './network-namespace.ts'

/**
 * Every host beyond one interface of a namespace, played by the test: each echo request that leaves through it is
 * handed to `answer`, and whatever `send` is given arrives as if from the network.
 */
export type Responder = {
  /** What the test does with requests from now on. */
  answer: (request: EchoRequest, send: (packet: Buffer) => void) => void
  /** And with packets that are no echo requests, each with its IP header. */
  answerOther: (packet: Buffer, send: (packet: Buffer) => void) => void
  close(): void
}

const device = 'sonde0'

/** The networks beyond the interface: 10.9.0.0/16 and fd09::/64. The namespace itself is 10.9.0.1 and fd09::1. */
export function openResponder(namespace: NetworkNamespace): Responder {
  const fd = namespace.enter(openTun)
  namespace.ip(`addr add 10.9.0.1/16 dev ${device}`)
  namespace.ip(`addr add fd09::1/64 dev ${device} nodad`)
  namespace.ip(`link set ${device} up`)
  let isOpen = true
  const responder: Responder = {
    answer: () => {},
    answerOther: () => {},
    close() {
      isOpen = false
      // Ends the pending read, which would keep the process alive.
      namespace.ip(`link del ${device}`)
    },
  }
  // After the end of a test, a reply that it still had planned is nobody's business.
  const send = (packet: Buffer): void => {
    if (isOpen) writeSync(fd, packet)
  }
  const buffer = Buffer.alloc(65_536)
  const readNext = (): void => {
    read(fd, buffer, 0, buffer.length, null, (error, length) => {
      if (error || !isOpen) {
        closeSync(fd)
        return
      }
      const packet = Buffer.from(buffer.subarray(0, length))
      const request = parseEchoRequest(packet)
      if (request) responder.answer(request, send)
      else responder.answerOther(packet, send)
      readNext()
    })
  }
  readNext()
  return responder
}

/** By the C library, since only this thread is inside the namespace. */
function openTun(): number {
  const library = koffi.load(null)
  const open: (path: string, flags: number) => number = library.func('int open(const char *path, int flags)')
  const ioctl: (fd: number, request: number, argument: Uint8Array) => number = library.func(
    'int ioctl(int fd, unsigned long request, void *argument)',
  )
  const readWrite = 0o2
  const closeOnExec = 0o2000000
  const fd = open('/dev/net/tun', readWrite | closeOnExec)
  if (fd < 0) throw new Error(`cannot open /dev/net/tun: errno ${koffi.errno()}`)
  const setInterface = 0x400454ca
  const plainIpPackets = 0x1001
  const request = Buffer.alloc(40)
  request.write(device)
  request.writeUInt16LE(plainIpPackets, 16)
  if (ioctl(fd, setInterface, request) !== 0) throw new Error(`cannot make ${device}: errno ${koffi.errno()}`)
  return fd
}
