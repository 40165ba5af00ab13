import { Type, type Static, type TOptional, type TProperties, type TSchema } from 'typebox'
import { acceptedOnly, withRules, type Rule } from '../validation/annotations.ts'
import {
  Nullable,
  OneNumberOf,
  OneOf,
  ShownName,
  Timestamp,
  Uuid,
  component,
  withoutDefault,
} from '../validation/building-blocks.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'
import { brokenLinks, brokenPictures } from '../check-types/web-address.ts'

/** Public dashboards: how the checks of an account stand, for whoever has the address. */

export const dashboardKeyPrefix = 'db_'

/** Nothing may also be said as an empty text. */
const linksAreAddresses: Rule = (dashboard) => {
  const filledFields = Object.fromEntries(Object.entries(dashboard).filter(([, value]) => value !== ''))
  return [...brokenLinks(filledFields, ['link']), ...brokenPictures(filledFields, ['logo', 'favicon'])]
}

const link = Nullable(Type.String({ maxLength: 2_048 }), {
  default: null,
  description: 'An http or https address, or empty.',
})

const yes = (description: string) => Type.Boolean({ default: true, description })
const no = (description: string) => Type.Boolean({ default: false, description })

const fields = {
  header: ShownName({ description: 'The headline. Must not be blank.' }),
  description: Nullable(Type.String({ maxLength: 1_000 }), { default: null }),
  customUrl: Nullable(
    Type.String({ pattern: '^[A-Za-z0-9-]{0,63}$', description: 'up to 63 letters, digits and hyphens' }),
    {
      default: null,
      description:
        'The first part of its own host name, up to 63 letters, digits and hyphens. Stored in lower case; unique in the installation. If empty: its `dashboardId`.',
    },
  ),
  customDomain: Nullable(
    Type.String({
      maxLength: 253,
      pattern:
        '^$|^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
      description: 'a host name such as health.example.com',
    }),
    {
      default: null,
      description:
        'A host name such as health.example.com. Stored in lower case; unique in the installation.',
    },
  ),
  logo: link,
  favicon: link,
  link,
  layout: OneOf(['LIST', 'TILES'] as const, {
    default: 'LIST',
    description:
      'TILES: for a wall screen, with large tiles for problems first and the last 24 hours of the other checks.',
  }),
  width: OneOf(['FULL', '960PX'] as const, { default: 'FULL' }),
  refreshRate: OneNumberOf([60, 300, 600] as const, {
    default: 60,
    description: 'Refresh interval in seconds.',
  }),
  paginate: yes('Whether pages rotate automatically.'),
  paginationRate: OneNumberOf([30, 60, 300] as const, {
    default: 60,
    description: 'Seconds per page.',
  }),
  checksPerPage: Nullable(Type.Integer({ minimum: 1, maximum: 20 }), { default: 15 }),
  sortByStatus: no('Failing checks first, then degraded ones.'),
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), {
    maxItems: 50,
    default: [],
    description: 'Shows checks with these tags, their own or those of their group; empty: all checks.',
  }),
  useTagsAndOperator: Nullable(Type.Boolean(), {
    default: false,
    description: 'Whether a check needs all of the tags; otherwise one of them is enough.',
  }),
  hideTags: no('Whether tags are hidden.'),
  expandChecks: no('Whether every check shows all of its periods.'),
  enableIncidents: no('Whether incidents are shown.'),
  isPrivate: no('Whether visitors need a password.'),
  showHeader: yes('Whether headline, logo and description are shown.'),
  showGroupNames: yes('Whether checks show the names of their groups.'),
  showReasons: no(
    'Whether tiles of failing and degraded checks say why. Reasons name addresses and values of responses: anybody who sees the dashboard reads them.',
  ),
  showCheckRunLinks: no('Stored; no effect.'),
  showP95: yes('Whether 95th percentiles are shown.'),
  showP99: yes('Whether 99th percentiles are shown.'),
  customCSS: Nullable(Type.String({ maxLength: 50_000 }), {
    default: '',
    description: 'Custom CSS. Rules that could load anything except images over https are removed.',
  }),
}

/** Read-only: known clients send back what they were given. */
const keysAsSent = acceptedOnly(
  Type.Array(Type.Unsafe<unknown>({}), {
    maxItems: 100,
    default: [],
    description: 'Accepted and ignored: the server creates keys.',
  }),
)

type Optional<Fields extends TProperties> = { [Key in keyof Fields]: TOptional<Fields[Key]> }

/** Safe: every field stays under its name and is made optional, which is all that the type says. */
function optional<Fields extends TProperties>(of: Fields, change = (schema: TSchema) => schema) {
  const properties = Object.entries(of).map(([name, schema]) => [name, Type.Optional(change(schema))])
  return Object.fromEntries(properties) as Optional<Fields>
}

const { header, ...withDefaults } = fields

export const DashboardCreate = component(
  'DashboardCreate',
  withRules(
    Type.Object({ header, ...optional(withDefaults), keys: Type.Optional(keysAsSent) }),
    linksAreAddresses,
  ),
)
export type DashboardCreate = Static<typeof DashboardCreate>

/** Without defaults: what is left out stays as it is. */
export const DashboardUpdate = component(
  'DashboardUpdate',
  withRules(Type.Object(optional({ ...fields, keys: keysAsSent }, withoutDefault)), linksAreAddresses),
)
export type DashboardUpdate = Static<typeof DashboardUpdate>

const DashboardKey = component(
  'DashboardKey',
  Type.Object({
    id: Uuid(),
    rawKey: Type.String({
      description: 'The password of the page in the response that creates it; empty in every later one.',
    }),
    maskedKey: Type.String({ description: 'Three dots and its last four characters.' }),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)

/** What is stored of it as it was written; addresses and keys have columns of their own. */
const { customUrl: _customUrl, customDomain: _customDomain, ...stored } = fields
export const DashboardConfig = Type.Object(stored)
export type DashboardConfig = Static<typeof DashboardConfig>

export const Dashboard = component(
  'Dashboard',
  Type.Object({
    ...fields,
    customUrl: Type.String(),
    customDomain: Nullable(Type.String()),
    id: Type.Integer({ description: 'Id that incidents use.' }),
    dashboardId: Type.String({ description: 'Id that paths use.' }),
    keys: Type.Optional(
      Type.Array(DashboardKey, { description: 'Omitted when a private dashboard is only read.' }),
    ),
    projectBindings: ProjectBindings,
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)
export type Dashboard = Static<typeof Dashboard>

export const DashboardList = component('DashboardList', Type.Array(Dashboard))

export const DashboardParams = Type.Object({
  dashboardId: Type.String({
    pattern: '^[A-Za-z0-9.-]{1,253}$',
    description: 'letters, digits, hyphens and dots: the `dashboardId`',
  }),
})

export const DashboardQuery = Type.Object({
  type: Type.Optional(
    OneOf(['customUrl', 'customDomain'] as const, {
      description: 'What the path contains instead of the `dashboardId`.',
    }),
  ),
})
