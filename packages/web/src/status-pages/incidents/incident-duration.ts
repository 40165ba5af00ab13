import { formatDuration } from '../../parts/format.ts'

/** People open and close incidents: less than a minute is no figure. */
export function formatIncidentDuration(seconds: number): string {
  return seconds < 60 ? '< 1 min' : formatDuration(seconds * 1000)
}
