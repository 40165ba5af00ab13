import { Card } from '../../parts/card.tsx'
import { LogLines } from '../../parts/log-lines.tsx'
import type { CheckResult } from '../../resources/check-result.ts'
import { TestErrors } from '../playwright/test-errors.tsx'
import { TestSteps } from '../playwright/test-steps.tsx'

export function ResultDetail({ result: { browserCheckResult: detail } }: { result: CheckResult }) {
  if (detail === null) return null
  const { errors, steps, jobLog } = detail
  return (
    <>
      <TestErrors errors={errors} />
      <TestSteps steps={steps ?? []} />
      {jobLog === null || jobLog.length === 0 ? null : (
        <Card title="Log" isFlush>
          <LogLines lines={jobLog} label="Log of the run" />
        </Card>
      )}
    </>
  )
}
