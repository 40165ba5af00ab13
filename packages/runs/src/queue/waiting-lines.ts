import { type QueueLine, queueLines } from '@sonde/schema/agents/agent-protocol.ts'

type Waiting = { readonly order: number; readonly run: { place: string; queue: QueueLine } }

/**
 * Two lines for each place, in the order of their entries. An entry leaves its line when it is read or when `prune` is
 * called: until then `isWaiting` tells whether it is still meant.
 */
export function createWaitingLines<Entry extends Waiting>(isWaiting: (entry: Entry) => boolean) {
  const lines = new Map<string, Record<QueueLine, Entry[]>>()

  function linesAt(place: string): Record<QueueLine, Entry[]> {
    const existing = lines.get(place)
    if (existing !== undefined) return existing
    const newLines = { uptime: [], script: [], main: [] }
    lines.set(place, newLines)
    return newLines
  }

  function lineOf({ run }: Entry): Entry[] {
    return linesAt(run.place)[run.queue]
  }

  return {
    places: (): Iterable<string> => lines.keys(),

    addLast: (entry: Entry): void => void lineOf(entry).push(entry),

    /** Behind all that are older. */
    addInOrder(entry: Entry): void {
      const line = lineOf(entry)
      const position = line.findIndex(({ order }) => order > entry.order)
      line.splice(position === -1 ? line.length : position, 0, entry)
    },

    /** Takes out the first that are wanted; the others keep their turn. */
    take(place: string, line: QueueLine, most: number, isWanted: (entry: Entry) => boolean): Entry[] {
      const entries = lines.get(place)?.[line] ?? []
      const matches: Entry[] = []
      const others: Entry[] = []
      let read = 0
      for (const entry of entries) {
        if (matches.length >= most) break
        read += 1
        if (!isWaiting(entry)) continue
        if (isWanted(entry)) matches.push(entry)
        else others.push(entry)
      }
      if (read > 0) entries.splice(0, read, ...others)
      return matches
    },

    /** Nobody may ever read a line to its end: what is over must not wait there for that. */
    prune(): void {
      for (const each of lines.values()) {
        for (const line of queueLines) each[line] = each[line].filter(isWaiting)
      }
    },
  }
}
