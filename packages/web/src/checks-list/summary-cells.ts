import { dayMs } from '@sonde/ground/durations.ts'
import { formatCount, formatLasting, formatPercent } from '../parts/format.ts'
import type { OverviewSummary } from '../resources/check-overview.ts'

/** Whether somebody has to act: soon, or now. */
export type CellTone = 'none' | 'warn' | 'bad'

export type SummaryCell = {
  name: SummaryCellName
  label: string
  value: string
  detail: string
  tone: CellTone
}

export type SummaryCellName = 'problems' | 'alerts' | 'coverage' | 'certificates' | 'maintenance' | 'agents'

/** Under this share of the runs that were due, what the checks say rests on too little. */
const fullCoverage = 0.95
/** From here on a certificate that nobody renews becomes an outage of next week. */
const urgentDays = 14

/** The six cells above the list, in the order in which people ask. `formatTime` writes a moment. */
export function summaryCells(
  summary: OverviewSummary,
  now: number,
  formatTime: (at: number) => string,
): readonly SummaryCell[] {
  return [
    problemsCell(summary.problems),
    alertsCell(summary.alerts),
    coverageCell(summary.coverage),
    certificatesCell(summary.certificates, now),
    maintenanceCell(summary.maintenance, formatTime),
    agentsCell(summary.agents, now),
  ]
}

function problemsCell({ failing, degraded }: OverviewSummary['problems']): SummaryCell {
  const cell = { name: 'problems', label: 'Open problems' } as const
  if (failing > 0) {
    const detail = degraded === 0 ? 'none degraded' : `${formatCount(degraded)} degraded`
    return { ...cell, value: `${formatCount(failing)} failing`, detail, tone: 'bad' }
  }
  if (degraded > 0)
    return { ...cell, value: `${formatCount(degraded)} degraded`, detail: 'none failing', tone: 'warn' }
  return { ...cell, value: 'None', detail: 'no check is failing', tone: 'none' }
}

function alertsCell({
  raised,
  failedDeliveries,
  openDeliveries,
  unnotified,
}: OverviewSummary['alerts']): SummaryCell {
  const cell = { name: 'alerts', label: 'Alerts, 24 h', value: formatCount(raised) } as const
  if (failedDeliveries > 0) {
    const detail = `${counted(failedDeliveries, 'delivery', 'deliveries')} failed`
    return { ...cell, detail, tone: 'bad' }
  }
  if (openDeliveries > 0)
    return { ...cell, detail: `${formatCount(openDeliveries)} not yet delivered`, tone: 'warn' }
  if (unnotified > 0) return { ...cell, detail: `${formatCount(unnotified)} notified nobody`, tone: 'warn' }
  return { ...cell, detail: raised === 0 ? 'nothing to deliver' : 'all delivered', tone: 'none' }
}

function coverageCell({ due, covered }: OverviewSummary['coverage']): SummaryCell {
  const cell = { name: 'coverage', label: 'Coverage, 24 h' } as const
  if (due === 0) return { ...cell, value: '–', detail: 'no full hour yet', tone: 'none' }
  const missed = due - covered
  return {
    ...cell,
    value: formatPercent((covered / due) * 100),
    detail:
      missed === 0
        ? `all ${counted(due, 'run', 'runs')} measured`
        : `${formatCount(missed)} of ${counted(due, 'run', 'runs')} missed`,
    tone: covered / due < fullCoverage ? 'warn' : 'none',
  }
}

function certificatesCell(
  { expired, expiring, next }: OverviewSummary['certificates'],
  now: number,
): SummaryCell {
  const cell = { name: 'certificates', label: 'Certificates' } as const
  if (next === null) return { ...cell, value: 'None expiring', detail: 'within 30 days', tone: 'none' }
  const name = next.domain ?? next.checkName
  const others = expired + expiring - 1
  const detail = others === 0 ? name : `${name} and ${counted(others, 'other', 'others')}`
  if (expired > 0) return { ...cell, value: `${formatCount(expired)} expired`, detail, tone: 'bad' }
  const days = Math.floor((Date.parse(next.expiresAt) - now) / dayMs)
  return {
    ...cell,
    value: days < 1 ? 'Expires today' : `Expires in ${counted(days, 'day', 'days')}`,
    detail,
    tone: days <= urgentDays ? 'warn' : 'none',
  }
}

function maintenanceCell(
  { running, current, next }: OverviewSummary['maintenance'],
  formatTime: (at: number) => string,
): SummaryCell {
  const cell = { name: 'maintenance', label: 'Maintenance', tone: 'none' } as const
  if (current !== null) {
    const others = running - 1
    const names = others === 0 ? current.name : `${current.name} and ${counted(others, 'other', 'others')}`
    return {
      ...cell,
      value: 'In progress',
      detail: current.endsAt === null ? names : `until ${formatTime(Date.parse(current.endsAt))}: ${names}`,
    }
  }
  return next === null
    ? { ...cell, value: 'None planned', detail: 'none in progress' }
    : { ...cell, value: formatTime(Date.parse(next.startsAt)), detail: next.name }
}

function agentsCell(
  { connected, missing, firstMissing }: OverviewSummary['agents'],
  now: number,
): SummaryCell {
  const cell = { name: 'agents', label: 'Agents' } as const
  if (missing > 0) {
    const detail =
      firstMissing === null
        ? `${formatCount(missing)} missing`
        : `${firstMissing.name ?? firstMissing.location} missing for ${formatLasting(Date.parse(firstMissing.lastSeenAt), now)}`
    return {
      ...cell,
      value: `${formatCount(connected)} of ${formatCount(connected + missing)} connected`,
      detail,
      tone: 'bad',
    }
  }
  return connected === 0
    ? { ...cell, value: 'None', detail: 'this server runs the checks', tone: 'none' }
    : { ...cell, value: `${formatCount(connected)} connected`, detail: 'none missing', tone: 'none' }
}

function counted(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`
}
