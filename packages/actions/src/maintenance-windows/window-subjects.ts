import type { Violation } from '@sonde/schema/validation/violation.ts'
import { keepSubjects } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { MaintenanceWindowConfig } from '@sonde/store/maintenance/maintenance-windows.ts'
import { invalidInput } from '../refusal.ts'

type Named = Pick<
  MaintenanceWindowConfig,
  'silenceCheckIds' | 'silenceGroupIds' | 'pauseCheckIds' | 'pauseGroupIds'
>

const mostEntriesNamed = 50

/**
 * The checks and groups of a window must be of the account. Those that it named before are not judged again: what was
 * deleted since stays without effect.
 */
export async function requireNamedSubjects(
  db: Db,
  accountId: string,
  named: Named,
  before: Named | null = null,
): Promise<void> {
  const existing = await existingSubjects(db, accountId, named)
  const unknown = (field: keyof Named, isKnown: (id: string | number) => boolean, noun: string) => {
    const earlier: readonly (string | number)[] = before?.[field] ?? []
    return named[field].flatMap((id, index): Violation[] =>
      isKnown(id) || earlier.includes(id)
        ? []
        : [{ path: `${field}.${index}`, message: `is not a ${noun} of this account` }],
    )
  }
  const isCheck = (id: string | number) => existing.checkIds.has(String(id))
  const isGroup = (id: string | number) => existing.groupIds.has(Number(id))
  const violations = [
    ...unknown('silenceCheckIds', isCheck, 'check'),
    ...unknown('silenceGroupIds', isGroup, 'check group'),
    ...unknown('pauseCheckIds', isCheck, 'check'),
    ...unknown('pauseGroupIds', isGroup, 'check group'),
  ].slice(0, mostEntriesNamed)
  if (violations.length > 0) throw invalidInput(violations)
}

export async function existingSubjects(db: Db, accountId: string, named: Named) {
  return await keepSubjects(db, {
    accountId,
    checkIds: [...named.silenceCheckIds, ...named.pauseCheckIds],
    groupIds: [...named.silenceGroupIds, ...named.pauseGroupIds],
  })
}

/** A window that would neither silence, pause nor announce anything is a mistake, and learned of at night. */
export function requireEffect(window: {
  startsAt: number
  endsAt: number
  config: MaintenanceWindowConfig
}): void {
  const { config } = window
  if (window.endsAt <= window.startsAt) {
    throw invalidInput([{ path: 'endsAt', message: 'must be after startsAt: the window would do nothing' }])
  }
  const names =
    config.tags.length +
    config.silenceAlertsTags.length +
    config.silenceCheckIds.length +
    config.silenceGroupIds.length +
    config.pauseCheckIds.length +
    config.pauseGroupIds.length
  const hasEffect =
    names > 0 ||
    config.pauseAllChecks ||
    config.silenceAllAlerts ||
    (config.statusPageVisibility.enabled && config.statusPageVisibility.statusPageIds.length > 0)
  if (hasEffect) return
  throw invalidInput([
    {
      path: 'silenceAllAlerts',
      message:
        'must be true, unless the window names checks, groups or tags to silence or pause, or is shown on a status ' +
        'page: it would do nothing',
    },
  ])
}
