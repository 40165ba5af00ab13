import type { Assertion } from '@sonde/schema/check-types/assertion.ts'
import type { AssertionResult } from '@sonde/schema/check-types/assertion-result.ts'
import type { IcmpDocument } from '@sonde/schema/check-types/icmp/result.ts'
import { evaluateAssertions } from './assertions.ts'
import { findInIcmp } from './icmp/sources.ts'
import { evaluateEvidence, type Evidence } from './pipeline.ts'
import { createWorkBudget } from './work-budget.ts'

/**
 * Whether the verdict could be another one had we not been slow ourselves. Our delay only ever adds, so a true
 * round trip lies between the measured one and `noiseMs` less. What fails or degrades whatever the times are
 * stays so: noise must not hide a real outage.
 */
export function couldNoiseDecide({
  evidence,
  assertions,
  document,
  noiseMs,
  isInline = false,
}: {
  evidence: Evidence
  assertions: readonly Assertion[]
  document: IcmpDocument
  noiseMs: number
  isInline?: boolean
}): boolean {
  if (noiseMs === 0 || evidence.responseTime === null) return false
  // Four documents are looked at where the verdict looked at one.
  const budget = createWorkBudget({ isInline, times: 4 })
  const possible = assertions.map((assertion) =>
    possibleDocuments(document, noiseMs, assertion.target).flatMap((variant) =>
      evaluateAssertions([assertion], findInIcmp(variant), budget),
    ),
  )
  const best = evaluateEvidence({
    ...evidence,
    responseTime: Math.max(0, evidence.responseTime - noiseMs),
    assertions: pickEach(possible, ({ error }) => error === null),
  })
  const worst = evaluateEvidence({
    ...evidence,
    assertions: pickEach(possible, ({ error }) => error !== null),
  })
  return best.kind !== worst.kind
}

function pickEach(
  possible: readonly (readonly AssertionResult[])[],
  isWanted: (result: AssertionResult) => boolean,
): AssertionResult[] {
  return possible.flatMap((results) => results.find(isWanted) ?? results[0] ?? [])
}

/**
 * The ends of what the times can be, and the times closest to the target: between them lies every way in which
 * one limit can be kept or missed. The deviation of several times that each move by up to the noise moves by
 * less than the noise, in either direction.
 */
function possibleDocuments(document: IcmpDocument, noiseMs: number, target: string): IcmpDocument[] {
  const least = (ms: number) => Math.max(0, ms - noiseMs)
  const limit = Number(target)
  const ends = [
    document,
    changeTimes(document, { time: (ms) => ms, deviation: (ms) => ms + noiseMs }),
    changeTimes(document, { time: least, deviation: least }),
  ]
  if (target.trim() === '' || !Number.isFinite(limit)) return ends
  const nearest = changeTimes(document, {
    time: (ms) => Math.min(Math.max(limit, least(ms)), ms),
    deviation: (ms) => Math.min(Math.max(limit, least(ms)), ms + noiseMs),
  })
  return [...ends, nearest]
}

type Change = (ms: number) => number

function changeTimes(document: IcmpDocument, { time, deviation }: { time: Change; deviation: Change }) {
  const { avg, min, max, stdDev } = document.latency
  const change = (ms: number | null, how: Change) => (ms === null ? null : how(ms))
  return {
    ...document,
    latency: {
      avg: change(avg, time),
      min: change(min, time),
      max: change(max, time),
      stdDev: change(stdDev, deviation),
    },
    pingResults: document.pingResults.map((ping) =>
      ping.rtt === undefined ? ping : { ...ping, rtt: time(ping.rtt) },
    ),
  }
}
