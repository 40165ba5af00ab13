import { longestIncidentName } from '@sonde/schema/status-pages/status-page-incident.ts'
import { type ActiveMaintenance, activeMaintenances } from '@sonde/store/maintenance/maintenances.ts'
import { findFollowedChecks, type FollowedCheck } from '@sonde/store/status-pages/followed-checks.ts'
import { updateMarksOf } from '@sonde/store/status-pages/status-page-incident-updates.ts'
import {
  findIncident,
  findIncidentForUpdate,
  updateIncident,
  type IncidentRow,
} from '@sonde/store/status-pages/status-page-incidents.ts'
import {
  listRules,
  lockRules,
  updateRuleCourse,
  type RuleRow,
} from '@sonde/store/status-pages/status-page-rules.ts'
import { findServices } from '@sonde/store/status-pages/status-page-services.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { nextUpdatedAt } from '@sonde/ground/next-updated-at.ts'
import { severityOfImpacts } from '../component-status.ts'
import type { Notifying } from '../subscribers/notify-subscribers.ts'
import { openIncident, postUpdate } from '../write-incident.ts'
import { chosenChecks, hasSay, keepsOpen } from './chosen-checks.ts'
import { nextRuleStep, type RuleIncident } from './rule-course.ts'

/** What a rule has to know of a check. */
export type RuleCheck = Pick<
  FollowedCheck,
  'checkId' | 'groupId' | 'tags' | 'isActivated' | 'isMuted' | 'isAlerting'
>

/** Whether maintenance holds the alerts of a check back, and from which pages it keeps automatic incidents of a component. */
export type RuleMaintenance = {
  silences(
    active: readonly ActiveMaintenance[],
    check: {
      accountId: string
      checkId: string
      groupId: number | null
      tags: readonly string[]
      at: number
    },
  ): boolean
  pagesWithoutIncident(
    active: readonly ActiveMaintenance[],
    subject: { accountId: string; serviceId: string; at: number },
  ): string[]
}

export type SettledRules = {
  /** Whether mails to subscribers were written. */
  hasMail: boolean
  /** When a rule has something to do although nothing is written. */
  nextAt: number | null
}

/**
 * Inside the write that stores results: the rules of one account that choose these checks. `checks` are as that write
 * leaves them, which is not stored yet.
 */
export async function settleRulesOf(
  db: Db,
  notifying: Notifying,
  { checks, maintenance }: { checks: readonly RuleCheck[]; maintenance: RuleMaintenance },
): Promise<SettledRules> {
  const rules = await listRules(db, { accountId: notifying.accountId })
  const concerned = rules.filter(({ tags }) => chosenChecks({ checkIds: [], tags }, checks).length > 0)
  return await settleRules(db, notifying, { rules: concerned, changed: checks, maintenance })
}

/** Inside `write`: does for each of the rules of one account what is to be done now. */
export async function settleRules(
  db: Db,
  notifying: Notifying,
  {
    rules,
    changed = [],
    maintenance,
  }: { rules: readonly Pick<RuleRow, 'id'>[]; changed?: readonly RuleCheck[]; maintenance: RuleMaintenance },
): Promise<SettledRules> {
  const locked = await lockRules(
    db,
    rules.map(({ id }) => id),
  )
  const settled: SettledRules = { hasMail: false, nextAt: null }
  for (const judged of await judgeRules(db, { ...notifying, rules: locked, changed, maintenance })) {
    const step = await takeStep(db, notifying, judged)
    settled.hasMail ||= step.hasMail
    settled.nextAt = earlier(settled.nextAt, step.nextAt)
  }
  return settled
}

/** Without changing anything: the rules of one account that have something to do, and when the next one will have. */
export async function dueRules(
  db: Db,
  {
    accountId,
    at,
    rules,
    maintenance,
  }: { accountId: string; at: number; rules: readonly RuleRow[]; maintenance: RuleMaintenance },
): Promise<{ due: RuleRow[]; nextAt: number | null }> {
  const due: RuleRow[] = []
  let nextAt: number | null = null
  for (const judged of await judgeRules(db, { accountId, at, rules, maintenance })) {
    const { rule } = judged
    const incident =
      rule.incidentId === null ? null : await findIncident(db, { accountId, id: rule.incidentId })
    const step = nextRuleStep(rule, { ...judged, incident: known(incident), now: at })
    if (step.kind === 'wait') nextAt = earlier(nextAt, step.until)
    else due.push(rule)
  }
  return { due, nextAt }
}

type JudgedRule = {
  rule: RuleRow
  isFailing: boolean
  mayOpen: boolean
  /** Those of its components that its incident may affect. */
  components: RuleRow['components']
}

