import type { ErrorGroup } from '@sonde/schema/checks/error-group.ts'
import type { ErrorGroupRow } from '@sonde/store/results/error-groups.ts'

export function errorGroupAnswer(row: ErrorGroupRow): ErrorGroup {
  return {
    id: row.id,
    checkId: row.checkId,
    errorHash: row.errorHash,
    rawErrorMessage: row.rawMessage,
    cleanedErrorMessage: row.cleanedMessage,
    firstSeen: new Date(row.firstSeenAt).toISOString(),
    lastSeen: new Date(row.lastSeenAt).toISOString(),
    archivedUntilNextEvent: row.isArchivedUntilNextEvent,
    rootCauseAnalyses: [],
  }
}
