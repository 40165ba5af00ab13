import { escapeHtml } from '@sonde/ground/escape-html.ts'
import { momentHtml } from '@sonde/status-pages/shown-moments.ts'
import { addressOf } from './dashboard-address.ts'
import { type FramedDashboard, frameDashboard } from './dashboard-frame.ts'
import type { DashboardRequest, DashboardView, ShownCheck } from './dashboard-view.ts'
import { type FormattedStat, formatStats } from './format-stats.ts'
import { activeIncidents, pastIncidents } from './incident-sections.ts'
import { periodNames, periods } from './periods.ts'
import { dashboardStatuses, statusLooks } from './status-looks.ts'
import { shapeSvg } from './status-shapes.ts'
import { wallPage } from './wall-page.ts'

export type DashboardPage = FramedDashboard & {
  /** When the browser is to come again, and for which page; null for never. */
  refresh: { seconds: number; address: string } | null
}

/** `basePath` is that of the dashboard on this host; '' on a host of its own. */
export function dashboardPage(view: DashboardView, linkBase: { basePath: string }): DashboardPage {
  const { config, request, dashboard } = view
  const refresh = refreshOf(view, request)
  if (config.layout === 'TILES') {
    return { ...wallPage(view, { ...linkBase, refreshSeconds: refresh?.seconds ?? null }), refresh }
  }
  const body = `<a class="skip" href="#checks">Skip to the checks</a>
${headerOf(view)}
<main>
${activeIncidents(view, linkBase)}
${summaryOf(view)}
<div class="bar">${periodLinks(view)}${pageLinks(view)}</div>
<h2 class="unseen" id="checks">Checks</h2>
${checkList(view)}
${pastIncidents(view, linkBase)}
</main>
${footerOf(view, linkBase)}`
  return { ...frameDashboard(dashboard, { title: config.header, body }), refresh }
}

function headerOf({ config }: DashboardView): string {
  const { logo, link, header, description } = config
  const title = `<h1 class="header__title">${escapeHtml(header)}</h1>`
  // Screen readers and search engines need a headline, whether it is shown or not.
  if (!config.showHeader) return `<header><h1 class="unseen">${escapeHtml(header)}</h1></header>`
  const image = logo ? `<img src="${escapeHtml(logo)}" alt="${link ? escapeHtml(header) : ''}">` : ''
  const linked = link && image !== '' ? `<a href="${escapeHtml(link)}" rel="noopener">${image}</a>` : image
  return (
    '<header class="header">' +
    (linked === '' ? '' : `<div class="header__logo">${linked}</div>`) +
    `<div>${link && image === '' ? `<a href="${escapeHtml(link)}" rel="noopener">${title}</a>` : title}` +
    (description ? `<p class="header__description">${escapeHtml(description)}</p>` : '') +
    '</div></header>'
  )
}

const noData = 'No data'

function summaryOf({ counts }: DashboardView): string {
  const items = dashboardStatuses.flatMap((status) => {
    const count = counts.get(status) ?? 0
    const { modifier, counted: label } = statusLooks[status]
    return count === 0
      ? []
      : [`<li class="check__result check__result--${modifier}">${shapeSvg(status)} ${count} ${label}</li>`]
  })
  return items.length === 0 ? '' : `<ul class="summary" aria-label="All checks">${items.join('')}</ul>`
}

function periodLinks({ request }: DashboardView): string {
  const links = periodNames.map((period) => {
    const current = period === request.period ? ' aria-current="true"' : ''
    return `<a href="${addressOf({ ...request, period })}"${current}>${periods[period].words}</a>`
  })
  return `<nav class="periods" aria-label="Figures of the last">${links.join('')}</nav>`
}

function pageLinks({ request, pages }: DashboardView): string {
  if (pages === 1) return ''
  const { page } = request
  const near = [...new Set([1, page - 1, page, page + 1, pages])].filter((at) => at >= 1 && at <= pages)
  const links = near
    .toSorted((left, right) => left - right)
    .map((at, index, all) => {
      const gap = index > 0 && at - (all[index - 1] ?? at) > 1 ? '<span aria-hidden="true">…</span>' : ''
      const current = at === page ? ' aria-current="page"' : ''
      const address = addressOf({ ...request, page: at, checkId: null })
      return `${gap}<a href="${address}" aria-label="Page ${at} of ${pages}"${current}>${at}</a>`
    })
  return `<nav class="pagination" aria-label="Pages">${links.join('')}</nav>`
}

function checkList(view: DashboardView): string {
  if (view.checks.length === 0) {
    return '<p class="empty">No activated check matches this dashboard.</p>'
  }
  return `<ul class="checks">${view.checks.map((check) => checkItem(check, view)).join('\n')}</ul>`
}

