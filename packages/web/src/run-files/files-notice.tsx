import { Failed } from '../parts/states.tsx'
import type { RunFiles } from './use-run-files.ts'

/** What is to be known before the files: that more may come, or that they could not be listed. */
export function FilesNotice({ isSettled, error, retry }: RunFiles) {
  if (error !== null) return <Failed error={error} onRetry={retry} />
  return (
    <div role="status">
      {isSettled ? null : (
        <p className="text-soft mb-4">
          The run has just ended. Files that it left follow within minutes and appear here by themselves.
        </p>
      )}
    </div>
  )
}
