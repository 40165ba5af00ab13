import type { HttpLogEntry } from '@sonde/schema/check-types/api-check-result.ts'
import type { LogLevel } from './script-messages.ts'

/** Of one script. The harness keeps to it by itself; code that goes round the harness does not. */
const mostBytesPerScript = 2 ** 20
/** Of all scripts of an attempt, in its result. */
const inlineLog = { lines: 1_000, bytes: 262_144 }
const longestText = 10_000

/** Where the log is whole when the result has no room for it. */
export const logFileName = 'logs.txt'

export type ScriptPhase = 'setup' | 'teardown'

/** What the scripts of one attempt print. */
export function createScriptLog({
  now,
  hasFile = false,
  onLine = () => undefined,
}: {
  now(): number
  /** Whether what the result has no room for is kept in a file. */
  hasFile?: boolean
  /** Told of each line as it comes. */
  onLine?: (phase: ScriptPhase, entry: HttpLogEntry) => void
}) {
  const entries: Record<ScriptPhase, HttpLogEntry[]> = { setup: [], teardown: [] }
  let phase: ScriptPhase = 'setup'
  let bytes = 0

  function write(level: LogLevel, text: string): void {
    if (bytes > mostBytesPerScript) return
    bytes += Buffer.byteLength(text) + 1
    const isCut = bytes > mostBytesPerScript
    const msg = isCut ? 'log cut: it is longer than 1 MiB' : text.slice(0, longestText).toWellFormed()
    const entry = { time: Math.round(now()), level: isCut ? 'WARN' : level, msg }
    entries[phase].push(entry)
    onLine(phase, entry)
  }

  return {
    write,
    /** A further script has begun, with a log of its own. */
    begin(of: ScriptPhase): void {
      phase = of
      bytes = 0
    },
    /** What the result has room for. */
    inline(): Record<ScriptPhase, HttpLogEntry[]> {
      const room = { lines: inlineLog.lines - 2, bytes: inlineLog.bytes }
      const setup = fit(entries.setup, room)
      const teardown = fit(entries.teardown, room)
      const end = hasFile ? `in ${logFileName}` : 'not kept'
      return { setup: withLastWord(setup, end), teardown: withLastWord(teardown, end) }
    },
    /** All of it, when that is more than the result has room for; null otherwise. */
    wholeIfCut(): Record<ScriptPhase, HttpLogEntry[]> | null {
      const room = { lines: inlineLog.lines - 2, bytes: inlineLog.bytes }
      const isCut = (['setup', 'teardown'] as const).some((of) => fit(entries[of], room).left > 0)
      return isCut ? entries : null
    },
  }
}

type FittedLog = { kept: HttpLogEntry[]; left: number; endedAt: number }

export type ScriptLog = ReturnType<typeof createScriptLog>

/** The last lines are left out: the first ones tell where it began. Those of errors stay as long as there is room. */
function fit(entries: readonly HttpLogEntry[], room: { lines: number; bytes: number }): FittedLog {
  const kept: HttpLogEntry[] = []
  const last = entries.at(-1)
  const reserved = last?.level === 'ERROR' ? Buffer.byteLength(last.msg) : 0
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.msg)
    const isLast = entry === last
    if (room.lines < (isLast ? 1 : 2) || room.bytes < size + (isLast ? 0 : reserved)) continue
    room.lines -= 1
    room.bytes -= size
    kept.push(entry)
  }
  const left = entries.length - kept.length
  return { kept, left, endedAt: kept.at(-1)?.time ?? entries[0]?.time ?? 0 }
}

/** Says of a log that is not whole where the rest of it is. */
function withLastWord({ kept, left, endedAt }: FittedLog, end: string): HttpLogEntry[] {
  if (left === 0) return kept
  const msg = `log cut: ${left} further ${left === 1 ? 'line is' : 'lines are'} ${end}`
  return [...kept, { time: endedAt, level: 'WARN', msg }]
}
