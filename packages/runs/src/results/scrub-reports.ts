import { setImmediate as nextTurn } from 'node:timers/promises'
import { listResultWords } from '@sonde/schema/check-types/result-words.ts'
import { createScrubber, type Scrubber } from '@sonde/scrub/scrubber.ts'
import type { Report } from './report.ts'
import type { VariableResolver } from '../variables/resolve-runs.ts'

/** A message may hold a thousand results: others get their turn in between. */
const longestTurnMs = 10

/**
 * Agents mask what they were given as secret. The service knows more, and does not rely on every agent out
 * there: what is stored has been through its own hands.
 */
export function createReportScrubber({ mayShowSecrets, secretsOf, refresh }: VariableResolver) {
  const scrubbers = new WeakMap<readonly string[], Scrubber>()
  const ownWords = listResultWords()

  function scrubberOf(secrets: readonly string[]): Scrubber {
    const cached = scrubbers.get(secrets)
    if (cached !== undefined) return cached
    const scrubber = createScrubber(secrets, { ownWords })
    scrubbers.set(secrets, scrubber)
    return scrubber
  }

  async function scrub(report: Report): Promise<Report> {
    if (!mayShowSecrets(report.run)) return report
    const { value } = scrubberOf(await secretsOf(report.run))
    const { result } = report
    const [detail, verdict] = [value(result.detail), value(result.verdict)]
    return { ...report, result: { ...result, detail, verdict } }
  }

  return async function scrubReports(reports: readonly Report[]): Promise<readonly Report[]> {
    if (!reports.some(({ run }) => mayShowSecrets(run))) return reports
    await refresh()
    const scrubbed: Report[] = []
    let turnMs = performance.now()
    for (const report of reports) {
      scrubbed.push(await scrub(report))
      if (performance.now() - turnMs < longestTurnMs) continue
      await nextTurn()
      turnMs = performance.now()
    }
    return scrubbed
  }
}
