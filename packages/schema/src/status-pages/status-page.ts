import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf, ShownName, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import type { Violation } from '../validation/violation.ts'
import { CursorQuery, cursorPage } from '../validation/cursor-page.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'
import { ListedIncident } from './status-page-incident.ts'
import { StatusPageKey } from './status-page-password.ts'
import { StatusPageService } from './status-page-service.ts'
import { brokenLinks, brokenPictures } from '../check-types/web-address.ts'

const linksAreAddresses: Rule = (page) => [
  ...brokenLinks(page, ['redirectTo']),
  ...brokenLinks(withoutMail(page), ['privacyPolicyLink', 'termsOfServiceLink', 'supportLink']),
  ...brokenPictures(page, ['logo', 'logoDark', 'favicon']),
]

/** What leads to a mail program is no address of the web, and has nothing to get wrong but its length. */
function withoutMail(page: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(page).filter(([, value]) => typeof value !== 'string' || !mailLink.test(value)),
  )
}
const mailLink = /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i

/** In all cards: every visit of the page reads all of them. */
const mostServices = 500

const servicesFit: Rule = ({ cards }) => {
  let count = 0
  for (const [index, card] of (Array.isArray(cards) ? cards : []).entries()) {
    const services = isRecord(card) ? card['services'] : null
    if (Array.isArray(services)) count += services.length
    if (count > mostServices) {
      const message = `exceeds ${mostServices} services on one page`
      return [{ path: `cards.${index}.services`, message }]
    }
  }
  return []
}

/** A page has cards of services, or components: `version` 3 in a body without cards. It never changes. */
const pageLayouts = ['CARDS', 'COMPONENTS'] as const
export type PageLayout = (typeof pageLayouts)[number]

export function layoutOf({ version, cards }: { version?: unknown; cards?: unknown }): PageLayout {
  const hasCards = Array.isArray(cards) && cards.length > 0
  return version === 3 && !hasCards ? 'COMPONENTS' : 'CARDS'
}

const fitsLayout: Rule = (page) => {
  if (layoutOf(page) === 'COMPONENTS') return []
  const { cards, themeColors: theme } = page
  return [
    ...(cards === undefined ? [{ path: 'cards', message: 'is required' }] : []),
    ...(isRecord(theme) ? missingColors(theme) : []),
  ]
}

/** A page with cards has a whole theme or none; one with components may name some colours. */
function missingColors(theme: Readonly<Record<string, unknown>>): Violation[] {
  return ['light', 'dark'].flatMap((mode): Violation[] => {
    const set = theme[mode]
    if (set === undefined) return [{ path: `themeColors.${mode}`, message: 'is required' }]
    if (!isRecord(set)) return []
    return colorNames
      .filter((name) => set[name] === undefined)
      .map((name) => ({ path: `themeColors.${mode}.${name}`, message: 'is required' }))
  })
}

const link = Nullable(Type.String({ maxLength: 2_048 }), {
  default: null,
  description: 'An http or https address.',
})
const footerLink = Nullable(Type.String({ maxLength: 2_048 }), {
  default: null,
  description: 'An http, https or mailto address, shown at the end of the page.',
})

const color = Type.String({
  pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$',
  description: '# and three or six hexadecimal digits',
})

const colors = component(
  'StatusPageThemeColors',
  Type.Object({
    bodyBackgroundColor: color,
    headerBackgroundColor: color,
    headerFontColor: color,
    titleFontColor: color,
    bodyFontColor: color,
    bodyFontColorMuted: color,
    navigationFontColor: color,
    linkFontColor: color,
    cardBackgroundColor: color,
    borderColor: color,
    primaryButtonBackgroundColor: color,
    primaryButtonFontColor: color,
  }),
)

export type ColorName = keyof Static<typeof colors>
export const colorNames = Object.keys(colors.properties) as ColorName[]

const oneColor = Type.Optional(color)

const someColors = component(
  'StatusPageThemeColorsWrite',
  Type.Object({
    bodyBackgroundColor: oneColor,
    headerBackgroundColor: oneColor,
    headerFontColor: oneColor,
    titleFontColor: oneColor,
    bodyFontColor: oneColor,
    bodyFontColorMuted: oneColor,
    navigationFontColor: oneColor,
    linkFontColor: oneColor,
    cardBackgroundColor: oneColor,
    borderColor: oneColor,
    primaryButtonBackgroundColor: oneColor,
    primaryButtonFontColor: oneColor,
  }),
)

const themeColorsWrite = component(
  'StatusPageThemeWrite',
  Nullable(Type.Object({ light: Type.Optional(someColors), dark: Type.Optional(someColors) }), {
    default: null,
    description:
      'Stored in upper case. Null: the default colours. A page with cards names every colour of both; on a page with components those that are not named keep their default.',
  }),
)

const themeColors = component(
  'StatusPageTheme',
  Nullable(Type.Object({ light: colors, dark: colors }), {
    default: null,
    description: 'Stored in upper case. Null: the default colours.',
  }),
)

const defaultTheme = OneOf(['LIGHT', 'DARK', 'AUTO'] as const, { default: 'AUTO' })

const customDomain = Nullable(
  Type.String({
    maxLength: 253,
    pattern: '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
    description: 'A host name such as status.example.com',
  }),
  {
    default: null,
    description:
      'A host name such as status.example.com. Stored in lower case. It works once `customDomainStatus` shows that it is verified; from then on no other page can use it.',
  },
)

