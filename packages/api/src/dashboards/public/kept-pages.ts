import type { Clock } from '@sonde/schema/clock.ts'
import type { DashboardPage } from './dashboard-page.ts'

const keptMs = 5_000
const mostKept = 200

type Kept = { madeAt: number; page: Promise<DashboardPage> }

/** Pages for a few seconds: however many screens ask for one, it is made once. */
export function createKeptPages({ clock }: { clock: Clock }) {
  const kept = new Map<string, Kept>()

  return {
    /** `key` names everything that the page is made of, except what the checks do. */
    of(key: string, make: () => Promise<DashboardPage>): Promise<DashboardPage> {
      const now = clock.now()
      const known = kept.get(key)
      if (known !== undefined && now >= known.madeAt && now < known.madeAt + keptMs) return known.page
      const page = make().catch((error: unknown) => {
        // What could not be made is not remembered.
        kept.delete(key)
        throw error
      })
      kept.delete(key)
      kept.set(key, { madeAt: now, page })
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break
        kept.delete(oldest)
      }
      return page
    },
  }
}
