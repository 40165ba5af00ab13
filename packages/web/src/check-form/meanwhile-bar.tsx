import { Button } from '../parts/button.tsx'
import { useFocusWhenGone } from '../parts/use-focus-when-gone.ts'
import type { Check } from '../resources/checks.ts'
import type { Meanwhile } from './use-changed-meanwhile.ts'

type Choice = { onLoad: (theirs: Check) => void; onKeep: () => void }

/** Two people have the same form open: who saves last should know of the other. */
export function MeanwhileBar({
  meanwhile,
  ...choice
}: {
  meanwhile: Meanwhile | null
} & Choice) {
  return <div role="alert">{meanwhile === null ? null : <Told meanwhile={meanwhile} {...choice} />}</div>
}

function Told({ meanwhile, onLoad, onKeep }: { meanwhile: Meanwhile } & Choice) {
  useFocusWhenGone()
  return (
    <div className="bg-warn-wash border-line mb-4 rounded-md border p-4">
      <p className="text-warn font-semibold">
        <span aria-hidden="true">⚠ </span>
        {meanwhile.change === 'deleted'
          ? 'Somebody deleted this check meanwhile'
          : 'Somebody changed this check meanwhile'}
      </p>
      <p className="mt-1">
        {meanwhile.change === 'deleted'
          ? 'It cannot be saved any more. What you typed stays here until you leave.'
          : 'Their version replaces all that you typed here. If you keep editing and save, your fields replace theirs.'}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {meanwhile.change === 'deleted' ? null : (
          <Button onClick={() => onLoad(meanwhile.theirs)}>Load their version</Button>
        )}
        <Button onClick={onKeep}>
          {meanwhile.change === 'deleted' ? 'Keep it in sight' : 'Keep editing'}
        </Button>
      </div>
    </div>
  )
}
