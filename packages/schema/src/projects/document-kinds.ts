import { Type, type TSchema } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { ConfigurationItem, ConfigurationList } from '../accounts/configuration.ts'
import { PrivateLocationCreate } from '../agents/private-location.ts'
import { AlertChannelWrite } from '../alerts/alert-channel.ts'
import { MaintenanceWindowCreate } from '../alerts/maintenance-window.ts'
import { checkKinds } from '../check-types/check-kinds.ts'
import { CheckGroupCreate, CheckGroupCreateOrUpdateV2 } from '../checks/check-group.ts'
import { DashboardCreate } from '../status-pages/dashboard.ts'
import { StatusPageAutomationRuleItem } from '../status-pages/status-page-automation-rule.ts'
import { StatusPageComponentItem } from '../status-pages/status-page-component.ts'
import { StatusPageServiceItem } from '../status-pages/status-page-service.ts'
import { StatusPageWrite } from '../status-pages/status-page.ts'
import { OneNumberOf, OneOf } from '../validation/building-blocks.ts'
import { propertiesOf } from '../validation/shape.ts'
import type { ResourceType } from './project-resource.ts'

/**
 * Files of a project: maps by kind, whose keys are logical ids and whose values are the bodies of the create
 * operations of the API, in which other things of the project are named by their logical ids.
 */

export type DocumentList = Extract<
  ConfigurationList,
  | 'checks'
  | 'checkGroups'
  | 'alertChannels'
  | 'privateLocations'
  | 'maintenanceWindows'
  | 'dashboards'
  | 'statusPages'
  | 'statusPageServices'
  | 'statusPageComponents'
  | 'statusPageAutomationRules'
>

/** A place in a body that names another thing. */
export type DocumentReference = {
  /** The fields that lead there; `*` stands for each entry of a list. */
  path: readonly string[]
  to: DocumentList
  /** What stands there without a reference: a number, a UUID, a slug or id, or an object with an id. */
  by: 'number' | 'uuid' | 'slug' | 'object'
}

export type DocumentKind = {
  list: DocumentList
  type: ResourceType
  /** One for each form that a body can have; the first is that of a body that does not say. */
  variants: readonly DocumentVariant[]
  /** The field that says which variant a body is; null where there is only one. */
  variantField: { name: string; isRequired: boolean } | null
  references: readonly DocumentReference[]
}

export type DocumentVariant = { value: string | number | null; schema: TSchema }

const subscribed: DocumentReference = {
  path: ['alertChannelSubscriptions', '*', 'alertChannelId'],
  to: 'alertChannels',
  by: 'number',
}
const located: DocumentReference = { path: ['privateLocations', '*'], to: 'privateLocations', by: 'slug' }

/** The same schema, with its rules, and other fields. */
function withFields(
  schema: TSchema,
  { without = [], more = {} }: { without?: readonly string[]; more?: Readonly<Record<string, TSchema>> },
): TSchema {
  const kept = Object.entries(propertiesOf(schema)).filter(([name]) => !without.includes(name))
  return { ...schema, properties: { ...Object.fromEntries(kept), ...more } }
}

const groupOf = (version: 1 | 2, schema: TSchema): DocumentVariant => ({
  value: version,
  schema: withFields(schema, {
    more: {
      version: Type.Optional(
        OneNumberOf([version], {
          description: '2: the group overrides what it sets. 1: what the group says always counts.',
        }),
      ),
    },
  }),
})

const pageOf = (version: 2 | 3, without: readonly string[]): TSchema =>
  withFields(StatusPageWrite, {
    without: ['version', 'revision', ...without],
    more: {
      version: Type.Optional(
        OneNumberOf([version], { description: '2: the page has cards of services. 3: it has components.' }),
      ),
      isPrivate: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'Visitors need a password, which is created and changed in the interface.',
        }),
      ),
    },
  })

/** The same schema; these fields may not be missing. */
function requiring(schema: TSchema, fields: readonly string[]): TSchema {
  const { required = [] } = schema as TSchema & { required?: readonly string[] }
  return { ...schema, required: [...new Set([...required, ...fields])] }
}

