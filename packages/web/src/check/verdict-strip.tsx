import type { Verdict } from '@sonde/schema/runs/verdict.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type KeyboardEvent } from 'react'
import { useApi } from '../api/account-context.ts'
import type { StripWords } from '../check-types/check-type.ts'
import { checkTypes } from '../check-types/registry.ts'
import { Card } from '../parts/card.tsx'
import { formatMoment, formatUtc } from '../parts/format.ts'
import { joinClasses } from '../parts/join-classes.ts'
import type { Range } from '../parts/range.ts'
import { StaleWhileLoading } from '../parts/stale-while-loading.tsx'
import { verdictLooks, verdictWord } from '../parts/status/verdict-looks.ts'
import { verdictsQuery } from '../resources/check-stats.ts'
import type { Check } from '../resources/checks.ts'
import { moveCursor } from './chart/points.ts'
import { previousOfCheck } from './previous-of-check.ts'
import { sharesOf, spansOf, summarizeSpans, wordsOf, type Span } from './spans.ts'

const runStrip: StripWords = {
  title: 'Verdicts',
  shares: ['passed', 'degraded', 'failed', 'withheld'],
  wordOf: verdictWord,
}

/** What the results of the time said, span by span. A span leads to its results, where there are any. */
export function VerdictStrip({ check, range }: { check: Check; range: Range }) {
  const { view } = checkTypes[check.checkType]
  const strip = view.kind === 'runs' ? runStrip : view.strip
  const verdicts = useQuery({
    ...verdictsQuery(useApi(), check.id, range),
    placeholderData: previousOfCheck(check.id),
  })
  return (
    <Card title={strip.title}>
      <StaleWhileLoading query={verdicts} what="the verdicts">
        {(answer) => (
          <Strip check={check} spans={spansOf(answer)} strip={strip} hasResults={view.kind === 'runs'} />
        )}
      </StaleWhileLoading>
    </Card>
  )
}

function Strip({
  check,
  spans,
  strip: { shares, wordOf },
  hasResults,
}: {
  check: Check
  spans: readonly Span[]
  strip: StripWords
  hasResults: boolean
}) {
  const { accountId } = useApi()
  const navigate = useNavigate()
  const [at, setAt] = useState<number | null>(null)
  const currentSpan = at === null ? undefined : spans[at]
  const open = ({ startsAt, endsAt }: Span) => {
    if (!hasResults) return
    void navigate({
      to: '/accounts/$accountId/checks/$checkId/results',
      params: { accountId, checkId: check.id },
      search: { from: startsAt, to: endsAt },
    })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt(moveCursor(at, step, spans.length))
    }
    if (event.key === 'Enter' && currentSpan !== undefined) open(currentSpan)
  }
  return (
    <>
      <div
        role="application"
        aria-roledescription="strip of verdicts"
        aria-label="Verdicts over time. Arrow keys move from interval to interval, Enter shows the results."
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        className="flex h-12 rounded sm:gap-px"
      >
        {spans.map((span, index) => (
          <div
            key={span.startsAt}
            aria-hidden="true"
            onPointerEnter={() => setAt(index)}
            onClick={() => open(span)}
            className={joinClasses(
              'flex min-w-0 flex-1 cursor-pointer flex-col overflow-hidden rounded-xs',
              span.counts === null && 'border-edge border-y border-dashed',
              at === index && 'outline-ink outline-2',
            )}
          >
            {span.counts === null
              ? null
              : sharesOf(span.counts).map(({ name, percent }) => (
                  <div key={name} className={verdictLooks[name].share} style={{ height: `${percent}%` }} />
                ))}
          </div>
        ))}
      </div>
      <p aria-live="polite" className="mt-2 min-h-5 text-xs">
        {currentSpan === undefined ? (
          <span className="text-soft">{summarizeSpans(spans)}</span>
        ) : (
          <span title={`${formatUtc(currentSpan.startsAt)} – ${formatUtc(currentSpan.endsAt)}`}>
            {formatMoment(currentSpan.startsAt, 'short')} – {formatMoment(currentSpan.endsAt, 'short')}:{' '}
            <strong>{wordsOf(currentSpan.counts, wordOf)}</strong>
          </span>
        )}
      </p>
      <Key verdicts={shares} wordOf={wordOf} />
    </>
  )
}

function Key({ verdicts, wordOf }: { verdicts: readonly Verdict[]; wordOf: (verdict: Verdict) => string }) {
  return (
    <ul className="text-soft mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {verdicts.map((name) => (
        <li key={name} className="inline-flex items-center gap-1.5">
          <span aria-hidden="true" className={`${verdictLooks[name].share} inline-block size-3 rounded-xs`} />
          {wordOf(name)}
        </li>
      ))}
      <li className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="border-edge inline-block size-3 border-y border-dashed" />
        no result
      </li>
    </ul>
  )
}
