import { createFirewall, type FirewallOptions } from './firewall.ts'
import type { UserIds } from './user-id-slots.ts'

/** The setting `SCRIPT_NETWORK`. */
export type ScriptNetworkSetting = 'auto' | 'firewall' | 'open'

/** `refusal`: scripted runs end without a verdict and with this reason. `warning`: said once, at the start. */
export type ScriptNetwork =
  | { way: 'firewall'; warning: null; refusal: null; close(): Promise<void> }
  | { way: 'open'; warning: string; refusal: null; close(): Promise<void> }
  | { way: null; warning: null; refusal: string; close(): Promise<void> }

export type ScriptNetworkOptions = Omit<FirewallOptions, 'nft' | 'userIds'> & {
  setting: ScriptNetworkSetting
  /** Null: `nft` is not installed. */
  nft: string | null
  /** Of the level that is used; null: its runs have no user ids of their own, by which they could be told apart. */
  userIds: UserIds | null
  /** The operator has denied something, or runs this agent in a data center: without a way to do so, no script runs. */
  mustDeny: boolean
}

const nothing = async () => {}

/** Denies what scripts must not reach, as well as this machine can. */
export async function openScriptNetwork(options: ScriptNetworkOptions): Promise<ScriptNetwork> {
  const { setting, mustDeny } = options
  const everything = 'Scripts reach whatever this machine reaches'
  if (setting === 'open')
    return { way: 'open', warning: `${everything} (SCRIPT_NETWORK=open)`, refusal: null, close: nothing }
  const attempt = await tryFirewall(options)
  if ('remove' in attempt) return { way: 'firewall', warning: null, refusal: null, close: attempt.remove }
  const { missing } = attempt
  if (setting === 'auto' && !mustDeny)
    return { way: 'open', warning: `${everything}: ${missing}`, refusal: null, close: nothing }
  const refusal = `Addresses cannot be denied to scripts: ${missing}. SCRIPT_NETWORK=open lets scripts reach whatever this machine reaches.`
  return { way: null, warning: null, refusal, close: nothing }
}

async function tryFirewall({
  nft,
  userIds,
  ...options
}: ScriptNetworkOptions): Promise<{ remove(): Promise<void> } | { missing: string }> {
  if (userIds === null) return { missing: 'runs have user ids of their own only when the agent is root' }
  if (nft === null) return { missing: 'nft is not installed: apt-get install nftables' }
  try {
    return await createFirewall({ ...options, nft, userIds })
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return { missing: `the agent needs the capability NET_ADMIN and nf_tables in the kernel (${words})` }
  }
}
