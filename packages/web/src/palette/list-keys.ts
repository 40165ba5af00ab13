import { stepIn } from './keys.ts'

/** The rows of the lists on the screen that lead somewhere. */
function readRows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main tbody tr')].filter((row) => goalOf(row) !== null)
}

/** What `j` and `k` stop at in a row: its name, or else the first thing that can be followed. */
function goalOf(row: HTMLElement): HTMLElement | null {
  return (
    row.querySelector<HTMLElement>('[data-row-goal]') ?? row.querySelector<HTMLElement>('a[href], button')
  )
}

/** Moves the focus to the next row or the one before. False when there is no list. */
export function focusRow(step: 1 | -1): boolean {
  const rows = readRows()
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[stepIn(rows.length, current, step)]
  if (row === undefined) return false
  goalOf(row)?.focus()
  row.scrollIntoView({ block: 'nearest' })
  return true
}

/** The id of the check whose row has the focus; null: none. */
export function currentRowId(): string | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-check-id]')
  return focused?.dataset['checkId'] ?? null
}
