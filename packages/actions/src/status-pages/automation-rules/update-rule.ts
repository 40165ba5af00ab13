import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { ruleMaintenance } from '@sonde/alerting/raise/rule-job.ts'
import type {
  StatusPageAutomationRule,
  StatusPageAutomationRuleParams,
  StatusPageAutomationRulePatch,
  StatusPageAutomationRuleWrite,
} from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import { settleRules } from '@sonde/status-pages/rules/automation-rules.ts'
import {
  findRuleForUpdate,
  listRules,
  updateRules,
  type RuleRow,
} from '@sonde/store/status-pages/status-page-rules.ts'
import type { ActionDeps } from '../../action-deps.ts'
import type { Actor } from '../../actor.ts'
import { recordDocument } from '../../audit/record-change.ts'
import { notFound } from '../../refusal.ts'
import { findComponentPage } from '../components/component-page.ts'
import { notifyingOf } from '../notifying.ts'
import { requireRuleComponents, ruleAnswer, ruleBody, ruleFields } from './rule-document.ts'

/** What is not sent gets its default. */
export async function replaceRule(
  deps: ActionDeps,
  actor: Actor,
  { input, ...key }: StatusPageAutomationRuleParams & { input: StatusPageAutomationRuleWrite },
): Promise<StatusPageAutomationRule> {
  return await writeChange(deps, actor, key, () => input)
}

/** What is not sent stays. */
export async function changeRule(
  deps: ActionDeps,
  actor: Actor,
  { input, ...key }: StatusPageAutomationRuleParams & { input: StatusPageAutomationRulePatch },
): Promise<StatusPageAutomationRule> {
  return await writeChange(deps, actor, key, (before) => ({ ...before, ...input }))
}

async function writeChange(
  deps: ActionDeps,
  actor: Actor,
  { statusPageId, ruleId }: StatusPageAutomationRuleParams,
  bodyOf: (before: Required<StatusPageAutomationRuleWrite>) => StatusPageAutomationRuleWrite,
): Promise<StatusPageAutomationRule> {
  const notifying = notifyingOf(deps, actor.accountId)
  const { answer, hasMail } = await deps.store.write(async (db) => {
    const { accountId } = actor
    // Results lock the rule before its page, and so does who changes it.
    const page = await findComponentPage(db, { accountId, id: statusPageId })
    const before = await findRuleForUpdate(db, { accountId, pageId: page.id, id: ruleId })
    if (before === null) throw notFound('automation rule')
    const fields = ruleFields(bodyOf(ruleBody(before)))
    const after: RuleRow = { ...before, ...fields, updatedAt: nextUpdatedAt(before, notifying.at) }
    await requireRuleComponents(db, after)
    const answerBefore = await ruleAnswer(db, before)
    await updateRules(db, [after])
    // Switched off, or with other tags, it resolves what it has opened; or opens what is failing.
    const settled = await settleRules(db, notifying, { rules: [after], maintenance: ruleMaintenance })
    const [written = after] = await listRules(db, { ids: [after.id] })
    const shown = await ruleAnswer(db, written)
    await recordDocument(db, actor, 'STATUS_PAGE_AUTOMATION_RULE', { before: answerBefore, after: shown })
    return { answer: shown, hasMail: settled.hasMail }
  })
  if (hasMail) deps.wakeDelivery()
  return answer
}
