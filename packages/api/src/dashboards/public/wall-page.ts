import type { DayOverview } from '@sonde/analytics/day-overview.ts'
import { dayMs, hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { showClock, showResponseTime } from '@sonde/ground/shown-time.ts'
import { momentHtml } from '@sonde/status-pages/shown-moments.ts'
import { addressOf } from './dashboard-address.ts'
import { type FramedDashboard, frameDashboard } from './dashboard-frame.ts'
import type { DashboardView, ShownCheck } from './dashboard-view.ts'
import { showPercent } from './format-stats.ts'
import { hourBarsSvg, wordsOfHours } from './hour-bars.ts'
import { activeIncidents } from './incident-sections.ts'
import { dashboardStatuses, statusLooks } from './status-looks.ts'
import { shapeSvg } from './status-shapes.ts'
import { wallStyle } from './wall-style.ts'

/** A screen on a wall: problems first and large, the rest as tiles. `refreshSeconds`: null when it stands still. */
export function wallPage(
  view: DashboardView,
  { basePath, refreshSeconds }: { basePath: string; refreshSeconds: number | null },
): FramedDashboard {
  const { config, dashboard, request } = view
  const byStatus = Map.groupBy(view.checks, ({ status }) => status ?? 'no-data')
  const failed = byStatus.get('failed') ?? []
  const degraded = byStatus.get('degraded') ?? []
  const rest = [...(byStatus.get('passed') ?? []), ...(byStatus.get('no-data') ?? [])]
  const body = `<main class="wall${request.isAlarm ? ' wall--alarm' : ''}">
${staleNotice(view, refreshSeconds)}${headOf(view)}
${activeIncidents(view, { basePath })}
${sectionOf(
  'Failing',
  'wall__failing',
  failed.map((check) => problemTile(check, view)),
)}
${sectionOf(
  'Degraded',
  failed.length > 4 || degraded.length > 4 ? 'wall__degraded wall__degraded--many' : 'wall__degraded',
  degraded.map((check) => problemTile(check, view)),
)}
${sectionOf(
  'Others',
  'wall__rest',
  rest.map((check) => tile(check, view)),
)}
${view.checks.length === 0 ? '<p class="empty">No activated check matches this dashboard.</p>' : ''}
${footOf(view, refreshSeconds)}
</main>`
  return frameDashboard(dashboard, { title: config.header, body, style: wallStyle(refreshSeconds) })
}

/** Without a script: it is there from the beginning and becomes visible when no new page has come in time. */
function staleNotice({ now }: DashboardView, refreshSeconds: number | null): string {
  if (refreshSeconds === null) return ''
  return `<p class="wall__stale">This screen shows old data. Last update: ${momentHtml(now)}.</p>\n`
}

function headOf({ config, counts, now }: DashboardView): string {
  const totals = dashboardStatuses.flatMap((status) => {
    const count = counts.get(status) ?? 0
    const { modifier, counted: label } = statusLooks[status]
    if (count === 0) return []
    return [`<li class="check__result--${modifier}">${shapeSvg(status)} <b>${count}</b> ${label}</li>`]
  })
  const title = config.showHeader ? 'wall__title' : 'unseen'
  return (
    `<header class="wall__head"><h1 class="${title}">${escapeHtml(config.header)}</h1>` +
    `<ul class="wall__totals" aria-label="All checks">${totals.join('')}</ul>` +
    `<p class="wall__clock">${showClock(now)} <small>UTC</small></p></header>`
  )
}

function sectionOf(label: string, name: string, tiles: readonly string[]): string {
  return tiles.length === 0
    ? ''
    : `<section class="${name}" aria-label="${label}">${tiles.join('')}</section>`
}

function problemTile(check: ShownCheck, view: DashboardView): string {
  const status = check.status ?? 'no-data'
  const { modifier, words } = statusLooks[status]
  const since =
    check.statusSince === null ? '' : `<span class="tile__for">${spanOf(view.now - check.statusSince)}</span>`
  return (
    `<article class="tile tile--${modifier}"><div class="tile__line"><span class="tile__sign">${shapeSvg(status)}</span>` +
    `<h2>${escapeHtml(check.name)}</h2>${since}</div>${reasonOf(check)}<p class="tile__words">${words}${groupOf(check, view)}, ` +
    `${availabilityOf(view.overviews.get(check.checkId))}</p>${barsOf(check, view)}</article>`
  )
}

function reasonOf({ reason }: ShownCheck): string {
  return reason === null ? '' : `<p class="tile__reason" dir="auto">${escapeHtml(reason)}</p>`
}

function tile(check: ShownCheck, view: DashboardView): string {
  const status = check.status ?? 'no-data'
  const { modifier, words } = statusLooks[status]
  const p95 = view.overviews.get(check.checkId)?.p95 ?? null
  const figure = check.status === null ? 'No data' : p95 === null ? '' : showResponseTime(p95)
  return (
    `<article class="tile tile--${modifier}"><div class="tile__line"><span class="tile__sign">${shapeSvg(status)}</span>` +
    `<h2>${escapeHtml(check.name)}<span class="unseen">, ${words}</span></h2><span class="tile__figure">${figure}</span></div>` +
    `${barsOf(check, view)}</article>`
  )
}

function barsOf({ checkId }: ShownCheck, { overviews }: DashboardView): string {
  const hours = overviews.get(checkId)?.hours ?? []
  return hours.length === 0 ? '' : hourBarsSvg(hours, wordsOfHours(hours))
}

function groupOf({ groupName }: ShownCheck, { config }: DashboardView): string {
  return config.showGroupNames && groupName !== null ? ` in ${escapeHtml(groupName)}` : ''
}

/** A percentage never stands without what it is of. */
function availabilityOf(overview: DayOverview | undefined): string {
  if (overview === undefined || overview.availability === null) return 'no data in 24 h'
  const runs = overview.hours.reduce(
    (sum, { passed, degraded, failed }) => sum + passed + degraded + failed,
    0,
  )
  return `${showPercent(overview.availability)} of ${runs} ${runs === 1 ? 'run' : 'runs'} passed in 24 h`
}

/** `< 1 min`, `12 min`, `5 h`, `9 d` */
function spanOf(ms: number): string {
  if (ms < minuteMs) return '&lt; 1 min'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`
  return ms < dayMs ? `${Math.floor(ms / hourMs)} h` : `${Math.floor(ms / dayMs)} d`
}

function footOf({ request, pages, now }: DashboardView, refreshSeconds: number | null): string {
  const live = refreshSeconds !== null
  const toggle = `<a href="${addressOf({ ...request, isLive: !live })}">${live ? 'Pause' : 'Resume'}</a>`
  const at = momentHtml(now)
  const turns =
    pages === 1
      ? ''
      : `<span>Page ${request.page} of ${pages}</span><nav aria-label="Pages">` +
        `<a href="${addressOf({ ...request, page: request.page >= pages ? 1 : request.page + 1, checkId: null })}">Next page</a></nav>`
  return (
    `<footer class="wall__foot"><span>${live ? 'Live, updated' : 'Paused, as of'} ${at}</span>${toggle}` +
    `<span class="wall__legend">Bars: last 24 hours. Times: p95 of 24 hours.</span>${turns}</footer>`
  )
}
