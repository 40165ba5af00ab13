import type { IncidentStatus } from '@sonde/schema/status-pages/status-page-incident.ts'
import type { IncidentCourse } from '@sonde/store/status-pages/status-page-incidents.ts'

type Mark = { status: IncidentStatus; publicAt: number }

/**
 * What the updates say together, given by public date, earliest first. An incident that was opened again counts
 * from its first update to its last resolution, the gap included; resolving it twice does not make it longer.
 */
export function courseOf(marks: readonly Mark[]): IncidentCourse {
  const [first] = marks
  const last = marks.at(-1)
  if (first === undefined || last === undefined) throw new Error('an incident has no update')
  const resolved = marks[marks.findLastIndex(({ status }) => status !== 'RESOLVED') + 1]
  return { lastStatus: last.status, startedAt: first.publicAt, endedAt: resolved?.publicAt ?? null }
}

/** Whole seconds; null while the incident goes on. */
export function durationSeconds({
  startedAt,
  endedAt,
}: Pick<IncidentCourse, 'startedAt' | 'endedAt'>): number | null {
  return endedAt === null ? null : Math.floor((endedAt - startedAt) / 1000)
}
