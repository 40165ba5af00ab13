import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sessionQuery, type Session } from '../api/session.ts'

/**
 * Follows the session that the screens are shown for: somebody may sign out in another tab, in again, or as another
 * person. Whether it is over is the answer.
 */
export function useSessionWatch(session: Session): { isOver: boolean } {
  const router = useRouter()
  const { data: now } = useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' })
  useEffect(() => {
    if (now === undefined) return
    if (now !== null && now.user.id !== session.user.id) {
      // Nothing that was read for one person stays for another.
      location.reload()
      return
    }
    // What is equal stays the same object; when it ends is told anew each time.
    const isSame =
      now?.csrfToken === session.csrfToken && now.accounts === session.accounts && now.user === session.user
    if (!isSame) void router.invalidate()
  }, [now, session, router])
  return { isOver: now === null }
}
