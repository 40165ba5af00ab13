import type { TestNode } from '@sonde/schema/check-types/playwright/test-run-result.ts'
import { mostTimedSteps, timedKinds, type TimedStep } from '@sonde/schema/checks/step-times.ts'

type Node = Pick<TestNode, 'kind' | 'title' | 'depth' | 'durationMs'>

/** How long each step of one run took, by a key that is the same in every run. */
export type RunSteps = Map<string, { step: TimedStep; durationMs: number | null }>

/** Sums what runs several times, in a loop for example: each time by itself would be another line in every run. */
export function stepsOfRun(nodes: readonly Node[]): RunSteps {
  const steps: RunSteps = new Map()
  const around: { depth: number; title: string }[] = []
  for (const node of nodes) {
    while ((around.at(-1)?.depth ?? -1) >= node.depth) around.pop()
    const kind = timedKinds.find((timed) => timed === node.kind)
    if (kind === undefined) continue
    const title = kind === 'request' ? steadyTitle(node.title) : node.title
    const path = around.map((outer) => outer.title)
    const key = JSON.stringify([kind, ...path, title])
    const before = steps.get(key)
    steps.set(key, {
      step: { kind, title, path },
      durationMs: before === undefined ? node.durationMs : sumOf(before.durationMs, node.durationMs),
    })
    if (kind !== 'request') around.push({ depth: node.depth, title })
  }
  return steps
}

/** What had not ended in one of them has no known sum. */
function sumOf(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left + right
}

const idInPath = /\/(?:\d+|[0-9a-f]{8}-[0-9a-f-]{27}|(?=[a-z]*\d)[0-9a-z_-]{16,})(?=\/|$)/gi

/** Ids in addresses are others in every run, and the request is the same. */
function steadyTitle(title: string): string {
  const [address = title] = title.split(/[?#]/, 1)
  return address.replaceAll(idInPath, '/*')
}

/**
 * The steps of several runs, in the order of the first one that has them: those that most runs have, if there are more than
 * can be told apart.
 */
export function commonSteps(runs: readonly RunSteps[]): {
  keys: string[]
  steps: TimedStep[]
  others: number
} {
  const counts = new Map<string, { step: TimedStep; runs: number }>()
  for (const run of runs) {
    for (const [key, { step }] of run) counts.set(key, { step, runs: (counts.get(key)?.runs ?? 0) + 1 })
  }
  const kept = new Set(
    [...counts]
      .toSorted(([, left], [, right]) => right.runs - left.runs)
      .slice(0, mostTimedSteps)
      .map(([key]) => key),
  )
  const shown = [...counts].filter(([key]) => kept.has(key))
  return {
    keys: shown.map(([key]) => key),
    steps: shown.map(([, { step }]) => step),
    others: counts.size - shown.length,
  }
}

/** So many of a list, spread evenly over it, its ends among them. */
export function spreadOver<Item>(list: readonly Item[], most: number): readonly Item[] {
  if (list.length <= most) return list
  if (most === 1) return list.slice(-1)
  const step = (list.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, index) => list[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  )
}

/**
 * The newest first, then others so that whatever comes is spread over the list at every moment: of work that may end early,
 * the part that was done is still of all of it.
 */
export function coarseFirst<Item>(list: readonly Item[]): Item[] {
  // Multiples of a large power of two come before those of a smaller one.
  const fineness = (index: number) => (index === 0 ? -1 : Math.clz32(index & -index))
  return list
    .toReversed()
    .map((item, index) => ({ item, rank: fineness(index) }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ item }) => item)
}
