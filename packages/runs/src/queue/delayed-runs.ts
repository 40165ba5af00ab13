import type { Run } from '../run.ts'

/** Retries that wait for their time. Few at any moment, so that looking at all of them is cheap. */
export type DelayedRuns = {
  add(run: Run, dueAt: number): void
  nextAt(): number | null
  takeDue(now: number): Run[]
  remove(matches: (run: Run) => boolean): Run[]
}

export function createDelayedRuns(): DelayedRuns {
  let waiting: { run: Run; dueAt: number }[] = []
  let nextAt: number | null = null

  function take(isTaken: (entry: { run: Run; dueAt: number }) => boolean): Run[] {
    const removedRuns = waiting.filter(isTaken)
    if (removedRuns.length > 0) waiting = waiting.filter((entry) => !isTaken(entry))
    nextAt = waiting.reduce<number | null>(
      (earliest, { dueAt }) => (earliest === null ? dueAt : Math.min(earliest, dueAt)),
      null,
    )
    return removedRuns.toSorted((a, b) => a.dueAt - b.dueAt).map(({ run }) => run)
  }

  return {
    add(run, dueAt) {
      waiting.push({ run, dueAt })
      nextAt = nextAt === null ? dueAt : Math.min(nextAt, dueAt)
    },
    nextAt: () => nextAt,
    takeDue: (now) => (nextAt === null || nextAt > now ? [] : take(({ dueAt }) => dueAt <= now)),
    remove: (matches) => take(({ run }) => matches(run)),
  }
}
