import { useRef, useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { formatCount } from '../../parts/format.ts'
import { readOverview, type OverviewFilter } from '../../resources/check-overview.ts'
import { listDefaults } from '../list-defaults.ts'

/** Reads the ids of all checks that match, page by page, when somebody asks for them. */
export function useAllMatching({
  query,
  most,
  onFound,
}: {
  query: OverviewFilter
  most: number
  onFound: (ids: ReadonlySet<string>) => void
}) {
  const api = useApi()
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const stopping = useRef<AbortController | null>(null)

  async function read(signal: AbortSignal): Promise<ReadonlySet<string>> {
    const ids = new Set<string>()
    // By the one order that does not change while it is read.
    const pages = { ...query, sort: 'createdAt', order: 'asc', limit: listDefaults.largestSize } as const
    for (let page = 1; ids.size < most; page += 1) {
      // Each page is asked for after the one before: there may be fewer by then.
      const { checks, total } = await readOverview(api, { ...pages, page }, signal)
      for (const { id } of checks) ids.add(id)
      setProgress(ids.size)
      if (checks.length === 0 || page * listDefaults.largestSize >= total) break
    }
    return new Set([...ids].slice(0, most))
  }

  function start(): void {
    const controller = new AbortController()
    stopping.current = controller
    setError(null)
    setProgress(0)
    read(controller.signal)
      .then(onFound)
      .catch((failure: unknown) => {
        if (!controller.signal.aborted) setError(failure)
      })
      .finally(() => setProgress(null))
  }

  return {
    start,
    stop: () => stopping.current?.abort(),
    isReading: progress !== null,
    error,
    /** Null where all are selected already. */
    words(count: number, total: number): string | null {
      if (progress !== null) return `Read ${formatCount(progress)} of ${formatCount(Math.min(total, most))}…`
      if (count >= total) return null
      return total > most
        ? `${formatCount(total)} match: too many to select all`
        : `Select all ${formatCount(total)} that match`
    },
  }
}
