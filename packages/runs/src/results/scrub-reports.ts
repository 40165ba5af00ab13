import { setImmediate as nextTurn } from 'node:timers/promises'
import { listResultWords } from '@sonde/schema/check-types/result-words.ts'
import { createScrubber, type Scrubber } from '@sonde/scrub/scrubber.ts'
import type { TicketedRun } from '../run.ts'
import type { Report } from './report.ts'
import type { VariableResolver } from '../variables/resolve-runs.ts'

/** A message may hold a thousand results: others get their turn in between. */
const longestTurnMs = 10

/**
 * Agents mask what they were given as secret. The service knows more, and does not rely on every agent out
 * there: what is stored has been through its own hands.
 */
export function createReportScrubber(resolver: VariableResolver) {
  const { mayShowSecrets, refresh } = resolver
  const scrubberOf = createRunScrubbers(resolver)

  async function scrub(report: Report): Promise<Report> {
    if (!mayShowSecrets(report.run)) return report
    const { value } = await scrubberOf(report.run)
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

/** The scrubber of a run: made once for each set of secrets, since that takes longer than to use it. */
export function createRunScrubbers({ secretsOf }: Pick<VariableResolver, 'secretsOf'>) {
  const scrubbers = new WeakMap<readonly string[], Scrubber>()
  const ownWords = listResultWords()

  return async function scrubberOf(run: TicketedRun): Promise<Scrubber> {
    const secrets = await secretsOf(run)
    const cached = scrubbers.get(secrets)
    if (cached !== undefined) return cached
    const scrubber = createScrubber(secrets, { ownWords })
    scrubbers.set(secrets, scrubber)
    return scrubber
  }
}
