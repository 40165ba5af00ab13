import { isRecord } from '@sonde/ground/is-record.ts'
import type { GoldenFile } from '@sonde/schema/check-types/browser/golden-files.ts'
import type { CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import { wholeMilliseconds } from '@sonde/schema/check-types/whole-milliseconds.ts'
import { flagsOf } from '@sonde/schema/runs/api-verdicts.ts'
import type { TrialResult, TrialRunRow } from '@sonde/store/runs/trial-run-rows.ts'
import type { NewMessage } from '@sonde/store/test-sessions/session-messages.ts'

/** What whoever watches a test session is told of its runs. */

type SessionRun = Pick<TrialRunRow, 'id' | 'name' | 'location' | 'startedAt'> & {
  checkType: CheckTypeName
  checkRunId: string
}

/** By which the details of an attempt are asked for. The type says what an answer looks like when there are none. */
function assetKey({ id, checkType }: SessionRun, attempt: number): string {
  return `${checkType}.${id}.${attempt}`
}

export function startMessage(run: SessionRun): NewMessage {
  return { ...addressOf(run), kind: 'run-start', isFinal: false, payload: {} }
}

export function attemptMessage(run: SessionRun, attempt: number, result: TrialResult): NewMessage {
  return resultMessage(run, { attempt, isFinal: false, fields: fieldsOf(result) })
}

/** A run without a verdict says nothing about its target, and is told as no result. */
export function endMessage(
  run: SessionRun,
  { attempt, result, reason }: { attempt: number; result: TrialResult | null; reason: string | null },
): NewMessage {
  if (result !== null && result.verdict !== 'withheld') {
    return resultMessage(run, {
      attempt,
      isFinal: true,
      fields: fieldsOf(result),
      goldenFiles: storedGoldenFiles(result.detail),
    })
  }
  const payload = `The run could not be carried out: ${reason ?? 'no agent picked it up'}`
  return { ...addressOf(run), kind: 'error', isFinal: true, payload }
}

export function cancelMessage(run: SessionRun, at: number): NewMessage {
  const fields = {
    ...flagsOf('cancelled'),
    responseTime: null,
    startedAt: isoTime(run.startedAt ?? at),
    stoppedAt: isoTime(at),
  }
  return resultMessage(run, { attempt: null, isFinal: true, fields })
}

function fieldsOf({ verdict, responseTime, startedAt, durationMs }: TrialResult) {
  return {
    ...flagsOf(verdict),
    responseTime: wholeMilliseconds(responseTime),
    startedAt: isoTime(startedAt),
    stoppedAt: isoTime(startedAt + durationMs),
  }
}

/** `attempt`: null when it has left no details. */
function resultMessage(
  run: SessionRun,
  {
    attempt,
    isFinal,
    fields,
    goldenFiles = [],
  }: { attempt: number | null; isFinal: boolean; fields: object; goldenFiles?: readonly GoldenFile[] },
): NewMessage {
  const key = attempt === null ? null : assetKey(run, attempt)
  // The client writes them into the project.
  const snapshots = goldenFiles.length === 0 ? {} : { snapshots: goldenFiles }
  const assets =
    key === null ? {} : { assets: { region: 'local', logPath: key, checkRunDataPath: key, ...snapshots } }
  const result = {
    name: run.name,
    checkType: run.checkType,
    runLocation: run.location,
    attempts: attempt ?? 1,
    ...fields,
    ...assets,
  }
  const payload = { resultType: isFinal ? 'FINAL' : 'ATTEMPT', testResultId: run.id, result }
  return { ...addressOf(run), kind: 'result', isFinal, payload }
}

/** Those that the run has made and brought. */
function storedGoldenFiles(detail: unknown): GoldenFile[] {
  const comparisons = isRecord(detail) ? detail['snapshots'] : null
  if (!Array.isArray(comparisons)) return []
  return comparisons.flatMap((each: unknown) => {
    if (!isRecord(each) || typeof each['key'] !== 'string' || typeof each['path'] !== 'string') return []
    return [{ key: each['key'], path: each['path'] }]
  })
}

function addressOf({ id, checkRunId }: SessionRun): Pick<NewMessage, 'sequenceId' | 'checkRunId'> {
  return { sequenceId: id, checkRunId }
}

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
