import type { ConfigurationItem } from '../accounts/configuration.ts'
import type { KumaData, KumaRow } from './kuma-data.ts'
import type { KumaNoter } from './kuma-report.ts'
import { cutTo, idOf, isOn, numberOf, rowsWith, textOf } from './kuma-values.ts'

export type ConvertedPages = {
  /** The monitors that some page shows. */
  services: ReadonlySet<number>
  serviceId(monitorId: number): string
  items: ConfigurationItem[]
  statusPages: ConfigurationItem[]
}

/** A page with a card for each of its groups, and a service for each monitor on it. */
export function convertPages(data: KumaData, noter: KumaNoter): ConvertedPages {
  const monitors = new Map(data.monitors.map((row) => [idOf(row), row]))
  const services = new Set<number>()
  const statusPages = data.statusPages.flatMap((page) => {
    const what = `status page "${textOf(page, 'title') || textOf(page, 'slug')}"`
    if (!isOn(page, 'published', true)) {
      noter.leave(what, 'it is not published')
      return []
    }
    const note = noter.about(what)
    const cards = cardsOf(data, page, monitors)
    for (const { shown } of cards) for (const id of shown) services.add(id)
    const domains = rowsWith(data.statusPageDomains, 'status_page_id', idOf(page))
    if (domains.length > 1) note.differs('has one domain of its own here: the first')
    if (textOf(page, 'custom_css') !== '') note.differs('its CSS is left out: a page has colours here')
    if (textOf(page, 'footer_text') !== '') note.differs('its footer is left out')
    if (textOf(page, 'google_analytics_tag_id') !== '') note.differs('nobody counts its visitors here')
    const slug = slugOf(page)
    if (slug !== textOf(page, 'slug').toLowerCase()) note.differs(`its address ends with ${slug} here`)
    note.end()
    return [
      {
        id: `kuma:page:${idOf(page)}`,
        name: cutTo(textOf(page, 'title') || slug, 255),
        url: slug,
        description: cutTo(textOf(page, 'description'), 500) || null,
        customDomain: domains[0] === undefined ? null : textOf(domains[0], 'domain').toLowerCase() || null,
        logo: /^https?:\/\//i.test(textOf(page, 'icon')) ? textOf(page, 'icon') : null,
        defaultTheme: themes[textOf(page, 'theme')] ?? 'AUTO',
        cards: cards.map(({ name, shown }) => ({
          name,
          services: shown.map((id) => ({ id: serviceId(id) })),
        })),
      },
    ]
  })
  const items = [...services].map((id) => {
    const row = monitors.get(id)
    return { id: serviceId(id), name: cutTo((row && textOf(row, 'name')) || serviceId(id), 255) }
  })
  return { services, serviceId, items, statusPages }
}

const themes: Readonly<Record<string, string>> = { light: 'LIGHT', dark: 'DARK', auto: 'AUTO' }

function serviceId(monitorId: number): string {
  return `kuma:service:${monitorId}`
}

function cardsOf(
  data: KumaData,
  page: KumaRow,
  monitors: ReadonlyMap<number, KumaRow>,
): { name: string; shown: number[] }[] {
  const byWeight = (a: KumaRow, b: KumaRow) => (numberOf(a, 'weight') ?? 0) - (numberOf(b, 'weight') ?? 0)
  return rowsWith(data.pageGroups, 'status_page_id', idOf(page))
    .toSorted(byWeight)
    .map((group) => ({
      name: cutTo(textOf(group, 'name') || 'Services', 255),
      shown: [
        ...new Set(
          rowsWith(data.pageMonitors, 'group_id', idOf(group))
            .toSorted(byWeight)
            .map((row) => numberOf(row, 'monitor_id') ?? 0)
            .filter((id) => monitors.has(id)),
        ),
      ],
    }))
}

/** Letters, digits and hyphens only. */
function slugOf(page: KumaRow): string {
  const slug = textOf(page, 'slug')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .slice(0, 63)
  return slug === '' ? `page-${idOf(page)}` : slug
}
