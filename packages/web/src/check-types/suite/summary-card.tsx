import type { CheckStatus } from '@sonde/schema/runs/verdict.ts'
import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { formatCount, formatDuration } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import { StatusShape } from '../../parts/status/status-shape.tsx'
import type { CheckResult } from '../../resources/check-result.ts'
import { outcomeLooks } from './outcome-looks.ts'
import type { SuiteDetail } from './suite-detail.ts'
import { countTests, noticesIn } from './suite-tests.ts'
import { enginesInWords } from './suite-words.ts'

/** How the tests ended, with what they ran, how long that took, and what is to be known about the run. */
export function SummaryCard({ detail, result }: { detail: SuiteDetail; result: CheckResult }) {
  const { testCounts, engine, playwrightVersion, browser } = detail
  const isKnown = countTests(detail) !== null
  const count = (value: number, look: { status: CheckStatus; ink: string }) =>
    isKnown ? <Count value={value} {...look} /> : null
  const notices = noticesIn(detail.jobLog)
  return (
    <Card title="Summary">
      <Facts
        facts={[
          ['Passed', count(testCounts.passed, outcomeLooks.expected)],
          ['Failed', count(testCounts.failed, outcomeLooks.unexpected)],
          ['Flaky', count(testCounts.flaky, outcomeLooks.flaky)],
          ['Skipped', count(testCounts.skipped, outcomeLooks.skipped)],
          ['Test command', result.responseTime === null ? null : formatDuration(result.responseTime)],
          [
            'Whole run',
            formatDuration(Math.max(0, Date.parse(result.stoppedAt) - Date.parse(result.startedAt))),
          ],
          [
            'Engine',
            engine === null ? null : enginesInWords({ engine: engine.name, version: engine.version }),
          ],
          ['Playwright', playwrightVersion],
          ['Browser', browser ? `${browser.name} ${browser.version}` : null],
        ]}
      />
      {notices.length === 0 ? null : (
        <ul aria-label="Notices" className="bg-warn-wash mt-3 space-y-1 rounded-md p-3">
          {notices.map((notice, index) => (
            <li key={index} className="break-words">
              <span aria-hidden="true">⚠ </span>
              {notice}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Coloured only where there is something to see to. */
function Count({ value, status, ink }: { value: number; status: CheckStatus; ink: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 tabular-nums">
      <span className={joinClasses(value > 0 ? ink : 'text-soft')}>
        <StatusShape status={status} className="size-3.5" />
      </span>
      {formatCount(value)}
    </span>
  )
}
