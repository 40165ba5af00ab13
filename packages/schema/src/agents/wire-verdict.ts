import { Type, type Static } from 'typebox'
import { longestMeasuredMs } from '../runs/outcome.ts'
import type { RunVerdict, Verdict } from '../runs/verdict.ts'
import { Nullable } from '../validation/building-blocks.ts'

/** How agents tell what a run says about its target. With `hasErrors` it says nothing: the trouble was ours. */
export const WireVerdict = Type.Object({
  hasFailures: Type.Boolean(),
  isDegraded: Type.Boolean(),
  hasErrors: Type.Boolean(),
  overMaxResponseTime: Nullable(Type.Boolean()),
  /** Milliseconds, unrounded; null when nothing was measured. */
  responseTime: Nullable(Type.Number({ minimum: 0, maximum: longestMeasuredMs })),
  /** The target gave no protocol answer: what `onlyOn: NETWORK_ERROR` asks for. */
  isNetworkError: Type.Boolean(),
  /** The first reason why the run did not pass, for people. */
  reason: Nullable(Type.String({ maxLength: 10_000 })),
})
export type WireVerdict = Static<typeof WireVerdict>

export function toWireVerdict({ kind, ...explanation }: RunVerdict): WireVerdict {
  return {
    hasFailures: kind === 'failed',
    isDegraded: kind === 'degraded',
    hasErrors: kind === 'withheld',
    ...explanation,
  }
}

/** An agent that raises several flags at once is believed the one that blames its target least. */
export function verdictOfWire({ hasErrors, hasFailures, isDegraded }: WireVerdict): Verdict {
  if (hasErrors) return 'withheld'
  if (hasFailures) return 'failed'
  return isDegraded ? 'degraded' : 'passed'
}
