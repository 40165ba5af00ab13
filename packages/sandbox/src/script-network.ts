import { createFirewall, type FirewallOptions } from './firewall.ts'
import { guardLevel } from './guarded-level.ts'
import { offerIfItWorks } from './level-trial.ts'
import { createNetworkStack } from './network-stack.ts'
import { findResolverFile } from './resolver-file.ts'
import type { SandboxLevel } from './sandbox.ts'
import type { UserIds } from './user-id-slots.ts'

/** The setting `SCRIPT_NETWORK`. */
export type ScriptNetworkSetting = 'auto' | 'firewall' | 'stack' | 'open'

/**
 * `level`: the one that scripts run at, in this network. `refusal`: scripted runs end without a verdict and with this reason.
 * `warning`: said once, at the start.
 */
export type ScriptNetwork =
  | { way: 'firewall' | 'stack'; level: SandboxLevel; warning: null; refusal: null; close(): Promise<void> }
  | { way: 'open'; level: SandboxLevel; warning: string; refusal: null; close(): Promise<void> }
  | { way: null; level: null; warning: null; refusal: string; close(): Promise<void> }

/** By their paths; null: it is not installed. */
export type NetworkPrograms = Record<'nft' | 'pasta' | 'nsenter', string | null>

export type ScriptNetworkOptions = Omit<FirewallOptions, 'nft' | 'userIds'> & {
  setting: ScriptNetworkSetting
  level: SandboxLevel
  programs: NetworkPrograms
  /** Of the level that is used; null: its runs have no user ids of their own, by which they could be told apart. */
  userIds: UserIds | null
  /** The operator has denied something, or runs this agent in a data center: without a way to do so, no script runs. */
  mustDeny: boolean
  /** Without: that of the machine. */
  resolverFile?: string | null
}

type Attempt = { level: SandboxLevel; close(): Promise<void> } | { missing: string }

const nothing = async () => {}

/** Denies what scripts must not reach, as well as this machine can. */
export async function openScriptNetwork(options: ScriptNetworkOptions): Promise<ScriptNetwork> {
  const { setting, mustDeny, level } = options
  const open = (why: string): ScriptNetwork => {
    const warning = `Scripts reach whatever this machine reaches${why}`
    return { way: 'open', level, warning, refusal: null, close: nothing }
  }
  if (setting === 'open') return open(' (SCRIPT_NETWORK=open)')
  const ways = { firewall: tryFirewall, stack: tryStack }
  const reasons: string[] = []
  for (const way of ['firewall', 'stack'] as const) {
    if (setting !== 'auto' && setting !== way) continue
    const attempt = await ways[way](options)
    if (!('missing' in attempt)) return { way, ...attempt, warning: null, refusal: null }
    reasons.push(`${way}: ${attempt.missing}`)
  }
  const missing = reasons.join('; ')
  if (setting === 'auto' && !mustDeny) return open(`. ${missing}`)
  const refusal = `Addresses cannot be denied to scripts. ${missing}. SCRIPT_NETWORK=open lets scripts reach whatever this machine reaches.`
  return { way: null, level: null, warning: null, refusal, close: nothing }
}

async function tryFirewall({ programs, userIds, level, ...options }: ScriptNetworkOptions): Promise<Attempt> {
  if (userIds === null) return { missing: 'runs have user ids of their own only when the agent is root' }
  const { nft } = programs
  if (nft === null) return { missing: 'nft is not installed: apt-get install nftables' }
  try {
    const firewall = await createFirewall({ ...options, nft, userIds })
    return { level: guardLevel(level, firewall), close: firewall.remove }
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return { missing: `the agent needs the capability NET_ADMIN and nf_tables in the kernel (${words})` }
  }
}

async function tryStack({ programs, level, policy, resolverFile }: ScriptNetworkOptions): Promise<Attempt> {
  if (level.withNetworks === undefined)
    return { missing: `it needs the level namespaces, and this is ${level.name}` }
  const { pasta, nft, nsenter } = programs
  if (pasta === null) return { missing: 'pasta is not installed: apt-get install passt' }
  if (nft === null) return { missing: 'nft is not installed: apt-get install nftables' }
  if (nsenter === null) return { missing: 'nsenter is not installed: apt-get install util-linux' }
  const names = resolverFile === undefined ? findResolverFile() : resolverFile
  if (names === null)
    return {
      missing: "names are resolved on the machine's loopback, which cannot be reached from its networks",
    }
  const stack = createNetworkStack({ pasta, nft, nsenter, policy, resolverFile: names })
  const offer = await offerIfItWorks(level.withNetworks(stack))
  if (offer.level === null)
    return {
      missing: `pasta does not work here, it needs user namespaces and /dev/net/tun (${offer.missing})`,
    }
  return { level: offer.level, close: nothing }
}
