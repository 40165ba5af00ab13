import type { RegisterRequest } from '@sonde/schema/agents/agent-protocol.ts'

export type ScriptCapabilities = Required<
  Pick<RegisterRequest['capabilities'], 'sandbox' | 'scriptNetwork' | 'browsers'>
> & {
  groupLimits?: NonNullable<RegisterRequest['capabilities']['groupLimits']>
  /** Why not all scripts can be run here, and what to do about it. */
  missing: string[]
}

/** What an agent that runs scripts tells of its sandboxes, with the user ids of which something could not be ended. */
export function describeScripts(
  found: Pick<ScriptCapabilities, 'sandbox' | 'scriptNetwork' | 'groupLimits'>,
  slots: { outOfUse: number; size: number } | null,
): Omit<ScriptCapabilities, 'browsers'> {
  if (slots === null || slots.outOfUse === 0) return { ...found, missing: [] }
  const { outOfUse, size } = slots
  const share = outOfUse === size ? 'All' : `${outOfUse} of ${size}`
  const lost = `${share} user ids for scripts are out of use, because processes of earlier runs could not be ended.`
  const advice = 'Restart the agent, and if that does not end them, the machine.'
  const sandbox = outOfUse === size ? 'none' : found.sandbox
  return { ...found, sandbox, missing: [`${lost} ${advice}`] }
}
