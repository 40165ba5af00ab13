import { type PeriodPair, readPeriodFigures } from '@sonde/analytics/period-figures.ts'
import type { AnalyticsDeps } from '@sonde/analytics/read-figures.ts'
import type { NumberedCheck } from '@sonde/store/checks/numbered-checks.ts'
import { type Period, periods } from './periods.ts'

export type KeptFigures = {
  of(checks: readonly NumberedCheck[], period: Period): Promise<Map<string, PeriodPair>>
}

type Kept = { readAt: number; figures: Promise<PeriodPair | null> }

const mostKept = 20_000

/**
 * Figures for dashboards. They are kept for a while, so that a screen in every office costs no more than one; whoever
 * asks while they are being read waits for the same answer.
 */
export function createKeptFigures(deps: AnalyticsDeps): KeptFigures {
  const kept = new Map<string, Kept>()

  function isFresh({ readAt }: Kept, period: Period): boolean {
    const age = deps.clock.now() - readAt
    return age >= 0 && age < periods[period].keptMs
  }

  function keep(key: string, entry: Kept): void {
    kept.delete(key)
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
  }

  return {
    async of(checks, period) {
      const missing = checks.filter(({ checkId }) => {
        const known = kept.get(`${period} ${checkId}`)
        return known === undefined || !isFresh(known, period)
      })
      if (missing.length > 0) {
        const readAt = deps.clock.now()
        const reading = readPeriodFigures(deps, { checks: missing, lengthMs: periods[period].lengthMs })
        for (const { checkId } of missing) {
          const key = `${period} ${checkId}`
          const figures = reading.then(
            (all) => all.get(checkId) ?? null,
            (error: unknown) => {
              // What could not be read is not remembered.
              kept.delete(key)
              throw error
            },
          )
          keep(key, { readAt, figures })
        }
      }
      const found = await Promise.all(
        checks.map(
          async ({ checkId }) => [checkId, await kept.get(`${period} ${checkId}`)?.figures] as const,
        ),
      )
      return new Map(found.flatMap(([checkId, pair]) => (pair ? [[checkId, pair] as const] : [])))
    },
  }
}
