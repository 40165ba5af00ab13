import { formatCount } from '../parts/format.ts'
import type { OverviewSummary } from '../resources/check-overview.ts'

export type TroubleCount = { count: number; words: string; tone: 'bad' | 'warn' }

/** By the icon of the place where it is found. A place without trouble has none. */
export type TroubleCounts = Readonly<Record<string, TroubleCount | undefined>>

/** Failing checks, or degraded ones where none fails, and agents that are missing. */
export function troubleOf({ problems, agents }: Pick<OverviewSummary, 'problems' | 'agents'>): TroubleCounts {
  const { failing, degraded } = problems
  return {
    ...(failing + degraded === 0
      ? {}
      : {
          checks:
            failing > 0
              ? { count: failing, words: `${formatCount(failing)} failing`, tone: 'bad' }
              : { count: degraded, words: `${formatCount(degraded)} degraded`, tone: 'warn' },
        }),
    ...(agents.missing === 0
      ? {}
      : {
          locations: {
            count: agents.missing,
            words: agents.missing === 1 ? '1 agent missing' : `${formatCount(agents.missing)} agents missing`,
            tone: 'bad',
          },
        }),
  }
}
