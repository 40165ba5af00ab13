import type { CheckRow } from '@sonde/store/checks/checks.ts'
import type { ResultRow } from '@sonde/store/results/results.ts'
import { resultIdOf, runIdOf } from '@sonde/store/runs/run-identity.ts'
import type { RunToExport } from '@sonde/store/traces/trace-outbox.ts'
import {
  clientKind,
  countAttribute,
  errorStatus,
  listAttribute,
  type OtlpAttribute,
  type OtlpSpan,
  textAttribute,
  unixNano,
  unsetStatus,
} from './otlp.ts'
import { spanIdOf, traceIdOf } from './trace-context.ts'
import { spanVerdicts } from './span-verdicts.ts'

const mostTags = 20
const longestTag = 128

/**
 * A run as a root span, from the start of its first attempt to the end of its last; null when it has no last
 * attempt (any more). Its ids follow from the run: sent twice, it is recognised as the same.
 */
export function spanOfRun(
  run: RunToExport,
  { check, attempts }: { check: CheckRow; attempts: readonly ResultRow[] },
): OtlpSpan | null {
  const own = attempts.filter(({ origin }) => origin === run.origin)
  const final = own.find(({ isFinal }) => isFinal)
  if (final === undefined) return null
  const runId = runIdOf(run)
  return {
    traceId: traceIdOf(runId),
    spanId: spanIdOf(runId),
    name: check.name,
    kind: clientKind,
    startTimeUnixNano: unixNano(Math.min(...own.map(({ startedAt }) => startedAt))),
    endTimeUnixNano: unixNano(final.startedAt, final.durationMs),
    attributes: attributesOf(run, { check, final }),
    events:
      own.length === 1
        ? []
        : own
            .toSorted((a, b) => a.attempt - b.attempt)
            .map((attempt) => ({
              timeUnixNano: unixNano(attempt.startedAt, attempt.durationMs),
              name: 'attempt',
              attributes: [
                countAttribute('sonde.attempt', attempt.attempt),
                textAttribute('sonde.verdict', spanVerdicts[attempt.verdict]),
                textAttribute('checkly.check.location', attempt.location),
              ],
            })),
    // A run without a verdict says nothing about its target: it is no error of what was looked at.
    status:
      final.verdict === 'failed'
        ? { code: errorStatus, message: run.error ?? 'The check failed' }
        : { code: unsetStatus },
  }
}

function attributesOf(
  run: RunToExport,
  { check, final }: { check: CheckRow; final: ResultRow },
): OtlpAttribute[] {
  const { runtimeId } = check.config
  const tags = textsIn(check.config['tags'])
    .filter((tag) => tag.length <= longestTag)
    .slice(0, mostTags)
  return [
    textAttribute('checkly.account.id', check.accountId),
    textAttribute('checkly.check.id', check.id),
    textAttribute('checkly.check.name', check.name),
    textAttribute('checkly.check.type', check.checkType),
    ...(typeof runtimeId === 'string' ? [textAttribute('checkly.check.runtime', runtimeId)] : []),
    textAttribute('checkly.check.location', final.location),
    ...(tags.length === 0 ? [] : [listAttribute('checkly.check.tags', tags)]),
    ...(run.sessionId === null ? [] : [textAttribute('checkly.check.session.id', run.sessionId)]),
    textAttribute('checkly.check.result.id', resultIdOf(run, final.attempt)),
    textAttribute('sonde.verdict', spanVerdicts[final.verdict]),
    textAttribute('sonde.run.source', final.source),
  ]
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []
}
