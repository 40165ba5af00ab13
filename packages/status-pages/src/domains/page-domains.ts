import { statusOfDomains } from '@sonde/store/status-pages/status-page-domains.ts'
import type { Store } from '@sonde/store/engine/store.ts'

/** The custom domains of pages, as of the last `refresh`: a host is judged before anything can be awaited. */
export type PageDomains = {
  /** A proven domain leads to a page; one that is only claimed leads nowhere. */
  statusOf(host: string): 'proven' | 'claimed' | null
  refresh(): Promise<void>
}

export function createPageDomains({ store }: { store: Store }): PageDomains {
  let statuses: Awaited<ReturnType<typeof statusOfDomains>> = new Map()
  return {
    statusOf: (host) => statuses.get(host) ?? null,
    async refresh() {
      statuses = await statusOfDomains(store.read)
    },
  }
}
