import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { addressBytes } from '@sonde/ground/ip-address.ts'
import { startedChild } from './started-child.ts'
import type { UserIds } from './user-id-slots.ts'

/** Where scripts may not connect to. The address of the packet decides: names and redirects do not matter. */
export type NetworkPolicy = {
  /** Addresses and ranges of both families. */
  deniedRanges: readonly string[]
  /** Ports of the service, its databases and the agent itself, on loopback addresses. */
  deniedLoopbackPorts: readonly number[]
}

export type Firewall = {
  /**
   * Puts the rules back where somebody has removed or changed them: whoever loads the machine's own rules anew mostly empties
   * everything first. Rejects when that cannot be done: then nothing is denied.
   */
  ensure(): Promise<void>
  remove(): Promise<void>
}

export type FirewallOptions = {
  nft: string
  /** Of this agent alone: it replaces and removes its table as a whole. */
  table: string
  userIds: UserIds
  policy: NetworkPolicy
  /** The rules were gone, and are there again. */
  onRestored?: () => void
}

/**
 * Denies by the user ids of the slots, which the kernel knows of every packet, through user namespaces too. It costs nothing
 * per run. Rejects when the machine does not let us, or has no `nft`.
 */
export async function createFirewall(options: FirewallOptions): Promise<Firewall> {
  const { nft, table, onRestored = () => {} } = options
  const put = () => runNft(nft, ['-f', '-'], firewallRules(options))
  const show = () => runNft(nft, ['list', 'table', 'inet', table])
  await put()
  const rules = await show()
  return {
    async ensure() {
      if ((await show().catch(() => null)) === rules) return
      await put()
      onRestored()
    },
    remove: async () => void (await runNft(nft, ['-f', '-'], `delete table inet ${table}\n`)),
  }
}

/** The table for `nft`, in one transaction. What an agent that was killed has left of it is replaced. */
export function firewallRules({ table, userIds, policy }: Omit<FirewallOptions, 'nft'>): string {
  const ports = policy.deniedLoopbackPorts.join(', ')
  const denyPorts = (loopback: string) =>
    ports === '' ? [] : refusals(`${loopback} meta l4proto { tcp, udp } th dport { ${ports} }`)
  return [
    `table inet ${table}`,
    `delete table inet ${table}`,
    `table inet ${table} {`,
    '  chain scripts {',
    ...[...denyRanges(policy), ...denyPorts('ip daddr 127.0.0.0/8'), ...denyPorts('ip6 daddr ::1')].map(
      (rule) => `    ${rule}`,
    ),
    '  }',
    '  chain output {',
    '    type filter hook output priority 0; policy accept;',
    // Packets of the kernel itself, such as the refusals, have no user: they match no rule about one.
    `    meta skuid ${userIds.first}-${userIds.last} jump scripts`,
    '  }',
    '}',
    '',
  ].join('\n')
}

/** Rules about what leaves, by its address. */
export function denyRanges({ deniedRanges }: Pick<NetworkPolicy, 'deniedRanges'>): string[] {
  const ranges = (bytes: number) =>
    deniedRanges.filter((range) => addressBytes(range.split('/')[0] ?? '')?.length === bytes)
  const deny = (family: 'ip' | 'ip6', addresses: readonly string[]) =>
    addresses.length === 0 ? [] : refusals(`${family} daddr { ${addresses.join(', ')} }`)
  return [...deny('ip', ranges(4)), ...deny('ip6', ranges(16))]
}

// A connection is refused at once by a reset; what ICMP says, a socket may take for a passing trouble.
function refusals(match: string): string[] {
  return [
    `${match} meta l4proto tcp reject with tcp reset`,
    `${match} reject with icmpx type admin-prohibited`,
  ]
}

/** What it prints. */
async function runNft(nft: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(nft, args, { stdio: ['pipe', 'pipe', 'pipe'], env: {} })
  const exit = once(child, 'exit')
  exit.catch(() => {})
  // Without the program there is no pipe either: the error of the start tells.
  await startedChild(child)
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [printed, words, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exit])
  if (code !== 0) throw new Error(`nft: ${words.trim()}`)
  return printed
}
