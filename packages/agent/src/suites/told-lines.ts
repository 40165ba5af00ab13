import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageLimits, parseMessage } from '@sonde/sandbox/channel.ts'

/** Our own code writes shorter ones. */
const longestLine = 4 * 2 ** 20
/** With those that are left out. */
const mostLines = 20_000
/** This may be the thread of the service: others get their turn in between. */
const longestTurnMs = 10

const lineBreak = 10

/**
 * Lines of JSON that our code inside a suite has written, or the suite itself. A line that is none, or is more than ours
 * would be, is left out.
 */
export async function* toldLines(bytes: Buffer): AsyncGenerator<unknown, void, undefined> {
  let turnMs = performance.now()
  let lines = 0
  for (let start = 0; start < bytes.length && lines < mostLines; lines += 1) {
    const lineEnd = bytes.indexOf(lineBreak, start)
    const end = lineEnd === -1 ? bytes.length : lineEnd
    const parsed =
      end === start || end - start > longestLine
        ? null
        : parseMessage(bytes.subarray(start, end), messageLimits)
    if (parsed !== null) yield parsed.value
    start = end + 1
    if (performance.now() - turnMs < longestTurnMs) continue
    await nextTurn()
    turnMs = performance.now()
  }
}
