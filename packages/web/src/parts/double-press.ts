/** A key that is held down repeats faster than this, and nobody means two by pressing it twice within. */
const sameKeyPressMs = 300

/**
 * Whether a click belongs to the press before it: the second of a double click, which browsers count in `detail`, or
 * a key (`detail` is 0) that is held down or was pressed twice.
 */
export function isDoublePress(
  click: { detail: number; timeStamp: number },
  pressedAt: number | null,
): boolean {
  if (pressedAt === null) return false
  return click.detail > 1 || (click.detail === 0 && click.timeStamp - pressedAt < sameKeyPressMs)
}
