import { FilesNotice } from '../../run-files/files-notice.tsx'
import { OtherFilesCard } from '../../run-files/other-files-card.tsx'
import { sortFiles } from '../../run-files/run-file.ts'
import { TracesCard } from '../../run-files/traces-card.tsx'
import { useRunFiles } from '../../run-files/use-run-files.ts'
import type { ResultDetailProps } from '../check-type.ts'
import { RunLog } from '../playwright/run-log.tsx'
import { TestErrors } from '../playwright/test-errors.tsx'

export function ResultDetail({ result, origin }: ResultDetailProps) {
  const { playwrightCheckResult: detail } = result
  const listed = useRunFiles({ result, origin: origin ?? null })
  if (detail === null) return null
  const { traces, screenshots, videos, others } = sortFiles(listed.files, new Set())
  return (
    <>
      <TestErrors errors={detail.errors} />
      <FilesNotice {...listed} />
      <TracesCard traces={traces} />
      <OtherFilesCard files={[...screenshots, ...videos, ...others]} />
      <RunLog lines={detail.jobLog} />
    </>
  )
}
