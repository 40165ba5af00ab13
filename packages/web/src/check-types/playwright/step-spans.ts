import type { TestNode } from './test-detail.ts'

/** A part of a run, in milliseconds since its start. */
export type Span = { from: number; to: number }

type Timed = Pick<TestNode, 'startMs' | 'durationMs'>

/** How long the run took, as far as its steps tell. */
export function endOfSteps(steps: readonly Timed[]): number {
  return steps.reduce((end, { startMs, durationMs }) => Math.max(end, startMs + (durationMs ?? 0)), 0)
}

/** What had not ended when the run ended lasted until then. */
export function spanOf({ startMs, durationMs }: Timed, endMs: number): Span {
  return { from: startMs, to: durationMs === null ? Math.max(startMs, endMs) : startMs + durationMs }
}

export function isWithin(startMs: number, { from, to }: Span): boolean {
  return startMs >= from && startMs <= to
}

/** The step that failed: the innermost one that people have named, else the innermost of whatever kind. Null: none did. */
export function failedStep(steps: readonly Pick<TestNode, 'kind' | 'depth' | 'error'>[]): number | null {
  const innermost = (isMeant: (kind: TestNode['kind']) => boolean) => {
    let deepest: number | null = null
    for (const [index, { kind, depth, error }] of steps.entries()) {
      if (error === null || !isMeant(kind)) continue
      if (deepest === null || depth > (steps[deepest]?.depth ?? 0)) deepest = index
    }
    return deepest
  }
  return innermost((kind) => kind === 'step') ?? innermost(() => true)
}
