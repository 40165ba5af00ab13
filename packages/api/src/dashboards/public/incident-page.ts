import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { DashboardRow } from '@sonde/store/dashboards/dashboards.ts'
import { configOf } from '@sonde/actions/dashboards/dashboard-document.ts'
import { type FramedDashboard, frameDashboard } from './dashboard-frame.ts'
import type { ShownIncident } from './dashboard-view.ts'
import { incidentInFull } from './incident-sections.ts'

/** All that has been said of one incident. */
export function incidentPage(
  dashboard: DashboardRow,
  incident: ShownIncident,
  { basePath }: { basePath: string },
): FramedDashboard {
  const { header } = configOf(dashboard)
  const back = `<p><a href="${basePath || '/'}">Back to ${escapeHtml(header)}</a></p>`
  const body = `<main>${incidentInFull(incident)}</main>\n<footer>${back}</footer>`
  return frameDashboard(dashboard, { title: `${incident.name} – ${header}`, body })
}
