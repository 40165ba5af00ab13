import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import type { ConfigurationItem } from '@sonde/schema/accounts/configuration.ts'
import {
  mostRules,
  StatusPageAutomationRuleItem,
  type StatusPageAutomationRuleWrite,
} from '@sonde/schema/status-pages/status-page-automation-rule.ts'
import {
  insertRules,
  listRules,
  lockRules,
  updateRules,
  type RuleRow,
} from '@sonde/store/status-pages/status-page-rules.ts'
import {
  readRuleComponents,
  ruleBody,
  ruleFields,
} from '../../status-pages/automation-rules/rule-document.ts'
import { lockComponentPages } from '../../status-pages/components/component-page.ts'
import type { ConfigurationKind } from '../configuration-kind.ts'
import { mapEntries, textOf } from '../item-fields.ts'
import { namingNow } from '../naming.ts'
import { requireRoomOnPages, requireSamePages } from './room-on-pages.ts'
import { mapField } from './shared-references.ts'
import { validatorOf } from './validate-items.ts'

const validate = validatorOf(StatusPageAutomationRuleItem)

/** Automation rules of pages. What they mean for checks that fail already is settled some seconds later. */
export const statusPageRulesKind: ConfigurationKind = {
  list: 'statusPageAutomationRules',
  title: 'status page automation rule',
  entityType: 'STATUS_PAGE_AUTOMATION_RULE',
  ids: { type: 'uuid', table: 'status_page_rules' },
  nameOf: ({ name }) => textOf(name),
  async read({ db, accountId }, ids) {
    const rules = await listRules(db, { accountId, ids: ids?.map(String) ?? null })
    return rules.map((rule) => ({
      id: rule.id,
      item: { statusPageId: rule.pageId, ...ruleBody(rule) },
      createdAt: rule.createdAt,
    }))
  },
  withoutSecrets: (item) => item,
  restoreSecrets: (item) => ({ item }),
  mapReferences(item, resolve) {
    const mapped: Record<string, unknown> = { ...item }
    mapField(mapped, 'statusPageId', 'statusPages', resolve)
    mapped['components'] = mapEntries(item['components'], (entry, index) => {
      const affected: Record<string, unknown> = { ...entry }
      const path = `components.${index}.componentId`
      mapField(affected, 'componentId', 'statusPageComponents', resolve, path)
      return affected
    })
    return mapped
  },
  validate: (item) => validate(item),
  complete: (item) => completeRule(item),
  async compareWithOthers(db, plannedItems, { accountId, mistake }) {
    const stored = plannedItems.length === 0 ? [] : await listRules(db, { accountId })
    requireRoomOnPages(plannedItems, stored, { most: mostRules, what: 'automation rules', mistake })
    requireSamePages(plannedItems, { what: 'rule', mistake })
  },
  async insertAll({ db, actor: { accountId } }, items) {
    const pageIds = items.map(({ item }) => String(item['statusPageId']))
    await lockComponentPages(db, { accountId, ids: pageIds })
    const components = await readRuleComponents(db, pageIds)
    const rules = items.map(({ path, id, item, createdAt }) => {
      const rule: RuleRow = {
        ...ruleFields(ruleIn(item)),
        id: String(id),
        accountId,
        pageId: String(item['statusPageId']),
        incidentId: null,
        openedAt: null,
        recoveredAt: null,
        createdAt,
        updatedAt: null,
      }
      namingNow(path, () => components.requireOf(rule))
      return rule
    })
    await insertRules(db, rules)
  },
  async updateAll({ db, actor: { at } }, changes) {
    const locked = await lockRules(
      db,
      changes.map(({ stored }) => String(stored.id)),
    )
    const rows = new Map(locked.map((row) => [row.id, row]))
    const components = await readRuleComponents(
      db,
      locked.map(({ pageId }) => pageId),
    )
    const rules = changes.map(({ path, stored, item }) => {
      const before = rows.get(String(stored.id))
      if (before === undefined) throw new Error(`the automation rule ${stored.id} is gone`)
      const rule = { ...before, ...ruleFields(ruleIn(item)), updatedAt: nextUpdatedAt(before, at) }
      namingNow(path, () => components.requireOf(rule))
      return rule
    })
    await updateRules(db, rules)
  },
}

function completeRule(item: ConfigurationItem): ConfigurationItem {
  const { coolDownMinutes, components, ...fields } = ruleFields(ruleIn(item))
  return {
    statusPageId: String(item['statusPageId']).toLowerCase(),
    ...fields,
    coolDownWindowMinutes: coolDownMinutes,
    components: components.map(({ componentId, impact }) => ({ componentId, targetImpact: impact })),
  }
}

/** The guarantee behind this cast: the item is valid by the schema. */
function ruleIn({ statusPageId: _page, ...rule }: ConfigurationItem): StatusPageAutomationRuleWrite {
  return rule as StatusPageAutomationRuleWrite
}
