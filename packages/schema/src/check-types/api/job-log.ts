import type { ApiRunDetail, HttpLogEntry } from '../api-check-result.ts'

type JobLog = NonNullable<ApiRunDetail['jobLog']>

/** What a result holds of its log, all stages together. */
const mostLines = 1_000
const mostCharacters = 262_144

/** The log as far as a result holds it; where it was cut, its last line says so. */
export function boundJobLog(log: JobLog | null): JobLog | null {
  if (log === null) return null
  const room = { lines: mostLines, characters: mostCharacters }
  return {
    setup: boundLines(log.setup, room),
    request: boundLines(log.request, room),
    teardown: boundLines(log.teardown, room),
  }
}

/** The same of a log without stages. */
export function boundLogLines(lines: readonly HttpLogEntry[]): HttpLogEntry[] {
  return boundLines(lines, { lines: mostLines, characters: mostCharacters })
}

function boundLines(
  lines: readonly HttpLogEntry[],
  room: { lines: number; characters: number },
): HttpLogEntry[] {
  const bound: HttpLogEntry[] = []
  for (const line of lines) {
    // One line is left for the word that it was cut.
    if (room.lines <= 1 || room.characters < line.msg.length) {
      const msg = `log cut: ${lines.length - bound.length} more lines`
      room.lines = 0
      return [...bound, { time: line.time, level: 'WARN', msg }]
    }
    room.lines -= 1
    room.characters -= line.msg.length
    bound.push(line)
  }
  return bound
}
