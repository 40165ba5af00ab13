import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { callService, nobody } from '../api/call-service.ts'
import { useConnection } from '../api/connection.ts'
import { Moment } from '../parts/moment.tsx'

const askEveryMs = 3000

/** Says that the server is away, asks for it, and reads everything on the screen anew when it is back. */
export function OfflineBar() {
  const { isAway, since } = useConnection()
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (!isAway) return
    async function ask(): Promise<void> {
      await callService(nobody, 'GET /health')
      // A screen that never came up failed before any query of it was there.
      await Promise.all([router.invalidate(), queries.invalidateQueries()])
    }
    // That it is still away is what the bar says already.
    const timer = setInterval(() => void ask().catch(() => undefined), askEveryMs)
    return () => clearInterval(timer)
  }, [isAway, queries, router])
  if (!isAway) return null
  return (
    <div
      role="alert"
      className="bg-bad-fill sticky top-0 z-40 px-4 py-2 text-on-mark text-center font-medium"
    >
      The server cannot be reached.{' '}
      {since === 0 ? null : (
        <>
          Last updated at <Moment at={since} />.{' '}
        </>
      )}
      Trying again…
    </div>
  )
}
