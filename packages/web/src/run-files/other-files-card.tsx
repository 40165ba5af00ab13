import { Card } from '../parts/card.tsx'
import { FileLine } from './file-line.tsx'
import type { RunFile } from './run-file.ts'

/** Logs, reports, and whatever else a run has left behind. */
export function OtherFilesCard({ files }: { files: readonly RunFile[] }) {
  if (files.length === 0) return null
  return (
    <Card title="Files">
      <ul className="space-y-1">
        {files.map((file) => (
          <li key={file.name} className="break-words">
            <FileLine file={file} /> <span className="text-soft">({file.type})</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
