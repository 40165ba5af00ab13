import { Type, type Static } from 'typebox'
import { isRecord } from '@sonde/ground/is-record.ts'
import { ProjectBindings } from '../accounts/project-binding.ts'
import { withRules, type Rule } from '../validation/annotations.ts'
import {
  Nullable,
  ShownName,
  Timestamp,
  Uuid,
  component,
  withoutDefault,
} from '../validation/building-blocks.ts'
import { ComponentImpact } from './status-page-component.ts'
import { FollowedTags } from './status-page-service.ts'

/** On one page: every change of a check looks at all of them. */
export const mostRules = 100

const text = (description: string) => Type.String({ minLength: 1, maxLength: 20_000, description })

const enabled = Type.Boolean({
  default: true,
  description: 'A rule that is switched off opens nothing; its open incident is resolved.',
})
const notifySubscribers = Type.Boolean({
  default: true,
  description: 'Whether subscribers of the page get a mail when the incident begins and when it ends.',
})
const coolDownWindowMinutes = Type.Integer({
  minimum: 0,
  maximum: 10_080,
  default: 5,
  description:
    'How long after it has opened an incident the rule opens no other one. A check that still fails then opens it.',
})
const tags = { ...FollowedTags, minItems: 1 }
const components = Type.Array(
  component(
    'StatusPageAutomationRuleComponent',
    Type.Object({
      componentId: Uuid({ description: 'A component of the same page.' }),
      targetImpact: ComponentImpact,
    }),
  ),
  { minItems: 1, maxItems: 100, description: 'What the incident affects, and how.' },
)

const eachOnce: Rule = ({ components: list }) => {
  const known = new Set<unknown>()
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown, index) => {
    const id = isRecord(entry) ? entry['componentId'] : null
    const key = typeof id === 'string' ? id.toLowerCase() : id
    if (typeof id !== 'string' || !known.has(key)) {
      known.add(key)
      return []
    }
    return [{ path: `components.${index}.componentId`, message: 'is listed twice' }]
  })
}

const written = {
  name: ShownName(),
  enabled: Type.Optional(enabled),
  firstUpdate: text('What visitors read when the incident begins.'),
  lastUpdate: text('What visitors read when the incident is resolved.'),
  notifySubscribers: Type.Optional(notifySubscribers),
  tags,
  coolDownWindowMinutes: Type.Optional(coolDownWindowMinutes),
  components,
}

export const StatusPageAutomationRuleWrite = component(
  'StatusPageAutomationRuleWrite',
  withRules(Type.Object(written), eachOnce),
)
export type StatusPageAutomationRuleWrite = Static<typeof StatusPageAutomationRuleWrite>

export const StatusPageAutomationRulePatch = component(
  'StatusPageAutomationRulePatch',
  withRules(
    Type.Object({
      name: Type.Optional(ShownName()),
      enabled: Type.Optional(withoutDefault(enabled)),
      firstUpdate: Type.Optional(written.firstUpdate),
      lastUpdate: Type.Optional(written.lastUpdate),
      notifySubscribers: Type.Optional(withoutDefault(notifySubscribers)),
      tags: Type.Optional(withoutDefault(tags)),
      coolDownWindowMinutes: Type.Optional(withoutDefault(coolDownWindowMinutes)),
      components: Type.Optional(components),
    }),
    eachOnce,
  ),
)
export type StatusPageAutomationRulePatch = Static<typeof StatusPageAutomationRulePatch>

/** In configuration documents and projects of code, where the page is named too. */
export const StatusPageAutomationRuleItem = withRules(
  Type.Object({ statusPageId: Uuid({ description: 'A status page with components.' }), ...written }),
  eachOnce,
)

export const StatusPageAutomationRule = component(
  'StatusPageAutomationRule',
  Type.Object({
    id: Uuid(),
    statusPageId: Uuid(),
    name: Type.String(),
    enabled: Type.Boolean(),
    firstUpdate: Type.String(),
    lastUpdate: Type.String(),
    notifySubscribers: Type.Boolean(),
    tags: Type.Array(Type.String()),
    coolDownWindowMinutes: Type.Integer(),
    components,
    incidentId: Nullable(Uuid(), { description: 'The incident that the rule has opened and not resolved.' }),
    lastOpenedAt: Nullable(Timestamp({ description: 'When it last opened an incident.' })),
    projectBindings: ProjectBindings,
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)
export type StatusPageAutomationRule = Static<typeof StatusPageAutomationRule>

export const StatusPageAutomationRuleList = component(
  'StatusPageAutomationRuleList',
  Type.Array(StatusPageAutomationRule, { description: 'All of the page, oldest first.' }),
)

export const StatusPageAutomationRuleParams = Type.Object({ statusPageId: Uuid(), ruleId: Uuid() })
export type StatusPageAutomationRuleParams = Static<typeof StatusPageAutomationRuleParams>
