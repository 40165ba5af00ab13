/** What the charts of a type are made of. Names are those of the analytics of the API, which also tells their labels. */
export type ChartKind = {
  /** What this type calls the time that it measures. */
  time: string
  /** The fastest and the slowest of a span. */
  band: readonly [low: string, high: string]
  second:
    | { kind: 'lines'; title: string; metrics: readonly string[] }
    | { kind: 'stack'; title: string; metrics: readonly string[] }
    | null
}

/** The band of a time of which the API keeps the lowest and the highest of each span. */
export function bandOf(time: string): ChartKind['band'] {
  return [`${time}_min`, `${time}_max`]
}
