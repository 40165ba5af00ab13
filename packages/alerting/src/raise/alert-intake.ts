import { type AlertType, classOf } from '@sonde/schema/alerts/alert.ts'
import type { TriggerIncident } from '@sonde/schema/status-pages/trigger-incident.ts'
import { openAutoIncident, resolveAutoIncident } from '@sonde/status-pages/auto-incidents.ts'
import { type RuleCheck, settleRulesOf } from '@sonde/status-pages/rules/automation-rules.ts'
import { type AlertContext, alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { type AlertState, initialAlertState, isAlerting } from '@sonde/store/alerts/alert-state.ts'
import type { CheckState } from '@sonde/store/checks/check-states.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { effectiveAlertSettings } from '../effective-alert-settings.ts'
import { decide, isTrivial } from '../transitions.ts'
import { type DecidedRaise, writeAlerts } from './alert-writer.ts'
import { carriedVerdicts, closeOccurrence } from './close-occurrence.ts'
import type { FinishedRun } from './finished-run.ts'
import { ruleMaintenance } from './rule-job.ts'
import {
  createSuppression,
  isActivated,
  isMuted,
  maintenanceSubject,
  type Suppression,
  type Suppressions,
} from './suppression.ts'

export type AlertIntake = {
  /**
   * Inside the write of the results, with the states of their checks locked: what their ends mean for alerting.
   * Writes the alerts, what is to be sent, and automatic incidents; gives back the alert states that changed.
   */
  apply(
    db: Db,
    finished: readonly FinishedRun[],
    states: ReadonlyMap<number, CheckState>,
    now: number,
  ): Promise<Map<number, AlertState | null>>
  /** Whether `apply` would neither write nor change anything: checks that pass as they always did. */
  isQuiet(finished: readonly FinishedRun[], states: ReadonlyMap<number, CheckState>): boolean
  /** After that write: there may be something to send. */
  written(): void
}

export type AlertIntakeDeps = {
  publicUrl(): string
  /** Whether mail can be sent at all. */
  canMail: boolean
  wakeDelivery(): void
}

export function createAlertIntake(deps: AlertIntakeDeps): AlertIntake {
  let hasNew = false

  async function apply(
    db: Db,
    finished: readonly FinishedRun[],
    states: ReadonlyMap<number, CheckState>,
    now: number,
  ): Promise<Map<number, AlertState | null>> {
    const newStates = new Map<number, AlertState | null>()
    const contextsSeen = new Map<number, AlertContext>()
    const suppressions = createSuppression(db, now)
    for (const round of roundsOf(finished)) {
      const needing = round.filter((run) => states.has(run.checkNo) && needsContext(run, alertOf(run)))
      // Each round builds on the states that the one before left.
      const contexts = await alertContexts(
        db,
        needing.map(({ checkNo }) => checkNo),
      )
      for (const [checkNo, context] of contexts) contextsSeen.set(checkNo, context)
      const decided: (DecidedRaise & { checkNo: number })[] = []
      for (const run of round) {
        if (!states.has(run.checkNo)) continue
        const context = contexts.get(run.checkNo) ?? null
        if (context === null && needing.includes(run)) continue
        const step = await take(db, { run, context, state: alertOf(run), suppressions, now })
        keep(run.checkNo, step.state)
        if (step.raise !== null) decided.push({ ...step.raise, checkNo: run.checkNo })
      }
      const outcome = await writeAlerts(db, decided, { publicUrl: deps.publicUrl() })
      hasNew ||= outcome.notifications > 0
      for (const [index, state] of outcome.states.entries()) {
        const checkNo = decided[index]?.checkNo
        if (checkNo !== undefined) keep(checkNo, state)
      }
    }
    await settleRules(db, contextsSeen, now)
    return newStates

    /** Incidents that automation rules open and resolve: only where a check begins or ceases to alert. */
    async function settleRules(
      writing: Db,
      contexts: ReadonlyMap<number, AlertContext>,
      at: number,
    ): Promise<void> {
      const changed = [...newStates].flatMap(([checkNo, state]) => {
        const context = contexts.get(checkNo)
        const before = states.get(checkNo)?.alert ?? initialAlertState
        const after = state ?? initialAlertState
        return context === undefined || isAlerting(before) === isAlerting(after)
          ? []
          : [{ accountId: context.accountId, check: ruleCheck(context, after) }]
      })
      for (const [accountId, own] of Map.groupBy(changed, (each) => each.accountId)) {
        const notifying = { accountId, at, publicUrl: deps.publicUrl(), canMail: deps.canMail }
        const { hasMail } = await settleRulesOf(writing, notifying, {
          checks: own.map(({ check }) => check),
          maintenance: ruleMaintenance,
        })
        hasNew ||= hasMail
      }
    }

    function alertOf({ checkNo }: FinishedRun): AlertState {
      const state = newStates.has(checkNo) ? newStates.get(checkNo) : states.get(checkNo)?.alert
      return state ?? initialAlertState
    }

    function keep(checkNo: number, state: AlertState): void {
      const next = isTrivial(state) ? null : state
      if (next === null && !newStates.has(checkNo) && (states.get(checkNo)?.alert ?? null) === null) return
      newStates.set(checkNo, next)
    }
  }

  /** One run's end, up to what it raises. */
  async function take(
    db: Db,
    step: {
      run: FinishedRun
      context: AlertContext | null
      state: AlertState
      suppressions: Suppressions
      now: number
    },
  ): Promise<{ state: AlertState; raise: DecidedRaise | null }> {
    const { run, context, suppressions, now } = step
    // Stored without alerting: the check was switched off while this ran.
    if (context !== null && !isActivated(context)) return { state: step.state, raise: null }
    const settings = context === null ? null : settingsOf(context)
    const { state, closed } = closeOccurrence(step.state, run, settings?.parallelThreshold ?? null)
    if (closed === null || context === null || settings === null) return { state, raise: null }
    const occurrence = { ...closed, scheduledAt: run.scheduledAt }
    const decideUnder = (suppression: Suppression) => decide(state, occurrence, settings, suppression, now)
    const free = decideUnder('none')
    const isRaised = free.raise === null && closed.verdict === 'failed' && closed.isOwn && free.state.raised
    const suppression = free.raise === null && !isRaised ? 'none' : await suppressions.of(context)
    const decision = suppression === 'none' ? free : decideUnder(suppression)
    const failedLocations = closed.result?.location === null ? [] : [...closed.failedOrigins]
    const { failedStandIns = [] } = closed
    const failures = { failedLocations, ...(failedStandIns.length === 0 ? {} : { failedStandIns }) }
    const result = closed.result === null ? null : { ...closed.result, ...failures }
    const problem = closed.verdict === 'passed' || result === null ? decision.state.lastProblem : result
    const autoIncidentId = await followIncident(db, {
      context,
      autoIncidentId: state.autoIncidentId,
      hasPassed: closed.verdict === 'passed' && closed.isOwn,
      alertType: suppression === 'muted' ? null : free.raise,
      suppressions,
      now,
    })
    const next: AlertState = {
      ...decision.state,
      lastProblem: isCalm(decision.state) ? null : problem,
      autoIncidentId,
      occurrences: state.occurrences,
      lastClosedAt: state.lastClosedAt,
    }
    const alertType =
      decision.raise ?? (isRaised && suppression === 'none' ? ('ALERT_FAILURE_REMAIN' as const) : null)
    if (alertType === null || result === null) return { state: next, raise: null }
    return {
      state: next,
      raise: {
        state: next,
        openBefore: decision.openBefore,
        isForLateChannels: decision.raise === null,
        raise: {
          alertType,
          context,
          result,
          episodeSince: state.episodeSince ?? decision.state.episodeSince ?? run.scheduledAt,
          reminderSequence: 0,
          judgedAt: run.judgedAt,
          raisedAt: now,
        },
      },
    }
  }

  /** Opened by the first failure alert of an episode, closed by the first pass; gives the one that stands then. */
  async function followIncident(
    db: Db,
    event: {
      context: AlertContext
      autoIncidentId: string | null
      hasPassed: boolean
      alertType: AlertType | null
      suppressions: Suppressions
      now: number
    },
  ): Promise<string | null> {
    const { context, autoIncidentId, now: at } = event
    const { accountId, checkId } = context
    const shared = { accountId, at, publicUrl: deps.publicUrl(), canMail: deps.canMail }
    if (event.hasPassed) {
      if (autoIncidentId === null) return null
      await resolveAutoIncident(db, {
        ...shared,
        incidentId: autoIncidentId,
        trigger: triggerOf(context),
        cause: 'passed',
      })
      return null
    }
    const trigger = triggerOf(context)
    if (autoIncidentId !== null || trigger === null || event.alertType === null) return autoIncidentId
    if (classOf(event.alertType) !== 'failure') return null
    const excludedPageIds = await event.suppressions.pagesWithoutIncidents(context, trigger.serviceId)
    return await openAutoIncident(db, { ...shared, checkId, trigger, excludedPageIds })
  }

  return {
    apply,
    isQuiet: (finished, states) =>
      finished.every(
        (run) =>
          run.occurrence === null &&
          (states.get(run.checkNo)?.alert ?? null) === null &&
          !needsContext(run, initialAlertState),
      ),
    written() {
      // Most results raise nothing: the outbox is not looked at for them.
      if (!hasNew) return
      hasNew = false
      deps.wakeDelivery()
    },
  }
}

/** A check as automation rules of status pages see it, with the state that is about to be stored. */
function ruleCheck(context: AlertContext, state: AlertState): RuleCheck {
  const { checkId, groupId, tags } = maintenanceSubject(context)
  return {
    checkId,
    groupId,
    tags,
    isActivated: isActivated(context),
    isMuted: isMuted(context),
    isAlerting: isAlerting(state),
  }
}

/** Nothing is wrong and nobody is owed anything. */
function isCalm({ status, open }: AlertState): boolean {
  return status === 'passed' && open === null
}

/** A check that passes as it always did needs nobody's settings: most results, most of the time. */
function needsContext(run: FinishedRun, state: AlertState): boolean {
  if (!isCalm(state) || state.autoIncidentId !== null) return true
  if (run.verdict === 'failed' || run.verdict === 'degraded') return true
  if (run.occurrence === null) return false
  const partial = state.occurrences.find(({ scheduledAt }) => scheduledAt === run.scheduledAt)
  const others = [...Object.values(partial?.said ?? {}), ...Object.values(carriedVerdicts(run))]
  return others.some((verdict) => verdict === 'failed' || verdict === 'degraded')
}

export function settingsOf(context: AlertContext) {
  return effectiveAlertSettings({
    check: context.config,
    group: context.group?.config ?? null,
    account: context.accountAlertSettings,
  })
}

/** Judged by its schema when the check was saved. */
function triggerOf(context: AlertContext): TriggerIncident {
  return (context.config['triggerIncident'] ?? null) as TriggerIncident
}

/** Each check once in a round, in the order in which its runs ended. */
function roundsOf(finished: readonly FinishedRun[]): FinishedRun[][] {
  const rounds: FinishedRun[][] = []
  const latest = new Map<number, number>()
  for (const run of finished) {
    const round = latest.get(run.checkNo) ?? 0
    latest.set(run.checkNo, round + 1)
    ;(rounds[round] ??= []).push(run)
  }
  return rounds
}
