import { minuteMs } from '@sonde/ground/durations.ts'
import type { RuleRow } from '@sonde/store/status-pages/status-page-rules.ts'

/** Of the incident that a rule has opened, as it is now; null when somebody has deleted it. */
export type RuleIncident = { isOpen: boolean; isEdited: boolean } | null

export type RuleStep =
  | { kind: 'open' }
  /** Nothing fails any more: the incident gets its last update. */
  | { kind: 'resolve' }
  /** The same, but a person has edited the incident, and posts the update or another one. */
  | { kind: 'draft' }
  /** What had recovered fails again while the incident is open: it goes on. */
  | { kind: 'join' }
  /** Its outage is over, and so is its incident: the next one is another. */
  | { kind: 'forget' }
  | { kind: 'wait'; until: number | null }

/**
 * `isFailing`: a check of the rule keeps an incident open; `mayOpen`: one of them may open the next.
 *
 * What a rule is to do now, by what is there and not by what has just happened: asked again after its step was
 * written, it has nothing more to do, so that no incident is opened twice and none is forgotten.
 */
export function nextRuleStep(
  rule: Pick<RuleRow, 'incidentId' | 'openedAt' | 'recoveredAt' | 'coolDownMinutes'>,
  {
    isFailing,
    mayOpen,
    incident,
    now,
  }: { isFailing: boolean; mayOpen: boolean; incident: RuleIncident; now: number },
): RuleStep {
  const { incidentId, openedAt, recoveredAt, coolDownMinutes } = rule
  if (incidentId !== null) {
    const isOpen = incident?.isOpen === true
    if (!isFailing) {
      if (!isOpen) return { kind: 'forget' }
      if (incident?.isEdited !== true) return { kind: 'resolve' }
      return recoveredAt === null ? { kind: 'draft' } : { kind: 'wait', until: null }
    }
    if (recoveredAt !== null) return { kind: isOpen ? 'join' : 'forget' }
    // Who resolves or deletes it while the checks fail has the last word on this outage.
    return { kind: 'wait', until: null }
  }
  if (!isFailing || !mayOpen) return { kind: 'wait', until: null }
  // A clock that was set back must not hold an incident up for longer than the cool-down.
  const coolDownMs = coolDownMinutes * minuteMs
  const until = openedAt === null || openedAt > now ? now : openedAt + coolDownMs
  return until <= now ? { kind: 'open' } : { kind: 'wait', until }
}
