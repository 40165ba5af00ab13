import { minuteMs } from '@sonde/ground/durations.ts'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import type { AgentEvent, EventsRequest } from '@sonde/schema/agents/agent-protocol.ts'
import { arch, platform } from 'node:process'
import { filterEvent } from './event-filter.ts'

const windowMs = minuteMs
const mostEventsPerWindow = 10
/** Errors come in swarms: a short wait lets one event count all of a swarm. */
const gatherMs = 1_000
/** Different errors that may wait for the next minute; more would not help anybody. */
const mostWaiting = 100

/**
 * Tells the service about errors of the agent's own code, so that they can be mended. What leaves is
 * stripped of everything that names a target, a place or a secret. Switched off, it sends nothing at all.
 */
export function createObservability(deps: {
  isOn: boolean
  imageVariant: string
  agentRoot: string
  scrub: (text: string) => string
  send: (body: EventsRequest) => Promise<void>
  gatherMs?: number
  /** The monotonic clock. */
  nowMs?: () => number
}) {
  const { nowMs = () => performance.now() } = deps
  const waiting = new Map<string, AgentEvent>()
  let sent: { key: string; atMs: number }[] = []
  let timer: NodeJS.Timeout | null = null

  /** `scrub` is that of the run in which it happened, which knows more secrets than the agent. */
  function report(error: unknown, scrub = deps.scrub): void {
    if (!deps.isOn) return
    const { message, stack } = filterEvent(error, deps.agentRoot)
    const event: AgentEvent = {
      message: scrub(message).slice(0, 2_000),
      stack: stack === null ? null : scrub(stack).slice(0, 10_000),
      count: 1,
      agentVersion,
      imageVariant: deps.imageVariant,
      platform,
      arch,
      nodeVersion: process.version,
    }
    const key = `${event.message}\n${event.stack ?? ''}`
    const known = waiting.get(key)
    if (known) known.count++
    else if (waiting.size < mostWaiting) waiting.set(key, event)
    schedule(deps.gatherMs ?? gatherMs)
  }

  function schedule(ms: number): void {
    if (timer !== null || waiting.size === 0) return
    timer = setTimeout(() => {
      timer = null
      void flush()
    }, ms)
    timer.unref()
  }

  /** Sends what this minute still allows. Never rejects: nobody is helped by an error about errors. */
  async function flush(): Promise<void> {
    const now = nowMs()
    sent = sent.filter(({ atMs }) => now - atMs < windowMs)
    const isRecent = (key: string) => sent.some((event) => event.key === key)
    const due = [...waiting].filter(([key]) => !isRecent(key)).slice(0, mostEventsPerWindow - sent.length)
    for (const [key] of due) {
      waiting.delete(key)
      sent.push({ key, atMs: now })
    }
    const oldest = sent[0]
    if (oldest) schedule(oldest.atMs + windowMs - now)
    if (due.length === 0) return
    await deps.send({ events: due.map(([, event]) => event) }).then(ignoreOutcome, ignoreOutcome)
  }

  return {
    report,
    flush,
    close(): void {
      if (timer !== null) clearTimeout(timer)
    },
  }
}

/** The specification wants it so: a failure to send an event is ignored. */
function ignoreOutcome(): void {}
