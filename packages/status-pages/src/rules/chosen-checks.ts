import type { FollowedCheck } from '@sonde/store/status-pages/followed-checks.ts'

/**
 * What rules of status pages have in common: which checks they choose, and which of these have a say. A service that
 * follows checks takes its state from them; an automation rule opens an incident on components while one of them fails.
 */
export type CheckChoice = { checkIds: readonly string[]; tags: readonly string[] }

type Chosen = Pick<FollowedCheck, 'checkId' | 'tags'>

/** Those that the rule names, or that have one of its tags. */
export function chosenChecks<Check extends Chosen>(
  { checkIds, tags }: CheckChoice,
  checks: readonly Check[],
): Check[] {
  const [ids, tagSet] = [new Set(checkIds), new Set(tags)]
  return checks.filter((check) => ids.has(check.checkId) || check.tags.some((tag) => tagSet.has(tag)))
}

/** What is switched off has no say, nor what is in maintenance. */
export function hasSay({
  isActivated,
  isInMaintenance,
}: Pick<FollowedCheck, 'isActivated'> & { isInMaintenance: boolean }): boolean {
  return isActivated && !isInMaintenance
}

/**
 * Whether a check keeps the incident of an automation rule open. Maintenance that begins meanwhile does not end it:
 * nobody knows that the target has recovered. It opens none, though: for that a check must also have a say.
 */
export function keepsOpen({
  isActivated,
  isMuted,
  isAlerting,
}: Pick<FollowedCheck, 'isActivated' | 'isMuted' | 'isAlerting'>): boolean {
  return isActivated && !isMuted && isAlerting
}
