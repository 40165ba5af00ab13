import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { FileLine } from './file-line.tsx'
import { Picture } from './picture.tsx'
import { screenshotTitle, type RunFile } from './run-file.ts'

/** One screenshot as large as it is, and the way to its neighbours. */
export function PictureDialog({
  files,
  index,
  onChange,
  onClose,
}: {
  files: readonly RunFile[]
  index: number
  onChange: (index: number) => void
  onClose: () => void
}) {
  const file = files[index]
  if (file === undefined) return null
  const move = (step: number) => {
    const next = index + step
    if (next >= 0 && next < files.length) onChange(next)
  }
  return (
    <Dialog title={screenshotTitle(file)} onClose={onClose} isWide>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {files.length === 1 ? null : (
          <>
            <Button data-first-focus aria-disabled={index === 0} onClick={() => move(-1)}>
              Previous
            </Button>
            <Button aria-disabled={index === files.length - 1} onClick={() => move(1)}>
              Next
            </Button>
            <span className="text-soft" role="status">
              {index + 1} of {files.length}
            </span>
          </>
        )}
        <span className="min-w-0 break-words sm:ml-auto">
          <FileLine file={file} />
        </span>
      </div>
      <div
        // What is larger than the window is scrolled, by keys as well.
        tabIndex={0}
        role="region"
        aria-label="Full-size screenshot"
        className="border-line max-h-[70dvh] overflow-auto rounded-md border"
      >
        <Picture key={file.name} file={file} alt={`Screenshot ${file.name}`} className="max-w-none" />
      </div>
    </Dialog>
  )
}
