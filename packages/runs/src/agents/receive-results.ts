import type { Clock } from '@sonde/ground/clock.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { ResultsAnswer, ResultsRequest, RunResult } from '@sonde/schema/agents/agent-protocol.ts'
import { verdictOfWire } from '@sonde/schema/agents/wire-verdict.ts'
import type { QueueDesk } from '../queue/run-queue.ts'
import { createDetailReader } from '../results/read-detail.ts'
import type { Report } from '../results/report.ts'
import { createReportScrubber } from '../results/scrub-reports.ts'
import type { Tickets } from '../results/ticket.ts'
import type { TicketedRun } from '../run.ts'
import type { VariableResolver } from '../variables/resolve-runs.ts'
import type { AgentCaller } from './agent-caller.ts'
import { matchResult } from './match-result.ts'

type ResultState = ResultsAnswer['states'][number]

/** What agents report: matched with its run, read, without secrets, and stored. In the order of the results. */
export function createResultReceiver(deps: {
  clock: Clock
  log: Logger
  queue: Pick<QueueDesk, 'lookUp'>
  tickets: Tickets
  resolver: VariableResolver
  /** Tells of runs what their tickets do not. */
  complete(reports: readonly Report[]): Promise<readonly Report[]>
  /** Stores results; the states in the order of the reports. */
  takeResults(reports: readonly Report[]): Promise<('stored' | 'lost')[]>
}) {
  const { clock, log, queue, tickets } = deps
  const scrubReports = createReportScrubber(deps.resolver)
  const readDetail = createDetailReader()

  function readTicket(ticket: string): TicketedRun | null {
    return tickets.read(ticket)?.run ?? null
  }

  return async function receive(caller: AgentCaller, body: ResultsRequest): Promise<ResultState[]> {
    const statuses = await queue.lookUp(body.results)
    const now = clock.now()
    const isStandIn = caller.identity.kind === 'embedded'
    const reports: Report[] = []
    const unreadable: Unreadable[] = []
    const outcomes = body.results.map((result, index): 'reported' | 'lost' | 'refused' => {
      // What this program measured itself has the form that it should have.
      const reading = isStandIn ? result : readDetail(result)
      if ('mistakes' in reading) {
        unreadable.push({ result, mistakes: reading.mistakes })
        if (!reading.isVerdictSound || !countsWithoutDetail(result)) return 'refused'
      }
      const status = statuses[index] ?? { kind: 'unknown' }
      const run = matchResult(caller, result, { status, readTicket, now })
      if (typeof run === 'string') return run
      const detail = 'mistakes' in reading ? null : reading.detail
      reports.push({ run, result: { ...result, detail }, sentAt: body.sentAt, isStandIn })
      return 'reported'
    })
    warnOfUnreadable(log, caller, unreadable)
    const stored = await deps.takeResults(await scrubReports(await deps.complete(reports)))
    const states = stored.values()
    return outcomes.map((outcome) => (outcome === 'reported' ? (states.next().value ?? 'lost') : outcome))
  }
}

/**
 * It is the target that says what is in a detail: none is to keep its failure from being heard of in this way. A run that
 * has passed has measured something, which nobody could show.
 */
function countsWithoutDetail({ verdict }: RunResult): boolean {
  const kind = verdictOfWire(verdict)
  return kind === 'failed' || kind === 'withheld'
}

type Unreadable = { result: RunResult; mistakes: readonly unknown[] }

function warnOfUnreadable(log: Logger, { agentId }: AgentCaller, unreadable: readonly Unreadable[]): void {
  const [first] = unreadable
  if (first === undefined) return
  const fields = { agentId, count: unreadable.length, runId: first.result.runId }
  log.warn({ ...fields, mistakes: first.mistakes.slice(0, 5) }, 'a result cannot be read')
}
