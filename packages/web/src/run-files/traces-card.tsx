import { Card } from '../parts/card.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { FileLine } from './file-line.tsx'
import { traceCommand, type RunFile } from './run-file.ts'

/** Recordings of tests: each is saved, and opened by a command on the own computer. */
export function TracesCard({ traces }: { traces: readonly RunFile[] }) {
  if (traces.length === 0) return null
  return (
    <Card title={traces.length === 1 ? 'Trace' : 'Traces'}>
      <p className="text-soft mb-3">
        Every action, with its page, network and console. Download it, and open it with Playwright in the
        folder where you saved it:
      </p>
      <ul className="space-y-3">
        {traces.map((file) => (
          <li key={file.name} className="min-w-0 space-y-1">
            <p className="break-words">
              <FileLine file={file} />
            </p>
            {file.missing === null ? (
              <CodeBlock text={traceCommand(file.name)} what={`command that opens ${file.name}`} />
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
