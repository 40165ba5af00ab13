/** `dropped`: no agent took it. `error`: it ended without a verdict. */
export type SessionRunState = 'open' | 'passed' | 'degraded' | 'failed' | 'error' | 'dropped' | 'cancelled'
