import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '../api/account-context.ts'
import type { CalendarEntry } from './calendar-entries.ts'

/** To the occurrence, or to its window while it is only planned. */
export function EntryLink({
  entry,
  className,
  children,
}: {
  entry: CalendarEntry
  className?: string
  children: ReactNode
}) {
  const { id: accountId } = useAccount()
  const windowId = String(entry.windowId)
  if (entry.maintenanceId === null) {
    return (
      <Link
        to="/accounts/$accountId/maintenance/windows/$windowId"
        params={{ accountId, windowId }}
        className={className}
      >
        {children}
      </Link>
    )
  }
  return (
    <Link
      to="/accounts/$accountId/maintenance/windows/$windowId/occurrences/$maintenanceId"
      params={{ accountId, windowId, maintenanceId: entry.maintenanceId }}
      className={className}
    >
      {children}
    </Link>
  )
}
