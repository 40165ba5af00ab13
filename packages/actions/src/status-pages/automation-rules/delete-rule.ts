import type { StatusPageAutomationRuleParams } from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { endRule } from '@sonde/status-pages/rules/automation-rules.ts'
import { deleteRules, findRuleForUpdate, type RuleRow } from '@sonde/store/status-pages/status-page-rules.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { ActionDeps } from '../../action-deps.ts'
import type { Actor } from '../../actor.ts'
import { recordDocument } from '../../audit/record-change.ts'
import { notFound } from '../../refusal.ts'
import { findComponentPage } from '../components/component-page.ts'
import { notifyingOf } from '../notifying.ts'
import { ruleAnswer } from './rule-document.ts'

export async function deleteRule(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId, ruleId }: StatusPageAutomationRuleParams,
): Promise<void> {
  const { accountId } = actor
  const hasMail = await deps.store.write(async (db) => {
    const page = await findComponentPage(db, { accountId, id: statusPageId })
    const rule = await findRuleForUpdate(db, { accountId, pageId: page.id, id: ruleId })
    if (rule === null) throw notFound('automation rule')
    const before = await ruleAnswer(db, rule)
    const isTold = await removeRules(db, deps, accountId, [rule])
    await recordDocument(db, actor, 'STATUS_PAGE_AUTOMATION_RULE', { before, after: null })
    return isTold
  })
  if (hasMail) deps.wakeDelivery()
}

/**
 * Inside `write`, without audit entries, of one account, for those that were locked in it: their incidents are resolved.
 * Whether subscribers are told of that.
 */
export async function removeRules(
  db: Db,
  deps: ActionDeps,
  accountId: string,
  rules: readonly RuleRow[],
): Promise<boolean> {
  const notifying = notifyingOf(deps, accountId)
  let hasMail = false
  for (const rule of rules) {
    // One transaction has one connection.
    const isTold = await endRule(db, notifying, rule)
    hasMail ||= isTold
  }
  await deleteRules(db, rules)
  return hasMail
}
