import type { Value } from './template-tree.ts'

export type HelperScope = {
  /** When the alert was raised: stands for now, so that a second try sends what the first one sent. */
  raisedAt: number
  /** The same text for the same question, on every try. */
  nextSeed(): string
}

export type Helper = (
  params: readonly Value[],
  named: ReadonlyMap<string, Value>,
  scope: HelperScope,
) => Value
