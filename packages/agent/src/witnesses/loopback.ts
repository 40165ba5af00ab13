import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether what is sent there never leaves this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  const family = isIP(bare)
  if (family === 0) return bare === 'localhost' || bare.endsWith('.localhost')
  return loopback.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}
