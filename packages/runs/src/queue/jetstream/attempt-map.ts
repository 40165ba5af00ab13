/** What tells an attempt from every other. */
type AttemptName = { runId: string; attempt: number }

/**
 * Things by the attempt of a run that they are about, and by the run. The id of a run is looked up as it is: every run is
 * asked for about ten times on its way through the queue, and a name made of id and attempt would be a new text each time.
 */
export function createAttemptMap<Thing extends { run: AttemptName }>() {
  /** Almost always one. A list that is handed out is never changed: who goes through it may delete. */
  const byRun = new Map<string, readonly Thing[]>()

  function ofRun(runId: string): readonly Thing[] {
    return byRun.get(runId) ?? []
  }

  return {
    ofRun,
    get: ({ runId, attempt }: AttemptName): Thing | undefined =>
      byRun.get(runId)?.find(({ run }) => run.attempt === attempt),
    /** In place of what was there of the same attempt. */
    set(thing: Thing): void {
      const { runId, attempt } = thing.run
      const known = byRun.get(runId)
      const others = known?.filter(({ run }) => run.attempt !== attempt)
      byRun.set(runId, others === undefined ? [thing] : [...others, thing])
    },
    /** That very thing, and no other that has come in its place. */
    delete(thing: Thing): void {
      const { runId } = thing.run
      const known = ofRun(runId)
      if (known.length > 1) {
        byRun.set(
          runId,
          known.filter((other) => other !== thing),
        )
      } else if (known[0] === thing) byRun.delete(runId)
    },
    *values(): Generator<Thing> {
      for (const things of byRun.values()) yield* things
    },
    isEmpty: (): boolean => byRun.size === 0,
  }
}
