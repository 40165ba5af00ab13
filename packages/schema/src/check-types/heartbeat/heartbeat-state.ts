import type { TargetVerdict } from '../../runs/verdict.ts'

/** What an event of a heartbeat says. All but the first are pings that were accepted. */
export const heartbeatStates = ['FAILING', 'EARLY', 'RECEIVED', 'GRACE', 'LATE'] as const
export type HeartbeatState = (typeof heartbeatStates)[number]

/** A ping of whatever time is a pass: what is early or late was decided when it came. */
export function verdictOfHeartbeat(state: HeartbeatState): TargetVerdict {
  return state === 'FAILING' ? 'failed' : 'passed'
}
