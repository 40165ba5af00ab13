import { labelText, type MetricFamily, sampleLine } from './exposition.ts'

export type Histogram = {
  /** How many values are at most each bound, the last for any value. */
  counts: Uint32Array
  sum: number
}

export function createHistogram(bounds: readonly number[]): Histogram {
  return { counts: new Uint32Array(bounds.length + 1), sum: 0 }
}

/** `factor` makes the unit of the bounds of that of the values. */
export function addToHistogram(
  histogram: Histogram,
  values: readonly number[],
  { bounds, factor }: { bounds: readonly number[]; factor: number },
): void {
  const inEach = new Uint32Array(bounds.length + 1)
  for (const sample of values) {
    const value = sample * factor
    let bucket = 0
    while (bucket < bounds.length && value > (bounds[bucket] ?? Infinity)) bucket += 1
    inEach[bucket] = (inEach[bucket] ?? 0) + 1
    histogram.sum += value
  }
  let below = 0
  for (const [bucket, count] of inEach.entries()) {
    below += count
    histogram.counts[bucket] = (histogram.counts[bucket] ?? 0) + below
  }
}

/** Of one series. `labelsOf` gives its labels, with the bound among them for the line of a bucket. */
export function* histogramLines(
  name: string,
  { counts, sum }: Histogram,
  { bounds, labelsOf }: { bounds: readonly number[]; labelsOf: (bound: string | null) => string },
): Generator<string> {
  for (const [index, bound] of bounds.entries()) {
    yield sampleLine(`${name}_bucket`, labelsOf(String(bound)), counts[index] ?? 0)
  }
  const all = counts[bounds.length] ?? 0
  yield sampleLine(`${name}_bucket`, labelsOf('+Inf'), all)
  yield sampleLine(`${name}_sum`, labelsOf(null), sum)
  yield sampleLine(`${name}_count`, labelsOf(null), all)
}

/** How long something takes, in seconds, of one series. */
export type Timing = { bounds: readonly number[]; histogram: Histogram }

export function createTiming(bounds: readonly number[]): Timing {
  return { bounds, histogram: createHistogram(bounds) }
}

export function addTimes({ bounds, histogram }: Timing, milliseconds: readonly number[]): void {
  addToHistogram(histogram, milliseconds, { bounds, factor: 1 / 1000 })
}

export function timingFamily(name: string, help: string, { bounds, histogram }: Timing): MetricFamily {
  const labelsOf = (bound: string | null) => (bound === null ? '' : labelText([['le', bound]]))
  return { name, help, type: 'histogram', lines: histogramLines(name, histogram, { bounds, labelsOf }) }
}
