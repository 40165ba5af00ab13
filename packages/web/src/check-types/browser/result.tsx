import { useState } from 'react'
import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { formatCount } from '../../parts/format.ts'
import { joinClasses } from '../../parts/join-classes.ts'
import type { CheckResult } from '../../resources/check-result.ts'
import type { RunOrigin } from '../../resources/run-files.ts'
import { FilesNotice } from '../../run-files/files-notice.tsx'
import { OtherFilesCard } from '../../run-files/other-files-card.tsx'
import { PicturesCard } from '../../run-files/pictures-card.tsx'
import { sortFiles } from '../../run-files/run-file.ts'
import { TracesCard } from '../../run-files/traces-card.tsx'
import { useRunFiles } from '../../run-files/use-run-files.ts'
import type { ResultDetailProps } from '../check-type.ts'
import { RunLog } from '../playwright/run-log.tsx'
import { endOfSteps, failedStep, spanOf } from '../playwright/step-spans.ts'
import { TestErrors } from '../playwright/test-errors.tsx'
import { TestSteps } from '../playwright/test-steps.tsx'
import type { BrowserDetail } from './browser-detail.ts'
import { comparedNames, ComparisonsCard } from './comparisons-card.tsx'
import { ConsoleCard } from './console-card.tsx'
import { NetworkCard } from './network-card.tsx'
import { PageErrorsCard } from './page-errors-card.tsx'
import { originOf } from './page-entries.ts'
import { shownVitals } from './vital-words.ts'
import { VitalsCard } from './vitals-card.tsx'

export function ResultDetail({ result, origin, isNarrow = false }: ResultDetailProps) {
  const { browserCheckResult: detail } = result
  return detail === null ? null : (
    <Detail detail={detail} result={result} runOrigin={origin ?? null} isNarrow={isNarrow} />
  )
}

function Detail({
  detail,
  result,
  runOrigin,
  isNarrow,
}: {
  detail: BrowserDetail
  result: CheckResult
  runOrigin: RunOrigin | null
  isNarrow: boolean
}) {
  const { pages, snapshots } = detail
  const steps = detail.steps ?? []
  const requests = detail.networkRequests ?? []
  const messages = detail.consoleMessages ?? []
  const [stepIndex, setStepIndex] = useState(() => failedStep(steps))
  const listed = useRunFiles({ result, origin: runOrigin })
  const { screenshots, videos, traces, others } = sortFiles(listed.files, comparedNames(snapshots))
  const endMs = requests.reduce(
    (end, { startMs, durationMs }) => Math.max(end, startMs + (durationMs ?? 0)),
    endOfSteps(steps),
  )
  const step = stepIndex === null ? undefined : steps[stepIndex]
  const span = step === undefined ? null : spanOf(step, endMs)
  const origin = originOf(pages[0]?.url)
  const hasPictures = screenshots.length + videos.length > 0
  return (
    <>
      <TestErrors errors={detail.errors} />
      <ComparisonsCard
        comparisons={snapshots}
        files={listed.files}
        isSettled={listed.isSettled}
        result={runOrigin === null ? result : null}
      />
      <FilesNotice {...listed} />
      <div
        className={joinClasses(
          'grid grid-cols-1 items-start gap-x-3',
          !isNarrow && hasPictures && steps.length > 0 && 'lg:grid-cols-[minmax(0,392px)_minmax(0,1fr)]',
        )}
      >
        <TestSteps steps={steps} selection={{ index: stepIndex, onChange: setStepIndex }} />
        <PicturesCard screenshots={screenshots} videos={videos} />
      </div>
      <VitalsCard pages={pages} names={shownVitals} />
      <PageErrorsCard errors={detail.pageErrors ?? []} pages={pages} />
      <div
        className={joinClasses(
          'grid grid-cols-1 items-start gap-x-3',
          !isNarrow && '2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
        )}
      >
        {requests.length === 0 ? null : (
          <NetworkCard requests={requests} span={span} endMs={endMs} origin={origin} />
        )}
        {messages.length === 0 ? null : <ConsoleCard messages={messages} span={span} origin={origin} />}
      </div>
      <TracesCard traces={traces} />
      <OtherFilesCard files={others} />
      <RunFacts detail={detail} hasRecording={traces.length + videos.length > 0 || !listed.isSettled} />
      <RunLog lines={detail.jobLog} />
    </>
  )
}

function RunFacts({ detail, hasRecording }: { detail: BrowserDetail; hasRecording: boolean }) {
  const { browser, runtimeVersion, traceSummary, pages } = detail
  const { consoleErrors, networkErrors, documentErrors, userScriptErrors } = traceSummary
  return (
    <Card title="Run">
      <Facts
        facts={[
          ['Browser', browser === null ? 'None was started' : `${browser.name} ${browser.version}`],
          ['Runtime', runtimeVersion],
          ['Pages', formatCount(pages.length)],
          ['Console errors', formatCount(consoleErrors)],
          ['Network errors', formatCount(networkErrors)],
          ['Page errors', formatCount(documentErrors)],
          ['Script errors', formatCount(userScriptErrors)],
        ]}
      />
      {hasRecording ? null : (
        <p className="text-soft mt-3 text-xs">
          There is no trace or video of this run. They are kept of runs that fail, and of every run that is
          tried in the editor.
        </p>
      )}
    </Card>
  )
}
