import type { Migration } from 'kysely/migration'
import type { Contraction } from '../engine/contract-schema.ts'
import * as accountsAndChecks from './release-0.6/0001-accounts-and-checks.ts'
import * as locations from './release-0.6/0002-locations.ts'
import * as runsAndResults from './release-0.6/0003-runs-and-results.ts'
import * as checkTriggers from './release-0.6/0004-check-triggers.ts'
import * as alerting from './release-0.6/0005-alerting.ts'
import * as maintenance from './release-0.6/0006-maintenance.ts'
import * as statusPages from './release-0.6/0007-status-pages.ts'
import * as monitors from './release-0.6/0008-monitors.ts'
import * as auditLog from './release-0.6/0009-audit-log.ts'
import * as statusPageAccess from './release-0.6/0010-status-pages.ts'
import * as dashboards from './release-0.6/0011-dashboards.ts'
import * as integrationTokens from './release-0.6/0012-integration-tokens.ts'
import * as tracesAndDeployments from './release-0.6/0013-traces-and-deployments.ts'
import * as snippetsAndErrorGroups from './release-0.6/0014-snippets-and-error-groups.ts'
import * as importedIds from './release-0.6/0015-imported-ids.ts'
import * as sessionsAndInvites from './release-0.6/0016-sessions-and-invites.ts'
import * as checkOverview from './release-0.6/0017-check-overview.ts'
import * as liveChangesAndTries from './release-0.6/0018-live-changes-and-tries.ts'
import * as sealedMails from './0019-sealed-mails.ts'
import * as moreMetrics from './0020-more-metrics.ts'
import * as checkRevisions from './0021-check-revisions.ts'
import * as triggerHosts from './0022-trigger-hosts.ts'
import * as secondFactors from './0023-second-factors.ts'
import * as detailReferences from './0024-detail-references.ts'
import * as sealedCheckSecrets from './0025-sealed-check-secrets.ts'
import * as reasonsAndStandIns from './0026-reasons-and-stand-ins.ts'
import * as serviceFollows from './0027-service-follows.ts'
import * as nobodyNotified from './0028-nobody-notified.ts'
import * as identities from './0029-identities.ts'
import * as traceHeaders from './0030-trace-headers.ts'
import * as trialRunLogs from './0033-trial-run-logs.ts'
import * as withheldSecrets from './0034-withheld-secrets.ts'
import * as leftOutSlots from './0035-left-out-slots.ts'
import * as projects from './0037-projects.ts'
import * as testSessions from './0038-test-sessions.ts'
import * as deployAnnouncements from './0039-deploy-announcements.ts'
import * as pageComponents from './0040-page-components.ts'
import * as goldenFiles from './0043-golden-files.ts'
import * as servers from './0044-servers.ts'
import * as importPlans from './0045-import-plans.ts'
import * as codeBundles from './0046-code-bundles.ts'
import * as shards from './0047-shards.ts'
import * as changesWithoutFirstRuns from './0048-changes-without-first-runs.ts'
import * as unreadableParcels from './0049-unreadable-parcels.ts'
import * as loggedFirstRuns from './0050-logged-first-runs.ts'
import * as dependencyArchives from './0051-dependency-archives.ts'
import * as monthlyPartitions from './0052-monthly-partitions.ts'
import * as uploadParts from './0053-upload-parts.ts'
import * as rollupStandIns from './0031-rollup-stand-ins.ts'
import * as codeFiles from './0032-code-files.ts'
import * as artifacts from './0036-artifacts.ts'
import * as postgresStorage from './0041-postgres-storage.ts'
import * as schemaLevels from './0042-schema-levels.ts'

/**
 * Run at the start, in the order of their names. A migration that was released is never edited: add another one. From 0042
 * on they only add (tables, columns that may be null or have a default): the release before works on beside this one.
 * What takes something away is a contraction. 0052 makes new tables of empty ones, of the same columns and keys.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-checks': accountsAndChecks,
  '0002-locations': locations,
  '0003-runs-and-results': runsAndResults,
  '0004-check-triggers': checkTriggers,
  '0005-alerting': alerting,
  '0006-maintenance': maintenance,
  '0007-status-pages': statusPages,
  '0008-monitors': monitors,
  '0009-audit-log': auditLog,
  '0010-status-pages': statusPageAccess,
  '0011-dashboards': dashboards,
  '0012-integration-tokens': integrationTokens,
  '0013-traces-and-deployments': tracesAndDeployments,
  '0014-snippets-and-error-groups': snippetsAndErrorGroups,
  '0015-imported-ids': importedIds,
  '0016-sessions-and-invites': sessionsAndInvites,
  '0017-check-overview': checkOverview,
  '0018-live-changes-and-tries': liveChangesAndTries,
  '0019-sealed-mails': sealedMails,
  '0020-more-metrics': moreMetrics,
  '0021-check-revisions': checkRevisions,
  '0022-trigger-hosts': triggerHosts,
  '0023-second-factors': secondFactors,
  '0024-detail-references': detailReferences,
  '0025-sealed-check-secrets': sealedCheckSecrets,
  '0026-reasons-and-stand-ins': reasonsAndStandIns,
  '0027-service-follows': serviceFollows,
  '0028-nobody-notified': nobodyNotified,
  '0029-identities': identities,
  '0030-trace-headers': traceHeaders,
  '0031-rollup-stand-ins': rollupStandIns,
  '0032-code-files': codeFiles,
  '0033-trial-run-logs': trialRunLogs,
  '0034-withheld-secrets': withheldSecrets,
  '0035-left-out-slots': leftOutSlots,
  '0036-artifacts': artifacts,
  '0037-projects': projects,
  '0038-test-sessions': testSessions,
  '0039-deploy-announcements': deployAnnouncements,
  '0040-page-components': pageComponents,
  '0041-postgres-storage': postgresStorage,
  '0042-schema-levels': schemaLevels,
  '0043-golden-files': goldenFiles,
  '0044-servers': servers,
  '0045-import-plans': importPlans,
  '0046-code-bundles': codeBundles,
  '0047-shards': shards,
  '0048-changes-without-first-runs': changesWithoutFirstRuns,
  '0049-unreadable-parcels': unreadableParcels,
  '0050-logged-first-runs': loggedFirstRuns,
  '0051-dependency-archives': dependencyArchives,
  '0052-monthly-partitions': monthlyPartitions,
  '0053-upload-parts': uploadParts,
}

/** Run when no server of the release before is left; see `contract-schema.ts`. Their numbers are taken from the same row. */
export const contractions: Readonly<Record<string, Contraction>> = {}
