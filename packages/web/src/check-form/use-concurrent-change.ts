import { useEffect, useRef, useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { ApiError } from '../api/api-error.ts'
import { useLiveEvent } from '../api/live-events.ts'
import { readCheck, type Check } from '../resources/checks.ts'

export type ConcurrentChange = { change: 'updated'; theirs: Check } | { change: 'deleted' }

/**
 * What somebody else has made of the check while its form is open. What is stored is compared, not who wrote: an event of
 * the own last save may come late, and one that says nothing new for the form is none.
 */
export function useConcurrentChange({
  checkId,
  isSaving,
  isKnown,
}: {
  /** Null for a check that is not stored yet. */
  checkId: string | null
  isSaving: boolean
  /** Whether the form began with it. */
  isKnown: (stored: Check) => boolean
}): { concurrentChange: ConcurrentChange | null; dismiss: () => void; look: () => Promise<void> } {
  const api = useApi()
  const [concurrentChange, setConcurrentChange] = useState<ConcurrentChange | null>(null)
  const [dismissal, setDismissal] = useState<ConcurrentChange | null>(null)
  const latest = useRef({ isSaving, isKnown })
  useEffect(() => {
    latest.current = { isSaving, isKnown }
  })

  async function look(): Promise<void> {
    if (checkId === null || latest.current.isSaving) return
    const current = await read(checkId)
    // The own save may have begun while this was read, and is then what was found.
    if (current === null || latest.current.isSaving) return
    setConcurrentChange(
      current.change === 'updated' && latest.current.isKnown(current.theirs) ? null : current,
    )
  }

  async function read(id: string): Promise<ConcurrentChange | null> {
    try {
      return { change: 'updated', theirs: await readCheck(api, id) }
    } catch (error) {
      // What cannot be read now is read when the next event comes; the bar at the top says that the server is away.
      return error instanceof ApiError && error.status === 404 ? { change: 'deleted' } : null
    }
  }

  useLiveEvent('check-changed', ({ id }) => {
    if (id === checkId) void look()
  })
  useLiveEvent('reset', () => void look())
  const isDismissed =
    concurrentChange !== null && JSON.stringify(concurrentChange) === JSON.stringify(dismissal)
  return {
    concurrentChange: isDismissed ? null : concurrentChange,
    dismiss: () => setDismissal(concurrentChange),
    look,
  }
}
