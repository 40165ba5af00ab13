import type { Clock } from '@sonde/ground/clock.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import { repeatWork, type RepeatingWork } from '@sonde/ground/repeat-work.ts'
import { workOnChange } from '@sonde/ground/work-on-change.ts'
import { checkDueDomains } from '@sonde/status-pages/domains/check-due-domains.ts'
import { cnameTargetOf } from '@sonde/status-pages/domains/domain-proof.ts'
import type { DomainResolver } from '@sonde/status-pages/domains/domain-resolver.ts'
import type { PageDomains } from '@sonde/status-pages/domains/page-domains.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { forgetUnconfirmed } from '@sonde/store/status-pages/subscriber-confirmations.ts'
import type { Logger } from 'pino'

/** How long a server may not know of a domain that another one has found to be proven. */
const knownAfterMs = 5_000

/** How long a new domain waits for the first look; later looks are five minutes apart. */
const firstLookMs = 15_000

/** On every server: which hosts lead to a status page. */
export function followPageDomains(deps: {
  store: Store
  clock: Clock
  domains: PageDomains
  log: Logger
}): RepeatingWork {
  const { store, clock, domains, log } = deps
  return workOnChange({
    name: 'reading the domains of status pages',
    pauseMs: knownAfterMs,
    changes: store.changes,
    clock,
    log,
    async work() {
      await domains.refresh()
      return Infinity
    },
  })
}

/** On one server at a time: looks at custom domains, and forgets subscriptions that nobody confirmed. */
export function createStatusPageJobs(deps: {
  store: Store
  clock: Clock
  log: Logger
  domains: PageDomains
  resolver: DomainResolver
  statusPageDomain: string | null
  publicUrl(): string
}): RepeatingWork {
  const { store, clock, log, domains, resolver, statusPageDomain } = deps
  const looking = repeatWork({
    name: 'checking the domains of status pages',
    pauseMs: firstLookMs,
    log,
    async work(signal) {
      const cnameTarget = cnameTargetOf({ statusPageDomain, publicUrl: deps.publicUrl() })
      if (await checkDueDomains({ store, clock, resolver, cnameTarget }, signal)) await domains.refresh()
    },
  })
  const forgetting = repeatWork({
    name: 'deleting unconfirmed subscriptions',
    pauseMs: hourMs,
    log,
    work: () => store.write((db) => forgetUnconfirmed(db, clock.now())),
  })
  return {
    start() {
      looking.start()
      forgetting.start()
    },
    async stop() {
      await Promise.all([looking.stop(), forgetting.stop()])
    },
  }
}
