import { createHash } from 'node:crypto'
import { escapeHtml } from '@sonde/ground/escape-html.ts'
import type { DashboardConfig } from '@sonde/schema/status-pages/dashboard.ts'
import type { DashboardRow } from '@sonde/store/dashboards/dashboards.ts'
import { configOf } from '@sonde/actions/dashboards/dashboard-document.ts'
import { harmlessCss } from './custom-css.ts'
import { dashboardStyle } from './dashboard-style.ts'

export type FramedDashboard = { html: string; contentPolicy: string }

/** What every page of a dashboard is in. `title` is text, `body` is HTML. */
export function frameDashboard(
  dashboard: DashboardRow,
  { title, body, style: ownStyle = dashboardStyle }: { title: string; body: string; style?: string },
): FramedDashboard {
  const config = configOf(dashboard)
  const css = harmlessCss(config.customCSS ?? '')
  const width = config.width === '960PX' ? ' dashboard--960px' : ''
  const favicon = config.favicon ? `<link rel="icon" href="${escapeHtml(config.favicon)}">` : ''
  const styles = [ownStyle, ...(css.trim() === '' ? [] : [css])]
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>${dashboard.key === null ? '' : '<meta name="robots" content="noindex">'}${favicon}
${styles.map((style) => `<style>${style}</style>`).join('\n')}</head>
<body><div class="dashboard${width}">
${body}
</div></body></html>
`
  return { html, contentPolicy: policyFor(config, styles) }
}

/** Exactly the styles of this page, and images from exactly where this dashboard has them. */
function policyFor({ logo, favicon }: DashboardConfig, styles: readonly string[]): string {
  const hashes = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  const images = [logo, favicon].flatMap((address) =>
    address && URL.canParse(address) ? [new URL(address).origin] : [],
  )
  const inCss = styles.slice(1).some((style) => style.includes('url("https:')) ? ['https:'] : []
  const sources = [...new Set([...images, ...inCss])]
  return (
    `default-src 'none'; style-src ${hashes.join(' ')}; ` +
    (sources.length === 0 ? '' : `img-src ${sources.join(' ')}; `) +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  )
}
