import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { useQuery } from '@tanstack/react-query'
import type { ResultDetailProps, RunView } from '../../check-types/check-type.ts'
import { checkTypes } from '../../check-types/registry.ts'
import { resultDetailQuery } from '../../check-types/result-detail-query.ts'
import { formatMs, formatWholeMs } from '../../parts/format.ts'
import { Place } from '../../parts/place.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Loaded } from '../../parts/states.tsx'
import { verdictLooks } from '../../parts/status/verdict-looks.ts'
import { VerdictMark } from '../../parts/status/verdict-mark.tsx'
import type { CheckResult } from '../../resources/check-result.ts'
import { Assertions } from './assertions.tsx'
import { detailOf } from './detail-of.ts'
import { RawDocument } from './raw-document.tsx'
import { reasonOf, verdictOf } from './verdict-of.ts'
import { withheldWords } from './withheld-words.ts'

/** One result in full: the verdict and why, what was measured, what was asserted, and the document itself. */
export function ResultView({ checkType, ...shown }: ResultDetailProps & { checkType: CheckType }) {
  const { result } = shown
  const { view } = checkTypes[checkType]
  return (
    <>
      <Outcome result={result} />
      <Assertions assertions={detailOf(result)?.assertions ?? []} />
      {view.kind === 'runs' ? <OwnDetail view={view} {...shown} /> : null}
      <RawDocument result={result} />
    </>
  )
}

function OwnDetail({ view, ...shown }: ResultDetailProps & { view: RunView }) {
  const detail = useQuery(resultDetailQuery(view))
  return (
    <Loaded query={detail} what="the details">
      {(ResultDetail) => <ResultDetail {...shown} />}
    </Loaded>
  )
}

/** Without a time that counts there is still how long the run took. A run without a verdict may have had a response. */
function timeOf(result: CheckResult): string {
  const { responseTime, startedAt, stoppedAt } = result
  if (responseTime !== null) return formatWholeMs(responseTime)
  const after = `ended after ${formatMs(Date.parse(stoppedAt) - Date.parse(startedAt))}`
  return verdictOf(result) === 'failed' ? `No response, ${after}` : `Run ${after}`
}

/** The reason before everything else: it is what somebody opens a result for. */
function Outcome({ result }: { result: CheckResult }) {
  const verdict = verdictOf(result)
  const reason = reasonOf(result)
  const { edge, ink } = verdictLooks[verdict]
  return (
    <div
      className={`${edge} bg-card border-y-line border-r-line mb-3 space-y-1.5 rounded-lg border border-l-[3px] px-4 py-3`}
    >
      {reason === null ? null : (
        <p className={`${ink} text-base font-semibold break-words whitespace-pre-wrap`}>{reason}</p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <VerdictMark verdict={verdict} />
        <span className="font-medium">
          {timeOf(result)} · <Place code={result.runLocation} servedBy={result.servedBy} />
        </span>
        <span className="text-soft">
          <Moment at={result.startedAt} />
        </span>
      </p>
      {result.secretsWithheldFrom === null ? null : <p>{withheldWords(result.secretsWithheldFrom)}</p>}
      {result.hasUnreadableDetails ? (
        <p className="text-warn">
          Details of this result are damaged in the database and cannot be read. Its verdict and times are not
          affected.
        </p>
      ) : null}
    </div>
  )
}
