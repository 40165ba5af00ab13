import { joinClasses } from '../../parts/join-classes.ts'
import { ConsoleCard } from '../browser/console-card.tsx'
import { NetworkCard } from '../browser/network-card.tsx'
import { originOf } from '../browser/page-entries.ts'
import { PageErrorsCard } from '../browser/page-errors-card.tsx'
import { shownSuiteVitals } from '../browser/vital-words.ts'
import { VitalsCard } from '../browser/vitals-card.tsx'
import type { SuiteDetail } from './suite-detail.ts'

/** What happened in the pages that the tests have opened. */
export function PagesCards({ detail, isNarrow }: { detail: SuiteDetail; isNarrow: boolean }) {
  const { pages = [], pageErrors, networkRequests, consoleMessages } = detail
  const [requests, messages] = [networkRequests ?? [], consoleMessages ?? []]
  const origin = originOf(pages[0]?.url)
  const endMs = requests.reduce(
    (end, { startMs, durationMs }) => Math.max(end, startMs + (durationMs ?? 0)),
    0,
  )
  return (
    <>
      <VitalsCard pages={pages} names={shownSuiteVitals} />
      <PageErrorsCard errors={pageErrors ?? []} pages={pages} />
      <div
        className={joinClasses(
          'grid grid-cols-1 items-start gap-x-3',
          !isNarrow && '2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
        )}
      >
        {requests.length === 0 ? null : (
          <NetworkCard requests={requests} span={null} endMs={endMs} origin={origin} />
        )}
        {messages.length === 0 ? null : <ConsoleCard messages={messages} span={null} origin={origin} />}
      </div>
    </>
  )
}
