import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '../../api/session.ts'

/** Reads anew who has signed in, for everything on the screen that shows it. */
export function useFreshSession(): () => Promise<void> {
  const queries = useQueryClient()
  const router = useRouter()
  return async () => {
    await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    await router.invalidate()
  }
}
