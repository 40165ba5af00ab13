import { MutedMark } from '../checks-list/row/muted-mark.tsx'
import type { CheckGroup } from '../resources/check-groups.ts'

/** Whether the checks of a group run and notify, in words. */
export function GroupMarks({
  group: { activated, muted },
}: {
  group: Pick<CheckGroup, 'activated' | 'muted'>
}) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span className={activated ? 'text-good whitespace-nowrap' : 'text-soft whitespace-nowrap'}>
        {activated ? 'Active' : 'Paused'}
      </span>
      {muted ? <MutedMark /> : null}
    </span>
  )
}
