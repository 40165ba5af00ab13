import { Button } from '../parts/button.tsx'
import { useFocusWhenGone } from '../parts/dialogs/use-focus-when-gone.ts'
import type { Check } from '../resources/checks.ts'
import type { ConcurrentChange } from './use-concurrent-change.ts'

type Choice = { onLoad: (theirs: Check) => void; onKeep: () => void }

/** Two people have the same form open: who saves last should know of the other. */
export function ConcurrentChangeBar({
  concurrentChange,
  ...choice
}: {
  concurrentChange: ConcurrentChange | null
} & Choice) {
  return (
    <div role="alert">
      {concurrentChange === null ? null : <Notice concurrentChange={concurrentChange} {...choice} />}
    </div>
  )
}

function Notice({ concurrentChange, onLoad, onKeep }: { concurrentChange: ConcurrentChange } & Choice) {
  useFocusWhenGone()
  return (
    <div className="bg-warn-wash border-line mb-4 rounded-md border p-4">
      <p className="text-warn font-semibold">
        <span aria-hidden="true">⚠ </span>
        {concurrentChange.change === 'deleted'
          ? 'Somebody deleted this check meanwhile'
          : 'Somebody changed this check meanwhile'}
      </p>
      <p className="mt-1">
        {concurrentChange.change === 'deleted'
          ? 'It cannot be saved any more. What you typed stays here until you leave.'
          : 'Their version replaces all that you typed here. If you keep editing and save, your fields replace theirs.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {concurrentChange.change === 'deleted' ? null : (
          <Button onClick={() => onLoad(concurrentChange.theirs)}>Load their version</Button>
        )}
        <Button onClick={onKeep}>
          {concurrentChange.change === 'deleted' ? 'Keep it in sight' : 'Keep editing'}
        </Button>
      </div>
    </div>
  )
}
