import { randomUUIDv7 } from 'node:crypto'
import { ruleMaintenance } from '@sonde/alerting/raise/rule-job.ts'
import {
  mostRules,
  type StatusPageAutomationRule,
  type StatusPageAutomationRuleWrite,
} from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { settleRules } from '@sonde/status-pages/rules/automation-rules.ts'
import { insertRules, listRules, type RuleRow } from '@sonde/store/status-pages/status-page-rules.ts'
import type { ActionDeps } from '../../action-deps.ts'
import type { Actor } from '../../actor.ts'
import { recordDocument } from '../../audit/record-change.ts'
import { invalidInput } from '../../refusal.ts'
import { lockComponentPage } from '../components/component-page.ts'
import { notifyingOf } from '../notifying.ts'
import { requireRuleComponents, ruleAnswer, ruleFields } from './rule-document.ts'

export async function createRule(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId, input }: { statusPageId: string; input: StatusPageAutomationRuleWrite },
): Promise<StatusPageAutomationRule> {
  const notifying = notifyingOf(deps, actor.accountId)
  const { answer, hasMail } = await deps.store.write(async (db) => {
    const page = await lockComponentPage(db, { accountId: actor.accountId, id: statusPageId })
    if ((await listRules(db, { pageIds: [page.id] })).length >= mostRules) {
      throw invalidInput([
        { path: 'statusPageId', message: `has ${mostRules} rules already, which is the limit` },
      ])
    }
    const rule: RuleRow = {
      ...ruleFields(input),
      id: randomUUIDv7(),
      accountId: actor.accountId,
      pageId: page.id,
      incidentId: null,
      openedAt: null,
      recoveredAt: null,
      createdAt: notifying.at,
      updatedAt: null,
    }
    await requireRuleComponents(db, rule)
    await insertRules(db, [rule])
    // A check that fails already opens its incident.
    const settled = await settleRules(db, notifying, { rules: [rule], maintenance: ruleMaintenance })
    const [written = rule] = await listRules(db, { ids: [rule.id] })
    const shown = await ruleAnswer(db, written)
    await recordDocument(db, actor, 'STATUS_PAGE_AUTOMATION_RULE', { before: null, after: shown })
    return { answer: shown, hasMail: settled.hasMail }
  })
  if (hasMail) deps.wakeDelivery()
  return answer
}
