import { Type, type Static } from 'typebox'
import { dayMs } from '@sonde/ground/durations.ts'
import { Nullable } from '../validation/building-blocks.ts'

/** Of anything that a run measures: no run lasts longer than a day. */
export const longestMeasuredMs = dayMs

/** What a run says about its target. With `hasErrors` it says nothing: the trouble was ours. */
export const Verdict = Type.Object({
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
export type Verdict = Static<typeof Verdict>
