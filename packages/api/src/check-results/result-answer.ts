import { shownConfig } from '@sonde/actions/checks/check-secrets.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import { servedByOf } from '@sonde/schema/agents/served-by.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import {
  detailFields,
  isDetailField,
  type CheckResult,
  type DetailField,
} from '@sonde/schema/check-types/check-result.ts'
import { joinLongTexts, type LongTexts } from '@sonde/schema/check-types/long-texts.ts'
import { wholeMilliseconds } from '@sonde/schema/check-types/whole-milliseconds.ts'
import { flagsOf } from '@sonde/schema/runs/api-verdicts.ts'
import { withoutNulls } from '@sonde/schema/validation/without-nulls.ts'
import { snapshotsOf, type CheckSnapshot } from '@sonde/store/checks/check-snapshots.ts'
import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { attemptName, errorGroupIdsOf } from '@sonde/store/results/error-groups.ts'
import type { DetailReferences } from '@sonde/store/result-details/detail-codec.ts'
import { type DetailReading, readDetail } from '@sonde/store/result-details/read-detail.ts'
import { referencesOf } from '@sonde/store/result-details/reference-rows.ts'
import { isReasonInDetail, storedReason } from '@sonde/store/result-details/stored-reason.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { resultIdOf, runIdOf } from '@sonde/store/runs/run-identity.ts'
import type { Db } from '@sonde/store/engine/store.ts'

/** What is shown of results, and to whom. */
type Showing = {
  withDetails: boolean
  role: Role
  longTexts?: LongTexts | null
  /** Some of the long texts cannot be read. */
  hasUnreadableTexts?: boolean
  /** Of many results, logs are left out. */
  isList?: boolean
}

/** What details cannot be read without; those that were never stored need nothing. */
type Reading = { references?: DetailReferences }

type Named = Pick<CheckSnapshot, 'name' | 'config'>

/** The results of one check as the API shows them, each with the name and the settings that it ran with. */
export async function resultAnswers(
  db: Db,
  check: CheckRow,
  rows: readonly ResultRow[],
  options: Showing,
): Promise<CheckResult[]> {
  const checkNo = rows[0]?.checkNo
  if (checkNo === undefined) return []
  const snapshots = await snapshotsOf(
    db,
    checkNo,
    rows.map(({ snapshot }) => snapshot),
  )
  const failed = rows.filter(({ verdict }) => verdict === 'failed')
  const errorGroupIds = await errorGroupIdsOf(
    db,
    checkNo,
    failed.map(({ scheduledAt }) => scheduledAt),
  )
  const decoded = options.withDetails ? rows : rows.filter(isReasonInDetail)
  const references = decoded.length === 0 ? new Map<number, unknown>() : await referencesOf(db, decoded)
  return rows.map((row) => {
    const ranAs = snapshots.get(row.snapshot) ?? check
    return {
      ...resultAnswer(check, row, ranAs, { ...options, references }),
      errorGroupIds: errorGroupIds.get(attemptName(row)) ?? [],
    }
  })
}

export function resultAnswer(
  check: Pick<CheckRow, 'id' | 'checkType'>,
  row: ResultRow,
  ranAs: Named,
  { withDetails, role, references = new Map(), ...shown }: Showing & Reading,
): Omit<CheckResult, 'errorGroupIds'> {
  const run = { checkId: check.id, scheduledAt: row.scheduledAt, origin: row.origin }
  const sequenceId = runIdOf(run)
  const reading = withDetails || isReasonInDetail(row) ? readDetail(row, ranAs.config, references) : notAsked
  const details = withDetails ? detailOf(check, reading, { role, ...shown }) : {}
  const traceId = details === null ? null : sentTraceId(details, sequenceId)
  return {
    id: resultIdOf(run, row.attempt),
    name: ranAs.name,
    checkId: check.id,
    ...flagsOf(row.verdict),
    overMaxResponseTime: row.overMax,
    runLocation: row.location,
    servedBy: servedByOf(row.isStandIn),
    reason: storedReason(row, () => reading),
    startedAt: isoTime(row.startedAt),
    stoppedAt: isoTime(row.startedAt + row.durationMs),
    created_at: isoTime(row.createdAt),
    responseTime: wholeMilliseconds(row.responseTime),
    ...noDetails,
    ...details,
    checkRunId: row.checkRunId,
    attempts: row.attempt,
    resultType: row.isFinal ? 'FINAL' : 'ATTEMPT',
    sequenceId,
    traceId,
    secretsWithheldFrom: null,
    hasUnreadableDetails: details === null || shown.hasUnreadableTexts === true,
  }
}

/** Null unless the request named the trace of its run: a check may send a context of its own. */
function sentTraceId({ apiCheckResult }: Partial<Details>, sequenceId: string): string | null {
  const traceId = sequenceId.replaceAll('-', '')
  // Asked step by step: what was read from damaged bytes may be anything.
  const request: unknown = apiCheckResult?.request
  const headers = isRecord(request) ? request['headers'] : null
  const sent = isRecord(headers) ? headers['traceparent'] : null
  return typeof sent === 'string' && sent.startsWith(`00-${traceId}-`) ? traceId : null
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}

type Details = Pick<CheckResult, DetailField>

/** Safe because the keys are all the fields of this type, and null is a value of each. */
function nullsFor(fields: readonly DetailField[]): Details {
  return Object.fromEntries(fields.map((field) => [field, null])) as Details
}

const noDetails = nullsFor(detailFields)

const notAsked: DetailReading = { kind: 'unreadable', error: null }

/** Null when what is stored cannot be read, or is none of its type. */
function detailOf(
  check: Pick<CheckRow, 'checkType'>,
  reading: DetailReading,
  { role, longTexts = null, isList = false }: Pick<Showing, 'role' | 'longTexts' | 'isList'>,
): Partial<Details> | null {
  const run = kindOf(check.checkType).run
  if (run === null || !isDetailField(run.detailField)) return {}
  if (reading.kind === 'unreadable') return null
  const { detail: short } = reading
  const stored = longTexts === null ? short : joinLongTexts(run.longTexts ?? [], short, longTexts)
  const whole: unknown = withoutNulls(run.detailAnswer, stored)
  const detail = isList && isRecord(whole) && 'jobLog' in whole ? { ...whole, jobLog: null } : whole
  // The request that was sent is in the detail as the check has it, and no more of it is for readers.
  return asDetails({
    [run.detailField]: isRecord(detail) ? shownConfig(check.checkType, detail, role) : detail,
  })
}

/** Safe because the detail was judged by the schema of its type before it was stored. */
function asDetails(detail: Record<string, unknown>): Partial<Details> {
  return detail as Partial<Details>
}
