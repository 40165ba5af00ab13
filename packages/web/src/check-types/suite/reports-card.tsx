import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { FileLine } from '../../run-files/file-line.tsx'
import type { RunFile } from '../../run-files/run-file.ts'

/** As agents name it. */
const htmlReport = 'html-report.zip'

/** What Playwright itself reports. Its pages are never shown here: they are code of the suite. */
export function ReportsCard({ reports }: { reports: readonly RunFile[] }) {
  if (reports.length === 0) return null
  const hasPages = reports.some(({ name, missing }) => name === htmlReport && missing === null)
  return (
    <Card title="Playwright report">
      <ul className="space-y-1">
        {reports.map((file) => (
          <li key={file.name} className="break-words">
            <FileLine file={file} />
          </li>
        ))}
      </ul>
      {hasPages ? (
        <>
          <p className="text-soft mt-3 mb-2">
            The HTML report has every test with its steps and attachments. Download it, and open it in the
            folder where you saved it:
          </p>
          <CodeBlock
            text={`unzip -d html-report ${htmlReport} && npx playwright show-report html-report`}
            what="command that opens the HTML report"
          />
        </>
      ) : null}
    </Card>
  )
}
