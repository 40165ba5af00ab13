import type { ScriptSettings } from '../settings/script-settings.ts'

/**
 * Why scripts may not run although there is a sandbox; null: they may. Their connections are not filtered yet, so that
 * an agent with something to deny runs none unless its operator says that they may go anywhere.
 */
export function networkRefusal(setting: ScriptSettings['network'], deniesTargets: boolean): string | null {
  if (setting === 'open') return null
  if (setting === 'auto' && !deniesTargets) return null
  const why =
    setting === 'auto'
      ? 'Scripts are not run here: there are denied targets, and this agent cannot keep scripts from them'
      : `Scripts are not run here: SCRIPT_NETWORK=${setting} cannot be had`
  return `${why}. It needs NET_ADMIN and nft (apt-get install nftables), or pasta (apt-get install passt); SCRIPT_NETWORK=open lets scripts connect to everything.`
}
