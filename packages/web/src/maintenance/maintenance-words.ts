import type { MarkWords } from '../parts/status/mark-words.ts'
import type { MaintenanceStatus, MaintenanceWindow, RepeatUnit } from '../resources/maintenance-windows.ts'

/** `PLANNED`: follows from the window, and is made about a week before. */
export type EntryStatus = MaintenanceStatus | 'PLANNED'

const statuses: Readonly<Record<EntryStatus, MarkWords>> = {
  IN_PROGRESS: { word: 'In progress', sign: '◆', look: 'bg-maint-wash text-maint' },
  VERIFYING: { word: 'Verifying', sign: '◎', look: 'bg-maint-wash text-maint' },
  SCHEDULED: { word: 'Scheduled', sign: '◷', look: 'bg-accent-wash text-accent' },
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

type Effect = Pick<
  MaintenanceWindow,
  | 'tags'
  | 'pauseAllChecks'
  | 'pauseCheckIds'
  | 'pauseGroupIds'
  | 'silenceAlertsTags'
  | 'silenceAllAlerts'
  | 'silenceCheckIds'
  | 'silenceGroupIds'
>

/** What happens to checks and alerts while it lasts. */
export function effectsInWords(window: Effect): string[] {
  const silenced = scopeWords({
    isAll: window.silenceAllAlerts,
    tags: window.silenceAlertsTags,
    groups: window.silenceGroupIds.length,
    checks: window.silenceCheckIds.length,
  })
  const paused = scopeWords({
    isAll: window.pauseAllChecks,
    tags: window.tags,
    groups: window.pauseGroupIds.length,
    checks: window.pauseCheckIds.length,
  })
  const effects = [
    ...(silenced === null ? [] : [`Silences ${silenced}`]),
    ...(paused === null ? [] : [`Pauses ${paused}`]),
  ]
  return effects.length === 0 ? ['Silences and pauses nothing'] : effects
}

function scopeWords(scope: { isAll: boolean; tags: readonly string[]; groups: number; checks: number }) {
  if (scope.isAll) return 'all checks'
  const parts = [
    ...(scope.checks === 0 ? [] : [scope.checks === 1 ? '1 check' : `${scope.checks} checks`]),
    ...(scope.groups === 0 ? [] : [scope.groups === 1 ? '1 group' : `${scope.groups} groups`]),
    ...(scope.tags.length === 0 ? [] : [`checks tagged ${scope.tags.join(', ')}`]),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}
