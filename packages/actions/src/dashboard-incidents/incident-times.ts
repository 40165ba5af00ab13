import { isoMomentForms, readIsoMoment } from '@sonde/schema/validation/iso-moment.ts'
import type { DashboardIncidentRow } from '@sonde/store/dashboards/dashboard-incidents.ts'
import { invalidInput } from '../refusal.ts'

type Times = Pick<DashboardIncidentRow, 'startedAt' | 'stoppedAt'>
type IncidentTimes = { startedAt?: string | null; stoppedAt?: string | null }

/** The times of an incident as a body says them; what it leaves out stays. */
export function timesOf(input: IncidentTimes, before: Times): Times {
  const times = {
    startedAt: timeOf(input, 'startedAt', before),
    stoppedAt: timeOf(input, 'stoppedAt', before),
  }
  if (times.startedAt !== null && times.stoppedAt !== null && times.stoppedAt < times.startedAt) {
    throw invalidInput([{ path: 'stoppedAt', message: 'must not be before startedAt' }])
  }
  return times
}

function timeOf(input: IncidentTimes, field: keyof Times, before: Times): number | null {
  const text = input[field]
  if (text === undefined) return before[field]
  if (text === null) return null
  const at = readIsoMoment(text)
  if (at === null) throw invalidInput([{ path: field, message: isoMomentForms }])
  return at
}
