import type {
  StatusPageAutomationRule,
  StatusPageAutomationRuleWrite,
} from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { componentsOfPages } from '@sonde/store/status-pages/status-page-components.ts'
import type { RuleRow } from '@sonde/store/status-pages/status-page-rules.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { shownBindings } from '../../projects/shown-bindings.ts'
import { invalidInput } from '../../refusal.ts'

/** What a body says of a rule, with its defaults. */
export function ruleFields(
  body: StatusPageAutomationRuleWrite,
): Omit<
  RuleRow,
  'id' | 'accountId' | 'pageId' | 'incidentId' | 'openedAt' | 'recoveredAt' | 'createdAt' | 'updatedAt'
> {
  return {
    name: body.name,
    enabled: body.enabled ?? true,
    firstUpdate: body.firstUpdate,
    lastUpdate: body.lastUpdate,
    notifySubscribers: body.notifySubscribers ?? true,
    tags: [...new Set(body.tags)],
    coolDownMinutes: body.coolDownWindowMinutes ?? 5,
    components: body.components.map(({ componentId, targetImpact }) => ({
      componentId: componentId.toLowerCase(),
      impact: targetImpact,
    })),
  }
}

/** The body that would make it. */
export function ruleBody(rule: RuleRow): Required<StatusPageAutomationRuleWrite> {
  return {
    name: rule.name,
    enabled: rule.enabled,
    firstUpdate: rule.firstUpdate,
    lastUpdate: rule.lastUpdate,
    notifySubscribers: rule.notifySubscribers,
    tags: [...rule.tags],
    coolDownWindowMinutes: rule.coolDownMinutes,
    components: rule.components.map(({ componentId, impact }) => ({ componentId, targetImpact: impact })),
  }
}

/** Refuses a rule that would affect what its page does not have. */
export async function requireRuleComponents(db: Db, rule: RulePlace): Promise<void> {
  const { requireOf } = await readRuleComponents(db, [rule.pageId])
  requireOf(rule)
}

type RulePlace = Pick<RuleRow, 'pageId' | 'components'>

/** The same for many rules of these pages. */
export async function readRuleComponents(
  db: Db,
  pageIds: readonly string[],
): Promise<{ requireOf(rule: RulePlace): void }> {
  const known = await componentsOfPages(db, [...new Set(pageIds)])
  const idsByPage = new Map([...known].map(([pageId, list]) => [pageId, new Set(list.map(({ id }) => id))]))
  return {
    requireOf({ pageId, components }) {
      const own = idsByPage.get(pageId)
      const mistakes = components.flatMap(({ componentId }, index) =>
        own?.has(componentId) === true
          ? []
          : [{ path: `components.${index}.componentId`, message: 'is not a component of this page' }],
      )
      if (mistakes.length > 0) throw invalidInput(mistakes)
    },
  }
}

export async function ruleAnswers(db: Db, rules: readonly RuleRow[]): Promise<StatusPageAutomationRule[]> {
  const bindings = await shownBindings(
    db,
    'status-page-automation-rule',
    rules.map(({ id }) => id),
  )
  return rules.map((rule) => ({
    id: rule.id,
    statusPageId: rule.pageId,
    ...ruleBody(rule),
    incidentId: rule.incidentId,
    lastOpenedAt: rule.openedAt === null ? null : new Date(rule.openedAt).toISOString(),
    ...bindings(rule.id),
    created_at: new Date(rule.createdAt).toISOString(),
    updated_at: rule.updatedAt === null ? null : new Date(rule.updatedAt).toISOString(),
  }))
}

export async function ruleAnswer(db: Db, rule: RuleRow): Promise<StatusPageAutomationRule> {
  const [answer] = await ruleAnswers(db, [rule])
  if (answer === undefined) throw new Error('a rule has no answer')
  return answer
}
