import { useCallback, useEffect, useRef, useState } from 'react'
import { useMay } from '../api/account-context.ts'
import { currentRowId } from '../palette/list-keys.ts'
import { useCheckKeys } from '../palette/use-check-keys.ts'
import { useLetterKeys } from '../palette/use-letter-keys.ts'
import type { CheckOverviewRow, OverviewFilter } from '../resources/check-overview.ts'
import { emptySelection, togglePage, toggleRow } from './selection.ts'

/** Which rows are selected, by mouse and by key. `rows`: all that are shown, in their order. */
export function useRowSelection({
  rows,
  query,
}: {
  rows: readonly CheckOverviewRow[]
  query: OverviewFilter
}) {
  const mayWrite = useMay('READ_WRITE')
  const [selection, setSelection] = useState(emptySelection)
  const filters = JSON.stringify({
    ...query,
    page: undefined,
    sort: undefined,
    order: undefined,
    limit: undefined,
  })
  // What was marked under other filters is not on the screen any more: nobody should delete it unseen.
  useEffect(() => setSelection(emptySelection), [filters])
  const visibleIds = useRef<readonly string[]>([])
  useEffect(() => {
    visibleIds.current = rows.map(({ id }) => id)
  }, [rows])
  const select = useCallback(
    (id: string, isRange: boolean) =>
      setSelection((before) => toggleRow(before, id, visibleIds.current, isRange)),
    [],
  )
  const selectMany = useCallback(
    (ids: readonly string[]) => setSelection((before) => togglePage(before, ids)),
    [],
  )
  const selectPage = useCallback(() => selectMany(visibleIds.current), [selectMany])
  const findFocused = () => rows.find(({ id }) => id === currentRowId()) ?? null
  useCheckKeys(findFocused)
  useLetterKeys((key) => {
    const row = key.toLowerCase() === 'x' && mayWrite ? findFocused() : null
    if (row !== null) select(row.id, false)
    return row !== null
  })
  return {
    ids: selection.ids,
    /** Null for those who may change nothing. */
    selectableIds: mayWrite ? selection.ids : null,
    setIds: useCallback((ids: ReadonlySet<string>) => setSelection({ ids, from: null }), []),
    select,
    selectMany,
    selectPage,
  }
}

export type RowSelection = ReturnType<typeof useRowSelection>
