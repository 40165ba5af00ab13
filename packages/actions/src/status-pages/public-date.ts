import { invalidInput } from '../refusal.ts'
import { minuteMs } from '@sonde/ground/durations.ts'

/** Clocks differ; whoever means a later date than this means something else. */
const furthestAheadMs = 5 * minuteMs

/** The moment of a public date. Throws the refusal that names the field. */
export function publicDateAt(text: string, { path, now }: { path: string; now: number }): number {
  const at = Date.parse(text)
  const refuse = (message: string) => invalidInput([{ path, message }])
  // The schema allows leap seconds and the year 0, which dates here do not have.
  if (Number.isNaN(at)) throw refuse('must be an ISO 8601 timestamp')
  if (at < 0) throw refuse('must not be before 1970')
  if (at > now + furthestAheadMs) throw refuse('must not be more than five minutes in the future')
  return at
}
