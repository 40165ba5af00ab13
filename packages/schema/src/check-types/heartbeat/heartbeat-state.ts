/** What an event of a heartbeat says. All but the first are pings that were accepted. */
export const heartbeatStates = ['FAILING', 'EARLY', 'RECEIVED', 'GRACE', 'LATE'] as const
export type HeartbeatState = (typeof heartbeatStates)[number]
