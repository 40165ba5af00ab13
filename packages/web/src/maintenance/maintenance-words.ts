import type { MarkWords } from '../parts/mark-words.ts'
import type { MaintenanceStatus, MaintenanceWindow, RepeatUnit } from '../resources/maintenance-windows.ts'

/** `PLANNED`: follows from the window, and is made about a week before. */
export type EntryStatus = MaintenanceStatus | 'PLANNED'

const statuses: Readonly<Record<EntryStatus, MarkWords>> = {
  IN_PROGRESS: { word: 'Under way', sign: '▶', look: 'bg-warn-wash text-warn' },
  VERIFYING: { word: 'Being verified', sign: '◎', look: 'bg-warn-wash text-warn' },
  SCHEDULED: { word: 'To come', sign: '◷', look: 'bg-accent-wash text-accent' },
  PLANNED: { word: 'Planned', sign: '○', look: 'bg-raised text-soft' },
  COMPLETED: { word: 'Over', sign: '✓', look: 'bg-raised text-soft' },
  CANCELLED: { word: 'Cancelled', sign: '✕', look: 'bg-raised text-soft' },
}

export function statusWords(status: EntryStatus): MarkWords {
  return statuses[status]
}

const units: Readonly<Record<RepeatUnit, readonly [string, string]>> = {
  DAY: ['day', 'days'],
  WEEK: ['week', 'weeks'],
  MONTH: ['month', 'months'],
}

type Repeats = Pick<MaintenanceWindow, 'repeatInterval' | 'repeatUnit'>

export function repeatsInWords({ repeatInterval, repeatUnit }: Repeats): string {
  if (repeatInterval === null || repeatUnit === null) return 'Once'
  const [one, many] = units[repeatUnit]
  return repeatInterval === 1 ? `Every ${one}` : `Every ${repeatInterval} ${many}`
}

type Effect = Pick<MaintenanceWindow, 'tags' | 'pauseAllChecks' | 'silenceAlertsTags' | 'silenceAllAlerts'>

/** What happens to checks and alerts while it lasts. */
export function effectsInWords({
  tags,
  pauseAllChecks,
  silenceAlertsTags,
  silenceAllAlerts,
}: Effect): string[] {
  const pauseWords = pauseAllChecks ? 'Pauses every check' : tagWords('Pauses checks tagged', tags)
  const silenceWords = silenceAllAlerts
    ? 'Holds every alert back'
    : tagWords('Holds alerts back of checks tagged', silenceAlertsTags)
  const effects = [pauseWords, silenceWords].filter((text) => text !== null)
  return effects.length === 0 ? ['Has no effect on checks: information only'] : effects
}

function tagWords(words: string, tags: readonly string[]): string | null {
  return tags.length === 0 ? null : `${words} ${tags.join(', ')}`
}
