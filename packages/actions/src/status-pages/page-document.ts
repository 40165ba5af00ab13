import { randomUUIDv7 } from 'node:crypto'
import type { StatusPageWrite } from '@sonde/schema/status-pages/status-page.ts'
import type { ShownCard } from '@sonde/store/status-pages/status-page-cards.ts'
import type { ServiceRow } from '@sonde/store/status-pages/status-page-services.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import { pickServices } from './named-services.ts'

type Colors = NonNullable<StatusPageWrite['themeColors']>['light']

/** What has no column of its own. */
export type PageConfig = {
  description: string | null
  logo: string | null
  logoDark: string | null
  favicon: string | null
  redirectTo: string | null
  defaultTheme: 'LIGHT' | 'DARK' | 'AUTO'
  themeColors: { light: Colors; dark: Colors } | null
}

/** What a body says about a page itself, with its defaults. */
export function pageFields(body: StatusPageWrite): Pick<PageRow, 'name' | 'url' | 'customDomain' | 'config'> {
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
        : { light: inCapitals(themeColors.light), dark: inCapitals(themeColors.dark) },
  }
  return {
    name: body.name,
    url: body.url.toLowerCase(),
    customDomain: body.customDomain?.toLowerCase() ?? null,
    config,
  }
}

function inCapitals(colors: Colors): Colors {
  const capital = (color: string) => color.toUpperCase()
  return {
    bodyBackgroundColor: capital(colors.bodyBackgroundColor),
    headerBackgroundColor: capital(colors.headerBackgroundColor),
    headerFontColor: capital(colors.headerFontColor),
    titleFontColor: capital(colors.titleFontColor),
    bodyFontColor: capital(colors.bodyFontColor),
    bodyFontColorMuted: capital(colors.bodyFontColorMuted),
    navigationFontColor: capital(colors.navigationFontColor),
    linkFontColor: capital(colors.linkFontColor),
    cardBackgroundColor: capital(colors.cardBackgroundColor),
    borderColor: capital(colors.borderColor),
    primaryButtonBackgroundColor: capital(colors.primaryButtonBackgroundColor),
    primaryButtonFontColor: capital(colors.primaryButtonFontColor),
  }
}

/** Safe because `pageFields` is all that makes the configuration of a page. */
export function configOf({ config }: Pick<PageRow, 'config'>): PageConfig {
  return config as PageConfig
}

/** Where the services of a body are named, for the refusal of unknown ones. */
export function servicesNamedIn({ cards }: StatusPageWrite): { path: string; id: string }[] {
  return cards.flatMap(({ services = [] }, card) =>
    services.map(({ id }, index) => ({ path: `cards.${card}.services.${index}.id`, id })),
  )
}

/**
 * The cards of a body. One that the page has already keeps its id and the time it was made. `keepsIds`: so do ids that
 * are new to the page, which must be free.
 */
export function cardsOf(
  { cards }: StatusPageWrite,
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
