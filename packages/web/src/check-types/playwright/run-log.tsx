import { Card } from '../../parts/card.tsx'
import { LogLines } from '../../parts/log-lines.tsx'
import type { TestLog } from './test-detail.ts'

/** What the run and its script have written. */
export function RunLog({ lines }: { lines: TestLog }) {
  if (lines === null || lines.length === 0) return null
  return (
    <Card title="Log" isFlush>
      <LogLines lines={lines} label="Log of the run" />
    </Card>
  )
}
