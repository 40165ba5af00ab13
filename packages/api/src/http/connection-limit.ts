import type { Server, Socket } from 'node:net'
import { isInRanges, toAddressRanges } from './address-ranges.ts'
import { addressKey } from './rate-limiting.ts'

export type ConnectionLimits = {
  most: number
  mostPerAddress: number
}

/** Whoever comes from this machine, often a proxy, speaks for many. */
const ownAddresses = ['127.0.0.0/8', '::1']

/**
 * Hangs up on connections beyond a number, in all and from one address: each takes a descriptor, and without descriptors
 * no check can run. Trusted proxies count only towards the whole.
 */
export function limitConnections(
  server: Server,
  { most, mostPerAddress }: ConnectionLimits,
  trustProxy: readonly string[],
): void {
  server.maxConnections = most
  const exempt = toAddressRanges([...ownAddresses, ...trustProxy])
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isInRanges(exempt, remoteAddress)) return
    const key = addressKey(remoteAddress)
    const count = (counts.get(key) ?? 0) + 1
    if (count > mostPerAddress) {
      socket.destroy()
      return
    }
    counts.set(key, count)
    socket.once('close', () => {
      const left = (counts.get(key) ?? 1) - 1
      if (left === 0) counts.delete(key)
      else counts.set(key, left)
    })
  })
}
