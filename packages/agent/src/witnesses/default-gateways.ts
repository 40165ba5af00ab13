import { readFile } from 'node:fs/promises'

const gatewayFlag = 0x2

/** Where this machine sends what leaves its network. Empty where the kernel does not tell (only Linux does). */
export async function readDefaultGateways(): Promise<string[]> {
  const [ipv4, ipv6] = await Promise.all([readTable('/proc/net/route'), readTable('/proc/net/ipv6_route')])
  return [...new Set([...parseIpv4Gateways(ipv4), ...parseIpv6Gateways(ipv6)])]
}

async function readTable(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error) return ''
    throw error
  }
}

export function parseIpv4Gateways(table: string): string[] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, destination, gateway = '', flags = ''] = line.trim().split(/\s+/)
      const isDefault = destination === '00000000' && (Number.parseInt(flags, 16) & gatewayFlag) !== 0
      // In the byte order of the machine, which is the reverse of how addresses are written.
      const bytes = gateway.match(/../g) ?? []
      return isDefault
        ? bytes
            .map((byte) => Number.parseInt(byte, 16))
            .toReversed()
            .join('.')
        : []
    })
}

export function parseIpv6Gateways(table: string): string[] {
  return table.split('\n').flatMap((line) => {
    const [destination = '', prefix, , , gateway = '', , , , flags = '', device = ''] = line
      .trim()
      .split(/\s+/)
    const isDefault = /^0{32}$/.test(destination) && prefix === '00' && !/^0*$/.test(gateway)
    if (!isDefault || (Number.parseInt(flags, 16) & gatewayFlag) === 0) return []
    const address = (gateway.match(/.{4}/g) ?? []).join(':')
    return /^fe[89ab]/i.test(gateway) ? `${address}%${device}` : address
  })
}
