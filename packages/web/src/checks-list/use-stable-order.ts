import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { CheckOverview, CheckOverviewRow } from '../resources/check-overview.ts'
import { inStableOrder } from './live-patch.ts'

type RowOrder = { address: string; ids: readonly string[]; isFinal: boolean }

/**
 * The rows in the order in which they were first shown under this address: rows do not move under the pointer of
 * somebody who reads. `showInOrder` takes the order of what is read by now.
 */
export function useStableOrder(
  overview: UseQueryResult<CheckOverview>,
  address: string,
): { rows: readonly CheckOverviewRow[] | undefined; showInOrder: () => void } {
  const [order, setOrder] = useState<RowOrder | null>(null)
  const { data, isPlaceholderData, isFetching } = overview
  const checks = data?.checks
  const isOther = order?.address !== address
  // What was kept from an earlier visit is shown at once; the order holds from the first fresh answer on.
  if (checks !== undefined && !isPlaceholderData && (isOther || (!order.isFinal && !isFetching))) {
    setOrder({ address, ids: checks.map(({ id }) => id), isFinal: !isFetching })
  }
  const rows = useMemo(
    () =>
      checks === undefined || isPlaceholderData || order === null ? checks : inStableOrder(checks, order.ids),
    [checks, isPlaceholderData, order],
  )
  return { rows, showInOrder: useCallback(() => setOrder(null), []) }
}
