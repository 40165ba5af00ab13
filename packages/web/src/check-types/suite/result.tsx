import { verdictOf } from '../../check/result/verdict-of.ts'
import { Card } from '../../parts/card.tsx'
import type { CheckResult } from '../../resources/check-result.ts'
import { FilesNotice } from '../../run-files/files-notice.tsx'
import { OtherFilesCard } from '../../run-files/other-files-card.tsx'
import { PicturesCard } from '../../run-files/pictures-card.tsx'
import { sortFiles } from '../../run-files/run-file.ts'
import { TracesCard } from '../../run-files/traces-card.tsx'
import { useRunFiles } from '../../run-files/use-run-files.ts'
import type { ResultDetailProps } from '../check-type.ts'
import { RunLog } from '../playwright/run-log.tsx'
import { TestErrors } from '../playwright/test-errors.tsx'
import { PagesCards } from './pages-cards.tsx'
import { ReportsCard } from './reports-card.tsx'
import { SummaryCard } from './summary-card.tsx'
import { withoutTerminalCodes } from '../../parts/terminal-codes.ts'
import { assignErrors, countTests, orderTests } from './suite-tests.ts'
import { whyNoTests } from './suite-words.ts'
import { TestsCard } from './tests-card.tsx'

export function ResultDetail({ result, origin, isNarrow = false }: ResultDetailProps) {
  const { playwrightCheckResult: detail } = result
  const listed = useRunFiles({ result, origin: origin ?? null })
  if (detail === null) return null
  const { traces, screenshots, videos, others } = sortFiles(listed.files, new Set())
  const { tests, others: errors } = assignErrors(detail.tests ?? [], detail.errors)
  return (
    <>
      <SummaryCard detail={detail} result={result} />
      <TestErrors errors={plainErrors(errors, result.reason)} />
      {tests.length > 0 ? (
        <TestsCard
          tests={orderTests(tests)}
          total={countTests(detail) ?? tests.length}
          files={listed.files}
        />
      ) : (
        <Card title="Tests">
          <p className="text-soft">{whyNoTests(reachOf(result))}</p>
        </Card>
      )}
      <FilesNotice {...listed} />
      <PicturesCard screenshots={screenshots} videos={videos} />
      <PagesCards detail={detail} isNarrow={isNarrow} />
      <TracesCard traces={traces} />
      <ReportsCard reports={others.filter(({ type }) => type === 'report')} />
      <OtherFilesCard files={others.filter(({ type }) => type !== 'report')} />
      <RunLog
        lines={detail.jobLog?.map((line) => ({ ...line, msg: withoutTerminalCodes(line.msg) })) ?? null}
      />
    </>
  )
}

type Errors = NonNullable<CheckResult['playwrightCheckResult']>['errors']

/** Without the one that is the reason of the verdict, which stands above. */
function plainErrors(errors: Errors, reason: string | null | undefined): Errors {
  return errors
    .filter(({ test, message, snippet }) => test !== null || snippet !== null || message !== reason)
    .map(({ message, snippet, ...error }) => ({
      ...error,
      message: withoutTerminalCodes(message),
      snippet: snippet === null ? null : withoutTerminalCodes(snippet),
    }))
}

function reachOf(result: CheckResult) {
  return {
    isCancelled: result.isCancelled === true,
    verdict: verdictOf(result),
    hasStarted: result.responseTime !== null,
  }
}
