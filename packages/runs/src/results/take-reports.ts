import type { Logger } from '@sonde/ground/logger.ts'
import { isCounted } from '@sonde/schema/runs/run-source.ts'
import { isScripted } from '@sonde/schema/check-types/run-scripts.ts'
import type { Availability } from '../agents/availability.ts'
import type { QueueDesk } from '../queue/run-queue.ts'
import type { TicketedRun } from '../run.ts'
import { isTrialRun, type TrialRuns } from '../trial-runs/trial-runs.ts'
import type { Intake } from './intake.ts'
import type { Report, StoredReport } from './report.ts'

export type TakeReportsDeps = {
  log: Logger
  intake: Intake
  trialRuns: TrialRuns
  queue: Pick<QueueDesk, 'complete'>
  availability: Availability
  certificates: { note(run: TicketedRun, detail: unknown): void }
  /** Called once for each attempt whose result is on the disk. */
  onStored(attempts: readonly StoredReport[]): Promise<void>
}

export type ReportTaking = {
  /** What became of each report, in their order. */
  take(reports: readonly Report[]): Promise<('stored' | 'lost')[]>
  /** Results that were new, since this program started. */
  storedCount(): number
  /** Those that were stored before. */
  duplicateCount(): number
}

/** Results of checks go into the history, those of trial runs to whoever waits for them; then the run is over for the queue. */
export function createReportTaking(deps: TakeReportsDeps): ReportTaking {
  const { log, intake, trialRuns, queue, availability, certificates } = deps
  let storedCount = 0
  let duplicateCount = 0

  async function take(reports: readonly Report[]): Promise<('stored' | 'lost')[]> {
    const ofChecks = reports.filter(({ run }) => !isTrialRun(run))
    const states = await takeOfChecks(ofChecks)
    if (ofChecks.length === reports.length) return states
    const trialStates = await takeOfTrialRuns(reports.filter(({ run }) => isTrialRun(run)))
    const [nextOfChecks, nextOfTrials] = [states.values(), trialStates.values()]
    return reports.map(({ run }) => (isTrialRun(run) ? nextOfTrials : nextOfChecks).next().value ?? 'lost')
  }

  async function takeOfTrialRuns(reports: readonly Report[]): Promise<('stored' | 'lost')[]> {
    const states = await trialRuns.take(reports)
    await queue.complete(reports.map(({ run }) => run))
    for (const { run } of reports) await trialRuns.followUp(run)
    return states
  }

  async function takeOfChecks(reports: readonly Report[]): Promise<('stored' | 'lost')[]> {
    if (reports.length === 0) return []
    const stored = await intake.take(reports)
    const wereOpen = await queue.complete(reports.map(({ run }) => run))
    // A result may be on the disk although nobody heard of it: the database was gone before it could answer.
    const isFirst = (entry: StoredReport, index: number) => entry.isNew || wereOpen[index] === true
    await deps.onStored(
      stored.flatMap((entry, index) => (entry !== null && isFirst(entry, index) ? [entry] : [])),
    )
    const hadErrors = new Map<string, boolean[]>()
    /** The last word on scripts of each place: null when they ran. */
    const scriptTrouble = new Map<string, string | null>()
    const noteScripts = ({ run, verdict }: StoredReport, report: Report | undefined) => {
      const { notRunCause, verdict: sent } = report?.result ?? { notRunCause: null, verdict: null }
      if (notRunCause === 'no-sandbox') scriptTrouble.set(run.place, sent?.reason ?? 'there is no sandbox')
      else if (verdict !== 'withheld' && verdict !== 'cancelled') scriptTrouble.set(run.place, null)
    }
    const states = stored.map((entry, index): 'stored' | 'lost' => {
      if (entry === null) return 'lost'
      if (!entry.isNew) duplicateCount += 1
      if (entry.isNew) {
        storedCount += 1
        const detail = reports[index]?.result.detail
        // What a run saw that began before its check was changed says nothing about where that looks now.
        // Neither does one that looked at a deployment of it.
        if (entry.isCurrent && isCounted(entry.run.source)) certificates.note(entry.run, detail)
        const cause = reports[index]?.result.notRunCause ?? null
        if (isScripted(entry.run)) noteScripts(entry, reports[index])
        // A run that nobody could read is the trouble of its check, wherever it was to be made; and that a place
        // cannot run scripts says nothing of its other checks.
        if (cause !== 'unreadable-job' && cause !== 'no-sandbox') {
          const errorFlags = hadErrors.get(entry.run.place) ?? []
          errorFlags.push(entry.verdict === 'withheld')
          hadErrors.set(entry.run.place, errorFlags)
        }
      }
      return 'stored'
    })
    for (const [place, errors] of hadErrors) {
      await availability.noteResults(place, errors).catch((error: unknown) => {
        log.error({ err: error, place }, 'a notice about a location was not written')
      })
    }
    for (const [place, trouble] of scriptTrouble) {
      await availability.noteScripts(place, trouble).catch((error: unknown) => {
        log.error({ err: error, place }, 'a notice about a location was not written')
      })
    }
    return states
  }

  return { take, storedCount: () => storedCount, duplicateCount: () => duplicateCount }
}
