import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import { endOf, storedEnd, type StoredEnd } from '../results/stored-verdicts.ts'

/** `dropped`: no agent took it. */
export type SessionRunState = 'open' | 'dropped' | RunEnd
export type StoredSessionRunState = 'open' | 'dropped' | StoredEnd

export function storedSessionRunState(state: SessionRunState): StoredSessionRunState {
  return state === 'open' || state === 'dropped' ? state : storedEnd(state)
}

export function sessionRunStateOf(stored: StoredSessionRunState): SessionRunState {
  return stored === 'open' || stored === 'dropped' ? stored : endOf(stored)
}
