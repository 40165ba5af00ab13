import { minuteMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type {
  DiagnosticAsset,
  DiagnosticsRequest,
  RunAssignment,
} from '@sonde/schema/agents/agent-protocol.ts'
import type { DiagnosticFile, FailedTarget } from '@sonde/probes/diagnostics/diagnose.ts'
import type { Scrubber } from '@sonde/scrub/scrubber.ts'
import { TransportFailure } from '../service/transport.ts'

/** An outage has thousands of failed runs, and one look at each of a few targets tells what can be told. */
const mostAtOnce = 4
const betweenLooksMs = minuteMs
const mostRemembered = 1_000

/** How long files wait for the service to have the result that they belong to. */
const mostWaitMs = minuteMs

type Attempt = { runId: string; attempt: number }

/**
 * Looks closer at targets that could not be reached, after the verdict and beside everything else: nothing waits
 * for it, and nothing is lost with it.
 */
export function createRunDiagnostics(deps: {
  diagnose(target: FailedTarget, signal: AbortSignal): Promise<DiagnosticFile[]>
  send(body: DiagnosticsRequest): Promise<void>
  log: Logger
}) {
  const { diagnose, send, log } = deps
  const stopping = new AbortController()
  const lookedMs = new Map<string, number>()
  const awaited = new Map<string, () => void>()
  let underWay = 0

  function isDue({ address, port }: FailedTarget): boolean {
    const key = `${address}/${port}`
    const nowMs = performance.now()
    const lastMs = lookedMs.get(key)
    if (lastMs !== undefined && nowMs - lastMs < betweenLooksMs) return false
    const [oldest] = lookedMs.size >= mostRemembered ? lookedMs.keys() : []
    if (oldest !== undefined) lookedMs.delete(oldest)
    lookedMs.delete(key)
    lookedMs.set(key, nowMs)
    return true
  }

  async function look(run: RunAssignment, target: FailedTarget, scrubber: Scrubber): Promise<void> {
    const stored = untilStored(run)
    const files = await diagnose(target, stopping.signal)
    if (files.length === 0 || !(await stored)) return
    const { runId, attempt, ticket } = run
    await send({ runId, attempt, ticket, assets: files.map((file) => toAsset(file, scrubber)) })
  }

  /** False when nobody will have the result. */
  function untilStored(run: Attempt): Promise<boolean> {
    const key = keyOf(run)
    return new Promise((resolve) => {
      const end = (isStored: boolean): void => {
        clearTimeout(timer)
        awaited.delete(key)
        resolve(isStored)
      }
      const timer = setTimeout(() => end(false), mostWaitMs)
      timer.unref()
      awaited.set(key, () => end(true))
    })
  }

  return {
    noteFailure(run: RunAssignment, target: FailedTarget, scrubber: Scrubber): void {
      if (stopping.signal.aborted || underWay >= mostAtOnce || !isDue(target)) return
      underWay += 1
      look(run, target, scrubber)
        .catch((error: unknown) => {
          const why = error instanceof TransportFailure ? error.message : scrubber.text(String(error))
          log.debug({ runId: run.runId }, `no diagnostics for a failed run: ${why}`)
        })
        .finally(() => (underWay -= 1))
    },
    noteStored: (run: Attempt): void => awaited.get(keyOf(run))?.(),
    stop: (): void => stopping.abort(new Error('the agent is stopping')),
  }
}

function keyOf({ runId, attempt }: Attempt): string {
  return `${runId}/${attempt}`
}

/** A capture holds no more than headers of packets; a report is text, and goes through the scrubber like any other. */
function toAsset({ name, type, contentType, content }: DiagnosticFile, scrubber: Scrubber): DiagnosticAsset {
  const bytes = typeof content === 'string' ? Buffer.from(scrubber.text(content)) : Buffer.from(content)
  return { name, type, contentType, content: bytes.toString('base64') }
}