export const StatusPageWrite = component(
  'StatusPageWrite',
  withRules(
    Type.Object({
      name: ShownName(),
      url: Type.String({
        pattern: '^[A-Za-z0-9-]{1,63}$',
        description:
          '1 to 63 letters, digits and hyphens: the last part of its address. Stored in lower case; unique in the installation.',
      }),
      description: Type.Optional(Nullable(Type.String({ maxLength: 500 }), { default: null })),
      customDomain: Type.Optional(customDomain),
      logo: Type.Optional(link),
      logoDark: Type.Optional(link),
      favicon: Type.Optional(link),
      redirectTo: Type.Optional(link),
      defaultTheme: Type.Optional(defaultTheme),
      themeColors: Type.Optional(themeColorsWrite),
      privacyPolicyLink: Type.Optional(footerLink),
      termsOfServiceLink: Type.Optional(footerLink),
      supportLink: Type.Optional(footerLink),
      footerText: Type.Optional(
        Nullable(Type.String({ maxLength: 1_000 }), {
          default: null,
          description: 'Shown at the end of the page.',
        }),
      ),
      googleAnalyticsTag: Type.Optional(
        Nullable(Type.String({ maxLength: 100 }), {
          default: null,
          description: 'Stored and returned, and without effect: pages run no scripts of others.',
        }),
      ),
      allowIndexing: Type.Optional(
        Type.Boolean({ default: true, description: 'Whether search engines may list the page.' }),
      ),
      version: Type.Optional(
        Nullable(Type.Number(), {
          default: null,
          description:
            '3 without cards: a page with components. Else the version that was read: an update is rejected if the page was changed since.',
        }),
      ),
      revision: Type.Optional(
        Nullable(Type.Integer(), {
          default: null,
          description: 'The revision that was read: an update is rejected if the page was changed since.',
        }),
      ),
      cards: Type.Optional(
        Type.Array(
          component(
            'StatusPageCardWrite',
            Type.Object({
              id: Type.Optional(
                Uuid({ description: 'An existing card keeps its id; a new one gets a new id.' }),
              ),
              name: ShownName(),
              services: Type.Optional(
                Type.Array(
                  component(
                    'StatusPageCardServiceReference',
                    Type.Object({ id: Uuid({ description: 'A service of the account.' }) }),
                  ),
                  { maxItems: 200, default: [] },
                ),
              ),
            }),
          ),
          {
            maxItems: 100,
            description: `With at most ${mostServices} services in all. Required, except for a page with components.`,
          },
        ),
      ),
    }),
    linksAreAddresses,
    servicesFit,
    fitsLayout,
  ),
)
export type StatusPageWrite = Static<typeof StatusPageWrite>

const customDomainStatus = component(
  'StatusPageCustomDomainStatus',
  Type.Object({
    verifiedAt: Nullable(Timestamp({ description: 'Null: not verified yet; the host answers 404.' })),
    lastCheckedAt: Nullable(Timestamp()),
    problem: Nullable(Type.String({ description: 'Problem found by the last check of the domain.' })),
    txtName: Type.String({ description: 'Name of the TXT record that proves that the domain is yours.' }),
    txtValue: Type.String({ description: 'Value of the TXT record.' }),
    cnameTarget: Type.String({ description: 'Target of the CNAME record of the domain.' }),
  }),
)

const card = component(
  'StatusPageCard',
  Type.Object({
    id: Uuid(),
    name: Type.String(),
    services: Type.Array(StatusPageService),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)

export const StatusPage = component(
  'StatusPage',
  Type.Object({
    id: Uuid(),
    accountId: Uuid(),
    name: Type.String(),
    url: Type.String(),
    description: Nullable(Type.String()),
    customDomain: Nullable(Type.String()),
    logo: Nullable(Type.String()),
    logoDark: Nullable(Type.String()),
    favicon: Nullable(Type.String()),
    redirectTo: Nullable(Type.String()),
    defaultTheme: OneOf(['LIGHT', 'DARK', 'AUTO'] as const),
    themeColors,
    privacyPolicyLink: Nullable(Type.String()),
    termsOfServiceLink: Nullable(Type.String()),
    supportLink: Nullable(Type.String()),
    footerText: Nullable(Type.String()),
    googleAnalyticsTag: Nullable(Type.String()),
    allowIndexing: Type.Boolean(),
    layout: component(
      'StatusPageLayout',
      OneOf(pageLayouts, { description: 'Whether the page has cards of services, or components.' }),
    ),
    cards: Type.Array(card, { description: 'Empty for a page with components.' }),
    version: Type.Integer({
      description:
        '3: a page with components. Else a number that is never 3 and increases with every update.',
    }),
    revision: Type.Integer({ description: 'Increases with every update.' }),
    isPrivate: Type.Boolean({ description: 'Whether visitors need the password.' }),
    whiteLabel: Type.Boolean({ description: 'Always true: pages show no product branding.' }),
    keys: Type.Array(StatusPageKey, { description: 'The password of a private page.' }),
    subscriberCount: Type.Integer({ description: 'Number of confirmed addresses.' }),
    customDomainStatus: Nullable(customDomainStatus, { description: 'Null without a custom domain.' }),
    incidents: Type.Array(ListedIncident, {
      description: 'The 50 newest incidents on the page, newest first.',
    }),
    projectBindings: ProjectBindings,
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)
export type StatusPage = Static<typeof StatusPage>

export const StatusPagePage = cursorPage('StatusPageList', StatusPage)

export const StatusPagesQuery = CursorQuery
export const StatusPageParams = Type.Object({ statusPageId: Uuid() })
