import { useCheckActions, type CheckTarget } from './check-actions.tsx'
import { useLetterKeys } from './use-letter-keys.ts'

/** `r`, `p`, `m` and `e` act on the check that `findTarget` names: the focused row, or the one that is open. */
export function useCheckKeys(
  findTarget: () => CheckTarget | null,
  /** Instead of the usual run: a screen that shows how it goes on. */
  onRun?: () => void,
): void {
  const actions = useCheckActions()
  useLetterKeys((key) => {
    const act = {
      r: onRun === undefined ? actions.run : () => onRun(),
      p: actions.switchPause,
      m: actions.switchMute,
      e: actions.edit,
    }[key.toLowerCase()]
    const target = act === undefined ? null : findTarget()
    if (act === undefined || target === null) return false
    act(target)
    return true
  })
}
