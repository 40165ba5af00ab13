import { mostLiveCharacters, mostLiveLines, type RunLogLine } from '@sonde/schema/runs/run-log.ts'
import type { LogRequest, RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import type { Scrubber } from '@sonde/scrub/scrubber.ts'

/** Between two messages about a run: as quick as eyes need it. */
const pauseMs = 300

export type LiveLog = {
  add(line: RunLogLine): void
  /** A value became secret while the run goes on. */
  addSecret(value: string): void
  /** Nothing more is sent: the result has all of it. */
  close(): void
}

const silent: LiveLog = { add: () => undefined, addSecret: () => undefined, close: () => undefined }

/**
 * Shows what a run prints to whoever watches it, some lines in one message. It is a courtesy: what cannot be sent is
 * left out, since the result brings everything.
 */
export function createLiveLog(
  run: RunAssignment,
  deps: {
    send(body: LogRequest): Promise<void>
    scrubberOf(run: RunAssignment, more: readonly string[]): Scrubber
    /** What the run was sent as secret. */
    secrets: readonly string[]
    afterMs?: number
  },
): LiveLog {
  // Of a secret over several lines, the first ones would be on their way before the others are known.
  if (run.isWatched !== true || deps.secrets.some((secret) => secret.includes('\n'))) return silent
  const { runId, attempt, ticket } = run
  const more: string[] = []
  let waiting: RunLogLine[] = []
  let sent = 0
  let characters = 0
  let timer: NodeJS.Timeout | null = null
  let isSending = false
  let isOver = false

  async function flush(): Promise<void> {
    timer = null
    if (isOver || isSending || waiting.length === 0) return
    const { text } = deps.scrubberOf(run, more)
    const lines = waiting.map((line) => ({ ...line, msg: text(line.msg) }))
    waiting = []
    isSending = true
    try {
      await deps.send({ runId, attempt, ticket, from: sent, lines })
    } catch {
      // Lines that are missing would make the others wrong.
      close()
      return
    }
    sent += lines.length
    isSending = false
    schedule()
  }

  function schedule(): void {
    if (!isOver && !isSending && waiting.length > 0)
      timer ??= setTimeout(() => void flush(), deps.afterMs ?? pauseMs)
  }

  function close(): void {
    isOver = true
    if (timer !== null) clearTimeout(timer)
  }

  return {
    add(line) {
      characters += line.msg.length
      if (isOver || sent + waiting.length >= mostLiveLines || characters > mostLiveCharacters / 2) return
      waiting.push(line)
      schedule()
    },
    addSecret(value) {
      if (value.includes('\n')) close()
      more.push(value)
    },
    close,
  }
}
