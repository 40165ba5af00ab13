import {
  alertStatusOf,
  openAlertOf,
  storedAlertStatus,
  type StoredAlertStatus,
  storedOpenAlert,
  type StoredOpenAlert,
} from '../results/stored-verdicts.ts'
import type { AlertState } from './alert-state.ts'

type StoredAlertState = Omit<AlertState, 'status' | 'open'> & {
  status: StoredAlertStatus
  open: StoredOpenAlert
}

export function storedAlertState(state: AlertState): string {
  const stored: StoredAlertState = {
    ...state,
    status: storedAlertStatus(state.status),
    open: storedOpenAlert(state.open),
  }
  return JSON.stringify(stored)
}

/** Safe because nothing but `storedAlertState` writes there. */
export function alertStateOf(text: string): AlertState {
  const stored = JSON.parse(text) as StoredAlertState
  return { ...stored, status: alertStatusOf(stored.status), open: openAlertOf(stored.open) }
}
