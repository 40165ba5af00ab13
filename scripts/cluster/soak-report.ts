import { secondMs } from '@sonde/ground/durations.ts'
import type { SlotVerdict } from './slots-hold.ts'

export type SoakedFault = {
  name: string
  /** Since the beginning. */
  atMs: number
  tookMs: number
  error: string | null
  /** How late the latest run began that was due from then on, until the next fault. */
  latestStartMs: number
}

export type AlertFigures = {
  /** Times at which a target began to fail. */
  episodes: number
  alerts: number
  recoveries: number
  /** Of alerts and recoveries alike. */
  lost: number
  doubled: number
  /** Alerts and recoveries of a check that did not come in turn. */
  outOfTurn: number
  /** The same delivery once more, as a receiver is told to expect when a sender is killed. */
  repeated: number
}

export type SoakReport = {
  durationMs: number
  checks: number
  faults: readonly SoakedFault[]
  slots: SlotVerdict
  /** Slots without a result, of checks that lost some. */
  suspects: readonly { checkNo: number; slotAt: number }[]
  alerts: AlertFigures
  /** Resident megabytes of each server: at the middle, and at the end. */
  megabytes: { middle: readonly number[]; end: readonly number[] }
}

/** A server that has grown to this has a leak. */
const mostMegabytes = 1_000

/** What did not hold, each in a line; none when all did. */
export function whatFailed({ faults, slots, alerts, megabytes }: SoakReport): string[] {
  const counts = {
    'slots without a result that were not counted': slots.lost,
    'slots counted as due twice': slots.overcounted,
    'slots with two results': slots.twice,
    'alerts or recoveries that never came': alerts.lost,
    'alerts or recoveries too many': alerts.doubled,
    'alerts or recoveries out of turn': alerts.outOfTurn,
    [`servers with more than ${mostMegabytes} MB`]: megabytes.end.filter((each) => each > mostMegabytes)
      .length,
  }
  return [
    ...faults.flatMap(({ name, error }) => (error === null ? [] : [`${name}: ${error}`])),
    ...Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${what}: ${count}`])),
  ]
}

/** For people. */
export function reportText(report: SoakReport): string {
  const { durationMs, checks, faults, slots, suspects, alerts, megabytes } = report
  const seconds = (ms: number) => `${(ms / secondMs).toFixed(1)} s`
  const byName = [...Map.groupBy(faults, ({ name }) => name)]
  const failed = whatFailed(report)
  return [
    `${checks} checks, ${faults.length} faults in ${Math.round(durationMs / secondMs)} s`,
    `Slots: ${slots.passed} passed, ${slots.results} with a result, ${slots.missed} missed and counted, ${slots.leftOut} left out, ${slots.lost} lost, ${slots.twice} run twice`,
    `Alerts: ${alerts.episodes} episodes, ${alerts.alerts} alerts, ${alerts.recoveries} recoveries, ${alerts.lost} lost, ${alerts.doubled} doubled, ${alerts.repeated} sent again under their own id`,
    `Memory: ${megabytes.middle.join(', ')} MB at the middle, ${megabytes.end.join(', ')} MB at the end`,
    'How late the latest run began:',
    ...byName.map(([name, each]) => {
      const late = each.map(({ latestStartMs }) => seconds(latestStartMs))
      return `  ${name}: ${late.join(', ')}`
    }),
    ...(failed.length === 0
      ? ['Everything held.']
      : ['What did not hold:', ...failed.map((line) => `  ${line}`)]),
    ...suspects.map(
      ({ checkNo, slotAt }) => `  check ${checkNo} has no result of ${new Date(slotAt).toISOString()}`,
    ),
    '',
  ].join('\n')
}
