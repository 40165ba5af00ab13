import { connectNamespaces, createNamespace, type NetworkNamespace } from './network-namespace.ts'

/** A row of namespaces, each a router to the next: the first is home, the last the target. */
export type RouterChain = {
  /** Index 0 is home; index n is the n-th hop. */
  readonly spaces: readonly NetworkNamespace[]
  /** The address at which hop n answers. */
  ipv4Of(hop: number): string
  ipv6Of(hop: number): string
  delete(): void
}

/** Of `hops` cables. Every router answers every packet, not a few in a second. */
export function createRouterChain(hops: number, { pingGroups = true } = {}): RouterChain {
  const spaces = Array.from({ length: hops + 1 }, () => createNamespace({ pingGroups }))
  for (const space of spaces) {
    space.setSysctl('net.ipv4.ip_forward', '1')
    space.setSysctl('net.ipv6.conf.all.forwarding', '1')
    space.setSysctl('net.ipv4.icmp_ratemask', '0')
    space.setSysctl('net.ipv6.icmp.ratelimit', '0')
    // Else no IPv6 address, not even that of a cable, can be used for its first seconds.
    space.setSysctl('net.ipv6.conf.default.dad_transmits', '0')
  }
  for (const [index, space] of spaces.entries()) {
    const next = spaces[index + 1]
    if (next) {
      connectNamespaces(
        [space, [`10.7.${index}.1/24`, `fd07:${index + 1}::1/64`]],
        [next, [`10.7.${index}.2/24`, `fd07:${index + 1}::2/64`]],
      )
    }
  }
  for (const [index, space] of spaces.entries()) {
    for (let cable = 0; cable < hops; cable += 1) {
      if (cable > index) {
        space.ip(`route add 10.7.${cable}.0/24 via 10.7.${index}.2`)
        space.ip(`-6 route add fd07:${cable + 1}::/64 via fd07:${index + 1}::2`)
      } else if (cable < index - 1) {
        space.ip(`route add 10.7.${cable}.0/24 via 10.7.${index - 1}.1`)
        space.ip(`-6 route add fd07:${cable + 1}::/64 via fd07:${index}::1`)
      }
    }
  }
  return {
    spaces,
    ipv4Of: (hop) => `10.7.${hop - 1}.2`,
    ipv6Of: (hop) => `fd07:${hop}::2`,
    delete() {
      for (const space of spaces) space.delete()
    },
  }
}