/** What the checks of each rule mean for it. `changed` are checks as they will be stored. */
async function judgeRules(
  db: Db,
  {
    accountId,
    at,
    rules,
    changed = [],
    maintenance,
  }: {
    accountId: string
    at: number
    rules: readonly RuleRow[]
    changed?: readonly RuleCheck[]
    maintenance: RuleMaintenance
  },
): Promise<JudgedRule[]> {
  if (rules.length === 0) return []
  const isChanged = new Set(changed.map(({ checkId }) => checkId))
  const stored = await findFollowedChecks(db, {
    accountId,
    checkIds: [],
    tags: [...new Set(rules.flatMap(({ tags }) => tags))],
    alertingOnly: true,
  })
  const active = await activeMaintenances(db, { at, accountIds: [accountId] })
  const checks = [...changed, ...stored.filter(({ checkId }) => !isChanged.has(checkId))].map((check) => ({
    ...check,
    isInMaintenance: maintenance.silences(active, { ...check, accountId, at }),
  }))
  return rules.map((rule) => {
    const isInForce = rule.enabled && rule.components.length > 0
    const failing = isInForce ? chosenChecks({ checkIds: [], tags: rule.tags }, checks).filter(keepsOpen) : []
    const components = rule.components.filter(
      ({ componentId: serviceId }) =>
        !maintenance.pagesWithoutIncident(active, { accountId, serviceId, at }).includes(rule.pageId),
    )
    return {
      rule,
      isFailing: failing.length > 0,
      mayOpen: components.length > 0 && failing.some(hasSay),
      components,
    }
  })
}

/** Resolves the incident of a rule that is deleted with the same write, which has locked it. */
export async function endRule(db: Db, notifying: Notifying, rule: RuleRow): Promise<boolean> {
  const judged = { rule, isFailing: false, mayOpen: false, components: [] }
  const { hasMail } = await takeStep(db, notifying, judged)
  return hasMail
}

async function takeStep(db: Db, notifying: Notifying, judged: JudgedRule): Promise<SettledRules> {
  const { accountId, at } = notifying
  const { rule } = judged
  const incident =
    rule.incidentId === null ? null : await findIncidentForUpdate(db, { accountId, id: rule.incidentId })
  const step = nextRuleStep(rule, { ...judged, incident: known(incident), now: at })
  const course = { incidentId: rule.incidentId, openedAt: rule.openedAt, recoveredAt: rule.recoveredAt }
  switch (step.kind) {
    case 'wait':
      return { hasMail: false, nextAt: step.until }
    case 'forget': {
      const forgotten = { ...course, incidentId: null, recoveredAt: null }
      await updateRuleCourse(db, rule.id, forgotten)
      // It may fail already: then the next incident is due, or waits for the cool-down.
      return await takeStep(db, notifying, { ...judged, rule: { ...rule, ...forgotten } })
    }
    case 'join':
      await updateRuleCourse(db, rule.id, { ...course, recoveredAt: null })
      if (incident !== null) await setDraft(db, incident, null, at)
      return { hasMail: false, nextAt: null }
    case 'draft':
      await updateRuleCourse(db, rule.id, { ...course, recoveredAt: at })
      if (incident !== null) await setDraft(db, incident, { description: rule.lastUpdate, at }, at)
      return { hasMail: false, nextAt: null }
    case 'resolve':
      if (incident !== null) await resolve(db, notifying, { rule, incident })
      await updateRuleCourse(db, rule.id, { ...course, incidentId: null, recoveredAt: null })
      return { hasMail: rule.notifySubscribers, nextAt: null }
    case 'open': {
      const opened = await open(db, notifying, judged)
      if (opened === null) return { hasMail: false, nextAt: null }
      await updateRuleCourse(db, rule.id, { incidentId: opened.id, openedAt: at, recoveredAt: null })
      return { hasMail: rule.notifySubscribers, nextAt: null }
    }
    default:
      return step satisfies never
  }
}

/** Null when all of its components were deleted meanwhile. */
async function open(
  db: Db,
  notifying: Notifying,
  { rule, components: affected }: JudgedRule,
): Promise<IncidentRow | null> {
  const rows = await findServices(db, {
    accountId: rule.accountId,
    ids: affected.map(({ componentId }) => componentId),
    withComponents: true,
  })
  const services = affected.flatMap(({ componentId, impact }) => {
    const service = rows.get(componentId)
    return service === undefined ? [] : [{ ...service, impact }]
  })
  if (services.length === 0) return null
  const { incident } = await openIncident(db, notifying, {
    name: rule.name.slice(0, longestIncidentName).toWellFormed(),
    severity: severityOfImpacts(services.map(({ impact }) => impact)),
    checkId: null,
    ruleId: rule.id,
    excludedPageIds: [],
    services,
    update: {
      status: 'INVESTIGATING',
      description: rule.firstUpdate,
      publicAt: notifying.at,
      notifySubscribers: rule.notifySubscribers,
    },
  })
  return incident
}

async function resolve(
  db: Db,
  notifying: Notifying,
  { rule, incident }: { rule: RuleRow; incident: IncidentRow },
): Promise<void> {
  const marks = await updateMarksOf(db, incident.id)
  await postUpdate(db, notifying, {
    incident,
    update: {
      status: 'RESOLVED',
      description: rule.lastUpdate,
      publicAt: Math.max(notifying.at, ...marks.map(({ publicAt }) => publicAt)),
      notifySubscribers: rule.notifySubscribers,
    },
  })
}

function known(incident: IncidentRow | null): RuleIncident {
  return incident === null ? null : { isOpen: incident.endedAt === null, isEdited: incident.isEdited }
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

async function setDraft(
  db: Db,
  incident: IncidentRow,
  draft: IncidentRow['draft'],
  at: number,
): Promise<void> {
  await updateIncident(db, { ...incident, draft, updatedAt: nextUpdatedAt(incident, at) })
}