function checkItem(check: ShownCheck, { config, request }: DashboardView): string {
  const status = check.status ?? 'no-data'
  const { modifier, words } = statusLooks[status]
  const group =
    config.showGroupNames && check.groupName !== null
      ? ` <span class="check__group">· ${escapeHtml(check.groupName)}</span>`
      : ''
  const tags =
    config.hideTags || check.tags.length === 0
      ? ''
      : `<ul class="check__tags" aria-label="Tags">${check.tags
          .map((tag) => `<li class="check__tag">${escapeHtml(tag)}</li>`)
          .join('')}</ul>`
  const about = `<span class="unseen"> of ${escapeHtml(check.name)}</span>`
  const address = `${addressOf({ ...request, checkId: check.checkId })}#c-${check.checkId}`
  const link =
    check.expanded === null ? `<p class="check__links"><a href="${address}">All periods${about}</a></p>` : ''
  return (
    `<li class="check check--${modifier}" id="c-${check.checkId}"><div>` +
    `<h3 class="check__name">${escapeHtml(check.name)}${group}</h3>${tags}${link}` +
    `</div><div class="check__result check__result--${modifier}">${shapeSvg(status)} ${words}</div>` +
    `${metrics(formatStats(check.checkType, check.stats, config))}${expandedTable(check, config)}</li>`
  )
}

function metrics(stats: readonly FormattedStat[]): string {
  if (isEmpty(stats)) return `<p class="check__metrics check__metrics--empty">${noData}</p>`
  return `<dl class="check__metrics">${stats.map(metric).join('')}</dl>`
}

function metric(stat: FormattedStat): string {
  return (
    `<div class="metric"><dt class="metric__name">${stat.name}</dt>` +
    `<dd class="metric__value">${stat.value ?? noData}${ofHtml(stat)}${changeOf(stat)}</dd></div>`
  )
}

/** A percentage never stands without what it is of. */
function ofHtml({ of }: FormattedStat): string {
  return of === null ? '' : `<span class="metric__of"> ${of}</span>`
}

function changeOf({ change }: FormattedStat): string {
  if (change === null) return ''
  const { judgement, arrow, amount, words } = change
  return (
    `<span class="metric__change metric__change--${judgement}"><span aria-hidden="true">${arrow} ${amount}</span>` +
    `<span class="unseen">, ${words}${judgement === 'same' ? '' : `, ${judgement}`}</span></span>`
  )
}

function expandedTable(check: ShownCheck, config: DashboardView['config']): string {
  if (check.expanded === null) return ''
  const rows = [...check.expanded].map(([period, pair]) => ({
    period,
    stats: formatStats(check.checkType, pair, config),
  }))
  const names = (rows[0]?.stats ?? []).map(({ name }) => `<th scope="col">${name}</th>`)
  const body = rows.map(
    ({ period, stats }) => `<tr><th scope="row">${periods[period].words}</th>${cells(stats)}</tr>`,
  )
  return (
    `<div class="check__periods" tabindex="0" role="region" aria-label="All periods of ${escapeHtml(check.name)}">` +
    `<table><thead><tr><th scope="col">Last</th>${names.join('')}</tr></thead>` +
    `<tbody>${body.join('')}</tbody></table></div>`
  )
}

function cells(stats: readonly FormattedStat[]): string {
  if (isEmpty(stats)) return `<td colspan="${stats.length}">${noData}</td>`
  return stats.map((stat) => `<td>${stat.value ?? noData}${ofHtml(stat)}${changeOf(stat)}</td>`).join('')
}

/** Nothing is said once and not for every figure. */
function isEmpty(stats: readonly FormattedStat[]): boolean {
  return stats.every(({ value }) => value === null)
}

function footerOf(view: DashboardView, { basePath }: { basePath: string }): string {
  const { request, config, pages, dashboard, now } = view
  const seconds = refreshOf(view, { ...request, isLive: true })?.seconds ?? config.refreshRate
  const what =
    config.paginate && pages > 1 ? `shows the next page every ${seconds} s` : `refreshes every ${seconds} s`
  const toggle = request.isLive
    ? `<span>This page ${what}. <a href="${addressOf({ ...request, isLive: false })}">Pause</a></span>`
    : `<span>Paused. <a href="${addressOf({ ...request, isLive: true })}">Resume</a></span>`
  const signOut =
    dashboard.key === null
      ? ''
      : `<form method="post" action="${basePath}/sign-out"><button type="submit">Sign out</button></form>`
  return `<footer class="footer"><span>As of ${momentHtml(now)}</span>${toggle}${signOut}</footer>`
}

function refreshOf({ config, pages }: DashboardView, request: DashboardRequest): DashboardPage['refresh'] {
  if (!request.isLive) return null
  if (!config.paginate || pages === 1) return { seconds: config.refreshRate, address: addressOf(request) }
  const page = request.page >= pages ? 1 : request.page + 1
  return { seconds: config.paginationRate, address: addressOf({ ...request, page, checkId: null }) }
}
