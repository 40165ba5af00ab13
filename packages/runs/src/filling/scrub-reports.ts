import { listResultWords } from '@sonde/schema/result-words.ts'
import { createScrubber, type Scrubber } from '@sonde/scrub/scrubber.ts'
import type { Report } from '../results/intake.ts'
import type { RunFiller } from './fill-runs.ts'

/** Sets of secrets that are ready at a time. */
const mostKept = 50

/**
 * Agents mask what they were given as secret. The service knows more, and does not rely on every agent out
 * there: what is stored has been through its own hands.
 */
export function createReportScrubber({ mayShowSecrets, secretsOf, refresh }: RunFiller) {
  const kept = new Map<string, Scrubber>()
  const ownWords = listResultWords()

  function scrubberOf(secrets: readonly string[]): Scrubber {
    const key = JSON.stringify(secrets)
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = createScrubber(secrets, { ownWords })
    const [oldest] = kept.size >= mostKept ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(key, made)
    return made
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
    return await Promise.all(reports.map(scrub))
  }
}
