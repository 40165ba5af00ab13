import { isPaused, silencesOf } from '@sonde/alerting/maintenance/scope.ts'
import { maintenanceSubject } from '@sonde/alerting/raise/suppression.ts'
import { type CheckAnnotations, mostAnnotations } from '@sonde/schema/checks/check-charts.ts'
import { alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { listCheckAlerts } from '@sonde/store/alerts/check-alerts.ts'
import { type AuditEntryRow, listAuditEntries } from '@sonde/store/audit-log/audit-log.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { listDeploymentTriggers } from '@sonde/store/deployments/deployment-triggers.ts'
import { listDeployments } from '@sonde/store/deployments/deployments.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { maintenancesBetween, noKnownEnd } from '@sonde/store/maintenance/maintenances.ts'

type Subject = { accountId: string; check: CheckRow; checkNo: number }
type Window = { from: number; to: number }
type Annotations = Omit<CheckAnnotations, 'checkId' | 'from' | 'to'>

/** What happened around the runs of a check: its alerts, maintenance, edits and deployments. */
export async function readAnnotations(db: Db, subject: Subject, window: Window): Promise<Annotations> {
  return {
    alerts: await alertsIn(db, subject, window),
    maintenances: await maintenancesIn(db, subject, window),
    changes: await changesIn(db, subject, window),
    deployments: await deploymentsIn(db, subject, window),
  }
}

async function alertsIn(
  db: Db,
  { accountId, check }: Subject,
  window: Window,
): Promise<Annotations['alerts']> {
  const page = { accountId, checkId: check.id, ...window, limit: mostAnnotations, offset: 0 }
  const { rows } = await listCheckAlerts(db, page)
  return rows.map(({ createdAt, alertType, reminderSequence, error, resultId }) => ({
    at: new Date(createdAt).toISOString(),
    alertType,
    isReminder: reminderSequence > 0,
    reason: error,
    resultId,
  }))
}

async function maintenancesIn(
  db: Db,
  { accountId, checkNo }: Subject,
  window: Window,
): Promise<Annotations['maintenances']> {
  const context = (await alertContexts(db, [checkNo])).get(checkNo)
  if (context === undefined) return []
  const subject = maintenanceSubject(context)
  const maintenances = await maintenancesBetween(db, { accountId, ...window, limit: mostAnnotations })
  return maintenances.flatMap((maintenance) => {
    const { windowId, name, startsAt, endsAt } = maintenance
    const atStart = { ...subject, at: startsAt }
    const silences = silencesOf([maintenance], atStart).length > 0
    const pauses = isPaused([maintenance], atStart)
    if (!silences && !pauses) return []
    return [
      {
        windowId,
        name,
        startsAt: new Date(startsAt).toISOString(),
        endsAt: endsAt === noKnownEnd ? null : new Date(endsAt).toISOString(),
        silences,
        pauses,
      },
    ]
  })
}

async function changesIn(
  db: Db,
  { accountId, check }: Subject,
  window: Window,
): Promise<Annotations['changes']> {
  const read = (entityType: 'CHECK' | 'CHECK_GROUP', entityId: string) =>
    listAuditEntries(db, {
      accountId,
      ...window,
      entityType,
      entityId,
      beforeId: null,
      limit: mostAnnotations,
    })
  const ofCheck = await read('CHECK', check.id)
  const ofGroup = check.groupId === null ? [] : await read('CHECK_GROUP', String(check.groupId))
  return [
    ...ofCheck.flatMap((entry) => toChange(entry, 'CHECK')),
    ...ofGroup.flatMap((entry) => toChange(entry, 'GROUP')),
  ].toSorted((left, right) => right.at.localeCompare(left.at))
}

/** Names of fields alone: values, and who changed them, are for those who may read the audit log. */
function toChange({ at, action, changes }: AuditEntryRow, of: 'CHECK' | 'GROUP'): Annotations['changes'] {
  if (action === 'DELETE') return []
  const fields = action === 'CREATE' ? [] : [...new Set(changes.map(({ path }) => path))].toSorted()
  return [{ at: new Date(at).toISOString(), action, of, fields }]
}

async function deploymentsIn(
  db: Db,
  { accountId, check }: Subject,
  { from, to }: Window,
): Promise<Annotations['deployments']> {
  const triggers = await listDeploymentTriggers(db, accountId)
  const repositories = new Set(
    triggers
      .filter(
        ({ checkId, groupId }) => checkId === check.id || (groupId !== null && groupId === check.groupId),
      )
      .map(({ repoName }) => repoName.toLowerCase()),
  )
  if (repositories.size === 0) return []
  const deployments = await listDeployments(db, { accountId, limit: mostAnnotations })
  return deployments
    .filter(
      ({ repository, createdAt }) =>
        repositories.has(repository.toLowerCase()) && createdAt >= from && createdAt < to,
    )
    .map(({ createdAt, repository, sha, environmentName }) => ({
      at: new Date(createdAt).toISOString(),
      repository,
      sha,
      environmentName,
    }))
}
