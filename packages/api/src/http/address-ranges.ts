import { BlockList, isIP } from 'node:net'

/** Addresses and CIDRs, such as `192.0.2.1` and `10.0.0.0/8`, as settings list them. */
export function toAddressRanges(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** IPv4 addresses that are written as IPv6 ones are meant as well. */
export function isInRanges(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  const version = isIP(plain)
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}
