import type { Libc } from './libc.ts'
import { childrenOf, readProcess, treeOf } from './process-table.ts'

const setChildSubreaper = 36
const withoutWaiting = 1

/** What has lost its parent inside a sandbox becomes a child of the agent, where it can be found, killed and reaped. */
export function adoptOrphans(libc: Libc): void {
  if (libc.call('prctl', setChildSubreaper, 1, 0, 0, 0) !== 0)
    throw new Error(`prctl failed with error ${libc.errno()}`)
}

/** The processes of one run, found among everything that comes from the agent by what marks them. */
export type RunProcesses = {
  /** Those that are alive. Of the dead, adopted ones are reaped on the way. */
  alive(): number[]
  /**
   * Whether a look at the run has found nothing at all: neither alive nor dead. One that was dead may have left
   * a child behind that came after the look.
   */
  areGone(): boolean
}

/**
 * `first` was started by Node, and so was whoever is in `helpers`. Node reaps them itself: if we did, their exit would
 * never be told.
 */
export function createRunProcesses(
  libc: Libc,
  {
    first,
    helpers,
    isMarked,
  }: { first: number; helpers: ReadonlySet<number>; isMarked(pid: number): boolean },
): RunProcesses {
  const look = () => {
    const children = childrenOf(process.pid)
    const adopted = children.filter((pid) => pid !== first && !helpers.has(pid) && isMarked(pid))
    const roots = children.includes(first) ? [first, ...adopted] : adopted
    const alive = roots.flatMap(treeOf).filter((pid) => readProcess(pid)?.isZombie === false)
    for (const pid of adopted) libc.waitpid(pid, null, withoutWaiting)
    return { alive, adopted }
  }
  return {
    alive: () => look().alive,
    areGone() {
      const { alive, adopted } = look()
      return alive.length === 0 && adopted.length === 0
    },
  }
}
