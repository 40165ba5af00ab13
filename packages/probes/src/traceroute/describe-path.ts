import type { TracerouteHop, TracerouteResponse } from '@sonde/schema/check-types/traceroute/result.ts'
import type { Trace, TracedHop } from '../traceroute-engine/trace.ts'

export type Path = {
  hops: TracerouteHop[]
  /** Of every hop that answered, each once. */
  addresses: string[]
  /** Of the target alone: another router may have answered at its hop. Null when it is not there. */
  finalHopLatency: NonNullable<TracerouteResponse['finalHopLatency']> | null
}

/** A trace in the numbers that people look at. */
export function describePath({ hops: traced, reason }: Trace): Path {
  const hops = traced.map(describeHop)
  const last = traced.at(-1)
  const times =
    reason === 'destinationReached' && last !== undefined
      ? last.answers.filter(({ isTarget }) => isTarget).map(({ rttMs }) => rttMs)
      : []
  const { avg, best, worst, stdDev } = summarize(times)
  return {
    hops,
    addresses: [...new Set(hops.flatMap(({ main_ip: address }) => address ?? []))],
    finalHopLatency: times.length === 0 ? null : { avg, min: best, max: worst, stdDev },
  }
}

function describeHop({ sent, answers }: TracedHop, index: number): TracerouteHop {
  const received = answers.length
  const hop: TracerouteHop = {
    hop_number: index + 1,
    sent,
    received,
    loss_percentage: sent === 0 ? 100 : inHundredths((100 * (sent - received)) / sent),
  }
  const mainIp = mostFrequent(answers.map(({ address }) => address))
  const last = answers.at(-1)
  if (mainIp === null || last === undefined) return hop
  const { avg, best, worst, stdDev } = summarize(answers.map(({ rttMs }) => rttMs))
  return {
    ...hop,
    main_ip: mainIp,
    rtt: { last_ms: last.rttMs, avg_ms: avg, best_ms: best, worst_ms: worst, stddev_ms: stdDev },
  }
}

/** The first among equals. */
function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let most: string | null = null
  for (const [value, count] of counts) if (most === null || count > (counts.get(most) ?? 0)) most = value
  return most
}

function summarize(times: readonly number[]) {
  const count = times.length
  const avg = times.reduce((sum, time) => sum + time, 0) / count
  const squares = times.reduce((sum, time) => sum + (time - avg) ** 2, 0)
  // Of a sample: with one value there is no deviation to speak of.
  const stdDev = count < 2 ? 0 : Math.sqrt(squares / (count - 1))
  return { avg, best: Math.min(...times), worst: Math.max(...times), stdDev }
}

function inHundredths(value: number): number {
  return Math.round(value * 100) / 100
}
