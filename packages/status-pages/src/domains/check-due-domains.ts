import type { Clock } from '@sonde/ground/clock.ts'
import { minuteMs } from '@sonde/ground/durations.ts'
import { isUniqueViolation } from '@sonde/store/engine/failures.ts'
import {
  type ClaimedDomain,
  dueDomains,
  noteDomainCheck,
} from '@sonde/store/status-pages/status-page-domains.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import { checkDomain } from './check-domain.ts'
import { domainRecords } from './domain-proof.ts'
import type { DomainResolver } from './domain-resolver.ts'

const betweenLooksMs = 5 * minuteMs

/** So many look at once, so that silent name servers of some do not hold up the others. */
const atOnce = 10
const perRound = 500

/**
 * Looks at every domain that nobody has looked at for five minutes. Once proven, a domain stays with its page: what
 * is wrong with it later is told, and the page goes on being served until another page proves the domain. True when a domain was proven.
 */
export async function checkDueDomains(
  deps: { store: Store; clock: Clock; resolver: DomainResolver; cnameTarget: string },
  signal?: AbortSignal,
): Promise<boolean> {
  const { store, clock } = deps
  const due = await dueDomains(store.read, { before: clock.now() - betweenLooksMs, limit: perRound })
  let isAnyNew = false
  const waiting = due.values()
  async function lookAtWaiting(): Promise<void> {
    for (const claimed of waiting) {
      if (signal?.aborted === true) return
      if (await look(claimed)) isAnyNew = true
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lookAtWaiting))
  return isAnyNew

  async function look(claimed: ClaimedDomain): Promise<boolean> {
    const { pageId, domain } = claimed
    const records = domainRecords(claimed, deps.cnameTarget)
    const { proof, problem } = await checkDomain(domain, records, deps.resolver)
    const at = clock.now()
    try {
      await store.write((db) => noteDomainCheck(db, { pageId, domain, proof, problem, at }))
      return proof === 'PROVEN' && !claimed.isVerified
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const other = `${domain} is already verified by another status page of this installation`
      await store.write((db) => noteDomainCheck(db, { pageId, domain, proof: 'UNKNOWN', problem: other, at }))
      return false
    }
  }
}
