import type { ActiveMaintenance } from '@sonde/store/maintenance/maintenances.ts'

/** A check as maintenance sees it. `tags`: of the check and of its group. */
export type MaintenanceSubject = {
  accountId: string
  checkId: string
  groupId: number | null
  tags: readonly string[]
}

type SubjectAt = MaintenanceSubject & { at: number }

/** Whether due occurrences of a check are skipped. */
export function isPaused(active: readonly ActiveMaintenance[], subject: SubjectAt): boolean {
  return active.some(
    (maintenance) =>
      isInForce(maintenance, subject) &&
      (maintenance.pausesAll ||
        sharesTag(maintenance.pauseTags, subject.tags) ||
        isNamed(maintenance.pauseCheckIds, maintenance.pauseGroupIds, subject)),
  )
}

/** Whether alerts and recoveries of a check are held back. */
export function isSilenced(active: readonly ActiveMaintenance[], subject: SubjectAt): boolean {
  return silencesOf(active, subject).length > 0
}

/** The maintenances that hold the alerts of a check back. */
export function silencesOf(active: readonly ActiveMaintenance[], subject: SubjectAt): ActiveMaintenance[] {
  return active.filter(
    (maintenance) =>
      isInForce(maintenance, subject) &&
      (maintenance.silencesAll ||
        sharesTag(maintenance.silenceTags, subject.tags) ||
        isNamed(maintenance.silenceCheckIds, maintenance.silenceGroupIds, subject)),
  )
}

function isNamed(
  checkIds: readonly string[],
  groupIds: readonly number[],
  { checkId, groupId }: MaintenanceSubject,
): boolean {
  return checkIds.includes(checkId) || (groupId !== null && groupIds.includes(groupId))
}

/** The pages on which an automatic incident of the service must not appear. */
export function pagesWithoutIncident(
  active: readonly ActiveMaintenance[],
  subject: { accountId: string; serviceId: string; at: number },
): string[] {
  const pages = active.flatMap((maintenance) => {
    const suppressed = maintenance.suppressAutoIncidents
    if (suppressed === null || !isInForce(maintenance, subject)) return []
    const isCovered = suppressed.affectsAllServices || suppressed.serviceIds.includes(subject.serviceId)
    return isCovered ? suppressed.pageIds : []
  })
  return [...new Set(pages)]
}

function isInForce(
  { accountId, startsAt, endsAt }: ActiveMaintenance,
  subject: { accountId: string; at: number },
): boolean {
  return accountId === subject.accountId && startsAt <= subject.at && subject.at < endsAt
}

function sharesTag(tags: readonly string[], others: readonly string[]): boolean {
  return tags.some((tag) => others.includes(tag))
}
