import type { StatusPageAutomationRuleParams } from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { endRule } from '@sonde/status-pages/rules/automation-rules.ts'
import { deleteRule as removeRow, findRuleForUpdate } from '@sonde/store/status-pages/status-page-rules.ts'
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
  key: StatusPageAutomationRuleParams,
): Promise<void> {
  const hasMail = await deps.store.write((db) => removeRule(db, deps, actor, key))
  if (hasMail) deps.wakeDelivery()
}

/** Inside `write`: its incident is resolved. Whether subscribers are told of that. */
export async function removeRule(
  db: Db,
  deps: ActionDeps,
  actor: Actor,
  { statusPageId, ruleId }: StatusPageAutomationRuleParams,
): Promise<boolean> {
  const { accountId } = actor
  const page = await findComponentPage(db, { accountId, id: statusPageId })
  const rule = await findRuleForUpdate(db, { accountId, pageId: page.id, id: ruleId })
  if (rule === null) throw notFound('automation rule')
  const before = await ruleAnswer(db, rule)
  const hasMail = await endRule(db, notifyingOf(deps, accountId), rule)
  await removeRow(db, rule.id)
  await recordDocument(db, actor, 'STATUS_PAGE_AUTOMATION_RULE', { before, after: null })
  return hasMail
}
