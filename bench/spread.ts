export type Spread = { count: number; p50: number; p99: number; max: number }

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const below = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { count: sorted.length, p50: below(0.5), p99: below(0.99), max: sorted.at(-1) ?? Number.NaN }
}
