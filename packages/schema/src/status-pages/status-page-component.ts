import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'
import { withRules, type Rule } from '../validation/annotations.ts'
import {
  Nullable,
  OneOf,
  ShownName,
  Timestamp,
  Uuid,
  component,
  withoutDefault,
} from '../validation/building-blocks.ts'

/** A part of a page of version 3: something that people use, or a group of such parts. */
const componentTypes = ['SERVICE', 'GROUP'] as const
export type ComponentType = (typeof componentTypes)[number]

/** How an incident affects a component, the worst last; maintenance yields to the others. */
const componentImpacts = [
  'UNDER_MAINTENANCE',
  'DEGRADED_PERFORMANCE',
  'PARTIAL_OUTAGE',
  'MAJOR_OUTAGE',
] as const
export type ComponentImpact = (typeof componentImpacts)[number]

const componentStatuses = ['OPERATIONAL', ...componentImpacts] as const
export type ComponentStatus = (typeof componentStatuses)[number]

/** On one page: every visit of the page reads all of them. */
export const mostComponents = 500
/** Of groups inside groups, the component itself included. */
export const deepestComponent = 5

export const ComponentImpact = component('StatusPageComponentImpact', OneOf(componentImpacts))

const type = OneOf(componentTypes, {
  default: 'SERVICE',
  description: 'SERVICE: something that people use. GROUP: contains other components.',
})
const description = Nullable(Type.String({ maxLength: 500 }), {
  default: null,
  description: 'Shown below the name.',
})
const hidden = Type.Boolean({
  default: false,
  description: 'Not shown to visitors. Its status still counts in its group.',
})
const displayOrder = Type.Integer({
  minimum: -1_000_000,
  maximum: 1_000_000,
  default: 0,
  description: 'Components beside each other are sorted by it, then by name.',
})
const parentId = Nullable(Uuid(), {
  default: null,
  description: `A GROUP of the same page. Groups can be nested ${deepestComponent} levels deep.`,
})
const showHistoricalData = Type.Boolean({
  description: 'Whether visitors see uptime and the bars of 90 days.',
})
const expandedByDefault = Type.Boolean({ description: 'Only of a GROUP: whether visitors see it unfolded.' })

const configurationWrite = component(
  'StatusPageComponentConfigurationWrite',
  Type.Object(
    {
      showHistoricalData: Type.Optional(showHistoricalData),
      expandedByDefault: Type.Optional(expandedByDefault),
    },
    {
      additionalProperties: false,
      description: 'By default showHistoricalData is true and expandedByDefault false.',
    },
  ),
)

const fitsType: Rule = ({ type: sentType, configuration }, { complete }) => {
  const isService = sentType === 'SERVICE' || (sentType === undefined && complete)
  return isService && isRecord(configuration) && configuration['expandedByDefault'] !== undefined
    ? [{ path: 'configuration.expandedByDefault', message: 'is only allowed for a GROUP' }]
    : []
}

const written = {
  type: Type.Optional(type),
  name: ShownName(),
  description: Type.Optional(description),
  hidden: Type.Optional(hidden),
  displayOrder: Type.Optional(displayOrder),
  parentId: Type.Optional(parentId),
  configuration: Type.Optional(configurationWrite),
}

export const StatusPageComponentWrite = component(
  'StatusPageComponentWrite',
  withRules(Type.Object(written), fitsType),
)
export type StatusPageComponentWrite = Static<typeof StatusPageComponentWrite>

export const StatusPageComponentPatch = component(
  'StatusPageComponentPatch',
  Type.Object({
    type: Type.Optional(withoutDefault(type)),
    name: Type.Optional(ShownName()),
    description: Type.Optional(withoutDefault(description)),
    hidden: Type.Optional(withoutDefault(hidden)),
    displayOrder: Type.Optional(withoutDefault(displayOrder)),
    parentId: Type.Optional(withoutDefault(parentId)),
    configuration: Type.Optional(configurationWrite),
  }),
)
export type StatusPageComponentPatch = Static<typeof StatusPageComponentPatch>

/** In configuration documents and projects of code, where the page is named too. */
export const StatusPageComponentItem = withRules(
  Type.Object({ statusPageId: Uuid({ description: 'A status page with components.' }), ...written }),
  fitsType,
)

export const StatusPageComponent = component(
  'StatusPageComponent',
  Type.Object({
    id: Uuid(),
    statusPageId: Uuid(),
    type: OneOf(componentTypes),
    name: Type.String(),
    description: Nullable(Type.String()),
    hidden: Type.Boolean(),
    displayOrder: Type.Integer(),
    parentId: Nullable(Uuid()),
    configuration: component(
      'StatusPageComponentConfiguration',
      Type.Object({ showHistoricalData, expandedByDefault: Type.Optional(expandedByDefault) }),
    ),
    status: component(
      'StatusPageComponentStatus',
      OneOf(componentStatuses, {
        description:
          'The worst impact of the open incidents on it; of a GROUP also the worst of what it contains, hidden components included.',
      }),
    ),
    monitored: Type.Boolean({
      description:
        'Whether an automation rule that is switched on chooses at least one active check for it; of a GROUP also whether one does for something that it contains. Otherwise OPERATIONAL only means that nobody has reported an incident.',
    }),
    projectBindings: ProjectBindings,
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)
export type StatusPageComponent = Static<typeof StatusPageComponent>

export const StatusPageComponentList = component(
  'StatusPageComponentList',
  Type.Array(StatusPageComponent, {
    description: 'All of the page: each group before what it contains, siblings in their order.',
  }),
)

export const StatusPageComponentParams = Type.Object({ statusPageId: Uuid(), componentId: Uuid() })
export type StatusPageComponentParams = Static<typeof StatusPageComponentParams>
