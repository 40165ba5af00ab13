import { verdictOfWire } from '@sonde/schema/agents/wire-verdict.ts'
import { cancelledReason } from '@sonde/schema/runs/reason.ts'
import type { RunEnd } from '@sonde/schema/runs/verdict.ts'
import type { RunKind } from '@sonde/schema/check-types/check-kind.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { splitLongTexts, type LongTexts } from '@sonde/schema/check-types/long-texts.ts'
import { type MetricValues, metricValuesIn, statusCodeIn } from '@sonde/schema/check-types/check-metrics.ts'
import { maskResultSecrets } from '@sonde/schema/checks/check-secrets.ts'
import type { DetailPacker, PackedDetail } from '@sonde/store/result-details/detail-packer.ts'
import { toWholeMicroseconds, withWholeMicroseconds } from '@sonde/store/result-details/whole-microseconds.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import type { Report } from './report.ts'
import { datesOf } from './result-dates.ts'
import { storable } from './storable-text.ts'
import type { RunSnapshot } from './snapshot-cache.ts'

/** A report with all that follows from it and from what the run was begun with, whatever has become of its check. */
export type MeasuredReport = {
  report: Report
  kind: RunKind
  snapshot: RunSnapshot
  verdict: RunEnd
  detail: unknown
  /** What lies beside the result; null when all of it is in the detail. */
  longTexts: LongTexts | null
  metrics: MetricValues
  packed: PackedDetail
  startedAt: number
  completedAt: number
  checkRunId: number
}

export function measureReport(
  report: Report,
  {
    kind,
    snapshot,
    isCancelled,
    checkRunId,
    packer,
    now,
  }: {
    kind: RunKind
    snapshot: RunSnapshot
    isCancelled: boolean
    checkRunId: number
    packer: DetailPacker
    now: number
  },
): MeasuredReport {
  const { run, result } = report
  const { config } = snapshot
  // An agent that could not even begin has nothing to show.
  const reported = result.detail ?? kind.detailOfError(config, result.verdict.reason ?? 'not run')
  const masked = maskResultSecrets(kindOf(run.checkType).secrets, reported)
  // The agent has evaluated the times as they were. Pings come from the kernel and are stored to the nanosecond.
  const whole = kind.storedAs === 'icmp' ? masked : withWholeMicroseconds(masked)
  const { detail, longTexts } = splitLongTexts(kind.longTexts ?? [], whole)
  const metrics = metricValuesIn(run.checkType, detail)
  return {
    report,
    kind,
    snapshot,
    // Its agent had finished before it heard that nobody wants to know any more.
    verdict: isCancelled ? 'cancelled' : verdictOfWire(result.verdict),
    detail,
    longTexts,
    metrics,
    packed: packer.pack(run, { detail, config, metrics }),
    ...datesOf(report, now),
    checkRunId,
  }
}

export function resultRowOf(
  measured: MeasuredReport,
  { detail, isFinal, now }: { detail: Uint8Array; isFinal: boolean; now: number },
): ResultRow {
  const { run, result } = measured.report
  return {
    checkNo: run.checkNo,
    checkType: run.checkType,
    scheduledAt: run.scheduledAt,
    origin: run.origin,
    attempt: run.attempt,
    isFinal,
    verdict: measured.verdict,
    overMax: result.verdict.overMaxResponseTime,
    source: run.source,
    snapshot: run.snapshot,
    location: run.location,
    startedAt: measured.startedAt,
    durationMs: result.durationMs,
    createdAt: now,
    checkRunId: measured.checkRunId,
    responseTime: storedTime(measured.kind, result.verdict.responseTime),
    statusCode: statusCodeIn(run.checkType, measured.detail),
    metrics: measured.metrics,
    detail,
    reason: measured.verdict === 'cancelled' ? cancelledReason : storable(result.verdict.reason),
    isStandIn: measured.report.isStandIn,
  }
}

function storedTime({ storedAs }: RunKind, milliseconds: number | null): number | null {
  return milliseconds === null || storedAs === 'icmp' ? milliseconds : toWholeMicroseconds(milliseconds)
}
