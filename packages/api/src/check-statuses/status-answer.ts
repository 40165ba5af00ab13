import { daysUntil } from '@sonde/alerting/ssl-expiry.ts'
import type { CheckStatusAnswer } from '@sonde/schema/checks/check-status-answer.ts'
import type { CheckStatusRow } from '@sonde/store/checks/check-states.ts'

export function statusAnswer(row: CheckStatusRow, now: number): CheckStatusAnswer {
  return {
    name: row.name,
    checkId: row.checkId,
    hasFailures: row.status === 'failed',
    // Clients show a check with errors as failing, and our own trouble is not the target's.
    hasErrors: false,
    isDegraded: row.status === 'degraded',
    longestRun: row.longestRun,
    shortestRun: row.shortestRun,
    lastRunLocation: row.lastRunLocation,
    lastCheckRunId: row.lastCheckRunId === null ? null : String(row.lastCheckRunId),
    sslDaysRemaining: row.sslNotAfterAt === null ? null : daysUntil(row.sslNotAfterAt, now),
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.completedAt === null ? null : new Date(row.completedAt).toISOString(),
  }
}
