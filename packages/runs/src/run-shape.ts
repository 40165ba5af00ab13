import { isRecord } from '@sonde/ground/is-record.ts'
import { queueLines } from '@sonde/schema/agents/agent-protocol.ts'
import { isCheckType } from '@sonde/schema/check-types/check-type.ts'
import { runSources } from '@sonde/schema/runs/run-source.ts'
import type { RunName, TicketedRun } from './run.ts'

const sources: ReadonlySet<unknown> = new Set(runSources)
const lines: ReadonlySet<unknown> = new Set(queueLines)

/**
 * Whether what came by a network has the parts of a run's name. What has not must not get into the memory of a server: it
 * would be among the parameters of a statement for all runs of a moment, which then fails for all of them, every time.
 */
export function isRunName(run: unknown): run is RunName {
  return (
    isRecord(run) &&
    typeof run['runId'] === 'string' &&
    typeof run['checkId'] === 'string' &&
    typeof run['origin'] === 'string' &&
    Number.isSafeInteger(run['checkNo']) &&
    Number.isSafeInteger(run['attempt']) &&
    Number.isSafeInteger(run['scheduledAt']) &&
    sources.has(run['source'])
  )
}

/** The same of all that a ticket tells. What may be null is not there in some that programs of before have written. */
export function isTicketedRun(run: unknown): run is TicketedRun {
  if (!isRunName(run)) return false
  const parts: Partial<Record<keyof TicketedRun, unknown>> = run
  const { checkType, tried, noisyAttempts = 0 } = parts
  const { sessionId = null, firstStartedAt = null, retry = null, occurrence = null, check = null } = parts
  return (
    typeof parts.accountId === 'string' &&
    typeof parts.location === 'string' &&
    typeof parts.place === 'string' &&
    typeof checkType === 'string' &&
    isCheckType(checkType) &&
    lines.has(parts.queue) &&
    (sessionId === null || typeof sessionId === 'string') &&
    Number.isSafeInteger(parts.snapshot) &&
    (firstStartedAt === null || Number.isFinite(firstStartedAt)) &&
    areTexts(tried) &&
    Number.isSafeInteger(noisyAttempts) &&
    (retry === null || isRecord(retry)) &&
    isOccurrence(occurrence) &&
    (check === null || isRecord(check))
  )
}

function isOccurrence(occurrence: unknown): boolean {
  if (occurrence === null) return true
  return isRecord(occurrence) && areTexts(occurrence['origins']) && areTexts(occurrence['carried'])
}

function areTexts(texts: unknown): boolean {
  return Array.isArray(texts) && texts.every((text) => typeof text === 'string')
}
