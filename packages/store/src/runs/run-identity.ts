import { hash } from 'node:crypto'

/** What makes a run the run that it is, however often it is published, delivered or reported. */
export type RunIdentity = { checkId: string; scheduledAt: number; origin: string }

/**
 * Ids of runs and results are computed, not stored: the time and the attempt stand in them in clear, so that
 * the row is found, and a hash of the rest tells the rows of one moment apart. They sort by time.
 */
export function runIdOf(run: RunIdentity): string {
  return identifier(run, 0)
}

export function resultIdOf(run: RunIdentity, attempt: number): string {
  return identifier(run, attempt)
}

function identifier({ checkId, scheduledAt, origin }: RunIdentity, attempt: number): string {
  const time = scheduledAt.toString(16).padStart(12, '0')
  const digest = hash('sha1', `${checkId}/${origin}/${scheduledAt}`, 'hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-8${attempt.toString(16)}${digest.slice(0, 2)}-a${digest.slice(2, 5)}-${digest.slice(5, 17)}`
}

/** The moment and the attempt that an id of ours names; null when it is none of ours. */
export function decodeResultId(id: string): { scheduledAt: number; attempt: number } | null {
  const match = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f])[0-9a-f]{2}-a[0-9a-f]{3}-[0-9a-f]{12}$/i.exec(id)
  if (match === null) return null
  const [, high = '', low = '', attempt = ''] = match
  return { scheduledAt: Number.parseInt(high + low, 16), attempt: Number.parseInt(attempt, 16) }
}
