import type { PublicIncident, PublicMark } from '@sonde/store/status-pages/public-events.ts'
import { courseOf } from './incident-course.ts'

/**
 * Incidents as the public knows them: what is written of one may be ahead of that by some minutes. `marks` are all
 * updates of each incident that has one dated after `now`; the others are as they were written.
 */
export function publicCourses(
  incidents: readonly PublicIncident[],
  marks: readonly PublicMark[],
  { from, now }: { from: number; now: number },
): PublicIncident[] {
  const ahead = Map.groupBy(marks, ({ incidentId }) => incidentId)
  return incidents.flatMap((incident) => {
    const own = ahead.get(incident.id)
    if (own === undefined) return [incident]
    const publicMarks = own.filter(({ publicAt }) => publicAt <= now)
    if (publicMarks.length === 0) return []
    const course = courseOf(publicMarks)
    return course.endedAt !== null && course.endedAt < from ? [] : [{ ...incident, ...course }]
  })
}
