import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useConnection } from '../api/connection.ts'
import type { LiveTrouble } from '../api/live-events.ts'

const readAgainEveryMs = 30_000

const reasons: Readonly<Record<LiveTrouble, string>> = {
  crowded: 'too many windows of Sonde are open.',
  closed: 'the server cannot send updates.',
}

/** Says that what is shown does not follow by itself, and reads it anew every now and then instead. */
export function NotLiveBar({ accountId, trouble }: { accountId: string; trouble: LiveTrouble | null }) {
  const queries = useQueryClient()
  // The bar of a server that is away says more, and reads everything when it is back.
  const isShown = !useConnection().isAway && trouble !== null
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => {
      if (!document.hidden) void queries.invalidateQueries({ queryKey: [accountId] })
    }, readAgainEveryMs)
    return () => clearInterval(timer)
  }, [isShown, queries, accountId])
  if (!isShown) return null
  return (
    <p role="status" className="bg-warn-wash text-warn mb-4 rounded-md px-4 py-2 font-medium">
      Not live: {reasons[trouble]} This screen refreshes every {readAgainEveryMs / 1000} seconds.
    </p>
  )
}