export const documentKinds: readonly DocumentKind[] = [
  {
    list: 'checks',
    type: 'check',
    variants: checkKinds.map(({ checkType, create }) => ({
      value: checkType,
      schema: withFields(create, { more: { checkType: Type.Optional(OneOf([checkType])) } }),
    })),
    variantField: { name: 'checkType', isRequired: true },
    references: [
      { path: ['groupId'], to: 'checkGroups', by: 'number' },
      subscribed,
      located,
      { path: ['triggerIncident', 'serviceId'], to: 'statusPageServices', by: 'uuid' },
    ],
  },
  {
    list: 'checkGroups',
    type: 'check-group',
    variants: [groupOf(2, CheckGroupCreateOrUpdateV2), groupOf(1, CheckGroupCreate)],
    variantField: { name: 'version', isRequired: false },
    references: [subscribed, located],
  },
  {
    list: 'alertChannels',
    type: 'alert-channel',
    variants: [{ value: null, schema: withFields(AlertChannelWrite, { without: ['subscriptions'] }) }],
    variantField: null,
    references: [],
  },
  {
    list: 'privateLocations',
    type: 'private-location',
    variants: [{ value: null, schema: PrivateLocationCreate }],
    variantField: null,
    references: [],
  },
  {
    list: 'statusPageServices',
    type: 'status-page-service',
    variants: [{ value: null, schema: StatusPageServiceItem }],
    variantField: null,
    references: [],
  },
  {
    list: 'statusPages',
    type: 'status-page',
    variants: [
      { value: 2, schema: requiring(pageOf(2, []), ['cards']) },
      { value: 3, schema: requiring(pageOf(3, ['cards']), ['version']) },
    ],
    variantField: { name: 'version', isRequired: false },
    references: [{ path: ['cards', '*', 'services', '*'], to: 'statusPageServices', by: 'object' }],
  },
  {
    list: 'statusPageComponents',
    type: 'status-page-component',
    variants: [{ value: null, schema: StatusPageComponentItem }],
    variantField: null,
    references: [
      { path: ['statusPageId'], to: 'statusPages', by: 'uuid' },
      { path: ['parentId'], to: 'statusPageComponents', by: 'uuid' },
    ],
  },
  {
    list: 'statusPageAutomationRules',
    type: 'status-page-automation-rule',
    variants: [{ value: null, schema: StatusPageAutomationRuleItem }],
    variantField: null,
    references: [
      { path: ['statusPageId'], to: 'statusPages', by: 'uuid' },
      { path: ['components', '*', 'componentId'], to: 'statusPageComponents', by: 'uuid' },
    ],
  },
  {
    list: 'maintenanceWindows',
    type: 'maintenance-window',
    variants: [{ value: null, schema: MaintenanceWindowCreate }],
    variantField: null,
    references: [
      { path: ['silenceCheckIds', '*'], to: 'checks', by: 'uuid' },
      { path: ['silenceGroupIds', '*'], to: 'checkGroups', by: 'number' },
      { path: ['pauseCheckIds', '*'], to: 'checks', by: 'uuid' },
      { path: ['pauseGroupIds', '*'], to: 'checkGroups', by: 'number' },
      { path: ['statusPageVisibility', 'statusPageIds', '*'], to: 'statusPages', by: 'uuid' },
      { path: ['statusPageVisibility', 'serviceIds', '*'], to: 'statusPageServices', by: 'uuid' },
    ],
  },
  {
    list: 'dashboards',
    type: 'dashboard',
    variants: [{ value: null, schema: DashboardCreate }],
    variantField: null,
    references: [],
  },
]

export function documentKindOf(list: string): DocumentKind | undefined {
  return documentKinds.find((kind) => kind.list === list)
}

/** The schema for this body; undefined when it does not say, or says something unknown. */
export function variantOf(
  { variants, variantField }: DocumentKind,
  item: ConfigurationItem,
): DocumentVariant | undefined {
  if (variantField === null) return variants[0]
  const value = item[variantField.name]
  if (value === undefined) return variantField.isRequired ? undefined : variants[0]
  return variants.find((variant) => variant.value === value)
}

/** The logical id that `{ ref: … }` names; null for anything else. */
export function logicalIdIn(value: unknown): string | null {
  return isRecord(value) && Object.keys(value).length === 1 && typeof value['ref'] === 'string'
    ? value['ref']
    : null
}

/** The body with each place that may name another thing replaced; what is not there stays so. */
export function mapDocumentReferences(
  { references }: DocumentKind,
  item: ConfigurationItem,
  change: (value: unknown, reference: DocumentReference, path: string) => unknown,
): ConfigurationItem {
  return references.reduce<ConfigurationItem>((changed, reference) => {
    const mapped = mapAt(changed, reference.path, '', (value, path) => change(value, reference, path))
    return isRecord(mapped) ? mapped : changed
  }, item)
}

function mapAt(
  value: unknown,
  [step, ...rest]: readonly string[],
  path: string,
  change: (value: unknown, path: string) => unknown,
): unknown {
  if (value === undefined || value === null) return value
  if (step === undefined) return change(value, path)
  const below = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
  if (step === '*') {
    return Array.isArray(value)
      ? value.map((entry: unknown, index) => mapAt(entry, rest, below(index), change))
      : value
  }
  if (!isRecord(value) || value[step] === undefined) return value
  return { ...value, [step]: mapAt(value[step], rest, below(step), change) }
}
