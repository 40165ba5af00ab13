import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf, ShownName, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { CursorQuery, cursorPage } from '../validation/cursor-page.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'
import { ListedIncident } from './status-page-incident.ts'
import { StatusPageKey } from './status-page-password.ts'
import { StatusPageService } from './status-page-service.ts'
import { brokenLinks, brokenPictures } from '../check-types/web-address.ts'

const linksAreAddresses: Rule = (page) => [
  ...brokenLinks(page, ['redirectTo']),
  ...brokenPictures(page, ['logo', 'logoDark', 'favicon']),
]

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

const link = Nullable(Type.String({ maxLength: 2_048 }), {
  default: null,
  description: 'An http or https address.',
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
      themeColors: Type.Optional(themeColors),
      version: Type.Optional(
        Nullable(Type.Number(), {
          default: null,
          description: 'The version that was read: an update is rejected if the page was changed since.',
        }),
      ),
      cards: Type.Array(
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
        { maxItems: 100, description: `With at most ${mostServices} services in all.` },
      ),
    }),
    linksAreAddresses,
    servicesFit,
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
    cards: Type.Array(card),
    version: Type.Integer({ description: 'Increases with every update.' }),
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
