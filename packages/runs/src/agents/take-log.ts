import type { LogRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { createRunScrubbers } from '../results/scrub-reports.ts'
import { storable } from '../results/storable-text.ts'
import type { TicketedRun } from '../run.ts'
import { isTrialRun } from '../trial-runs/trial-runs.ts'
import type { VariableResolver } from '../variables/resolve-runs.ts'

type Log = Pick<LogRequest, 'from' | 'lines'>

/** What a run prints is shown while it goes on only where somebody watches it: its result has it anyway. */
export function createLogTaker({
  resolver,
  showLog,
}: {
  resolver: VariableResolver
  showLog(run: TicketedRun, log: Log): Promise<void>
}) {
  const scrubberOf = createRunScrubbers(resolver)
  return async function takeLog(run: TicketedRun, { from, lines }: Log): Promise<void> {
    // Of a run whose check is not known here, nobody could say what is secret.
    if (!isTrialRun(run) || run.check === null) return
    await resolver.refresh()
    const { text } = await scrubberOf(run)
    const shown = lines.map((line) => ({ ...line, msg: storable(text(line.msg)) }))
    await showLog(run, { from, lines: shown })
  }
}
