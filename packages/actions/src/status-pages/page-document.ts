import { randomUUIDv7 } from 'node:crypto'
import { productColors } from '@sonde/schema/status-pages/status-page-colors.ts'
import {
  colorNames,
  layoutOf,
  type ColorName,
  type StatusPageWrite,
} from '@sonde/schema/status-pages/status-page.ts'
import type { ShownCard } from '@sonde/store/status-pages/status-page-cards.ts'
import type { ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import { pickServices } from './named-services.ts'

type Colors = Record<ColorName, string>
type SomeColors = NonNullable<StatusPageWrite['themeColors']>['light']

/** What has no column of its own. */
export type PageConfig = {
  description: string | null
  logo: string | null
  logoDark: string | null
  favicon: string | null
  redirectTo: string | null
  defaultTheme: 'LIGHT' | 'DARK' | 'AUTO'
  themeColors: { light: Colors; dark: Colors } | null
  privacyPolicyLink: string | null
  termsOfServiceLink: string | null
  supportLink: string | null
  footerText: string | null
  googleAnalyticsTag: string | null
  allowIndexing: boolean
}

/** What a body says about a page itself, with its defaults. */
export function pageFields(
  body: StatusPageWrite,
): Pick<PageRow, 'name' | 'url' | 'customDomain' | 'config' | 'layout'> {
  const { themeColors = null } = body
  const config: PageConfig = {
    description: body.description ?? null,
    logo: body.logo ?? null,
    logoDark: body.logoDark ?? null,
    favicon: body.favicon ?? null,
    redirectTo: body.redirectTo ?? null,
    defaultTheme: body.defaultTheme ?? 'AUTO',
    themeColors:
      themeColors === null
        ? null
        : {
            light: wholeTheme(themeColors.light, productColors.light),
            dark: wholeTheme(themeColors.dark, productColors.dark),
          },
    privacyPolicyLink: body.privacyPolicyLink ?? null,
    termsOfServiceLink: body.termsOfServiceLink ?? null,
    supportLink: body.supportLink ?? null,
    footerText: body.footerText ?? null,
    googleAnalyticsTag: body.googleAnalyticsTag ?? null,
    allowIndexing: body.allowIndexing ?? true,
  }
  return {
    name: body.name,
    url: body.url.toLowerCase(),
    customDomain: body.customDomain?.toLowerCase() ?? null,
    layout: layoutOf(body),
    config,
  }
}

/** Colours in capitals; those that are not named are ours. */
function wholeTheme(colors: SomeColors, ours: Colors): Colors {
  const theme = { ...ours }
  for (const name of colorNames) theme[name] = (colors?.[name] ?? ours[name]).toUpperCase()
  return theme
}

/** What pages have that were stored before there was any of it. */
const laterFields = {
  privacyPolicyLink: null,
  termsOfServiceLink: null,
  supportLink: null,
  footerText: null,
  googleAnalyticsTag: null,
  allowIndexing: true,
}

/** Safe because `pageFields` is all that makes the configuration of a page. */
export function configOf({ config }: Pick<PageRow, 'config'>): PageConfig {
  return { ...laterFields, ...(config as PageConfig) }
}

/** Where the services of a body are named, for the refusal of unknown ones. */
export function servicesNamedIn({ cards = [] }: StatusPageWrite): { path: string; id: string }[] {
  return cards.flatMap(({ services = [] }, card) =>
    services.map(({ id }, index) => ({ path: `cards.${card}.services.${index}.id`, id })),
  )
}

/**
 * The cards of a body. One that the page has already keeps its id and the time it was made. `keepsIds`: so do ids that
 * are new to the page, which must be free.
 */
export function cardsOf(
  { cards = [] }: StatusPageWrite,
  {
    before,
    services,
    now,
    keepsIds = false,
  }: {
    before: readonly ShownCard[]
    services: ReadonlyMap<string, ServiceRow>
    now: number
    keepsIds?: boolean
  },
): ShownCard[] {
  const cardsById = new Map(before.map((card) => [card.id, card]))
  return cards.map(({ id, name, services: references = [] }) => {
    const uuid = id?.toLowerCase() ?? ''
    const same = cardsById.get(uuid)
    // Named twice, it is one card; the other is new.
    cardsById.delete(uuid)
    return {
      id: same?.id ?? (keepsIds && uuid !== '' ? uuid : randomUUIDv7()),
      name,
      services: pickServices(
        services,
        references.map((service) => service.id),
      ),
      createdAt: same?.createdAt ?? now,
      updatedAt: same === undefined ? null : now,
    }
  })
}
