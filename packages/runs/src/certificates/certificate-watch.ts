import { createSuppression, isActivated } from '@sonde/alerting/raise/suppression.ts'
import { raiseSslExpiry } from '@sonde/alerting/ssl-expiry.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import type { Clock } from '@sonde/ground/clock.ts'
import { hourMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import { type AlertContext, alertContexts } from '@sonde/store/alerts/alert-contexts.ts'
import { checksWithOtherExpiry, recordCertificateExpiry } from '@sonde/store/alerts/certificate-expiry.ts'
import { checksOfDomain } from '@sonde/store/checks/certificate-domains.ts'
import { findSnapshot } from '@sonde/store/checks/check-snapshots.ts'
import { lockStates } from '@sonde/store/checks/check-states.ts'
import type { Db } from '@sonde/store/engine/database.ts'
import type { Store } from '@sonde/store/engine/store.ts'
import type { TicketedRun } from '../run.ts'

/** How often a domain is looked at that shows the certificate that it showed before. */
const lookEveryMs = hourMs

/** Domains that are remembered; a forgotten one is only looked at again. */
const mostRemembered = 100_000

/** Checks whose rows are locked at once: their results wait for it. */
const checksPerWrite = 500

type SeenCertificate = { accountId: string; domain: string; fingerprint: string; notAfterAt: number }

/** When it expires, and the check as it was for the run that saw it. */
type OwnCertificate = { notAfterAt: number; snapshot: number }

/** A look, and the checks that were there for it. */
type Look = { fingerprint: string; at: number; checkNos: Set<number> }

/**
 * What runs have seen of the certificates of their targets. They look more often than anybody has to be told:
 * once an hour for each domain of an account, and at once when there is another certificate or another check.
 */
export function createCertificateWatch(deps: {
  store: Store
  clock: Clock
  log: Logger
  wakeDelivery(): void
}) {
  const { store, clock } = deps
  const looks = new Map<string, Look>()
  const waiting = new Map<string, SeenCertificate & { by: Set<number> }>()
  /** Of checks that judge their certificate themselves, by their number. */
  const ownWaiting = new Map<number, OwnCertificate>()
  const ownLooks = new Map<number, OwnCertificate & { at: number }>()

  function isDue(key: string, checkNo: number, fingerprint: string): boolean {
    const cached = looks.get(key)
    if (cached === undefined || cached.fingerprint !== fingerprint || !cached.checkNos.has(checkNo))
      return true
    return clock.now() - cached.at >= lookEveryMs
  }

  /** The checks that run and depend on this certificate. */
  async function checksOf(certificate: SeenCertificate): Promise<number[]> {
    const numbers = await checksOfDomain(store.read, certificate)
    const contexts = await alertContexts(store.read, numbers)
    return [...contexts.values()].filter(isActivated).map(({ checkNo }) => checkNo)
  }

  async function note(certificate: SeenCertificate, checkNos: readonly number[]): Promise<void> {
    const others = await checksWithOtherExpiry(store.read, checkNos, certificate.notAfterAt)
    for (const numbers of chunks(others, checksPerWrite)) {
      await store.write(async (db) => {
        // Whoever points a check at another domain locks its state too: either is seen by the other.
        await lockStates(db, numbers)
        const there = [...(await alertContexts(db, numbers)).values()].filter(dependsOn(certificate))
        await recordCertificateExpiry(
          db,
          there.map(({ checkNo }) => checkNo),
          certificate.notAfterAt,
        )
      })
    }
  }

  function isOwnDue(checkNo: number, { notAfterAt, snapshot }: OwnCertificate): boolean {
    const cached = ownLooks.get(checkNo)
    if (cached?.notAfterAt !== notAfterAt || cached.snapshot !== snapshot) return true
    return clock.now() - cached.at >= lookEveryMs
  }

  /** Only so that whoever asks for certificates that expire is told of these, too. */
  async function noteOwn(checkNo: number, own: OwnCertificate): Promise<void> {
    try {
      const others = await checksWithOtherExpiry(store.read, [checkNo], own.notAfterAt)
      if (others.length > 0) {
        await store.write(async (db) => {
          // Whoever points a check at another target locks its state too: what was seen of the old one is nobody's then.
          await lockStates(db, [checkNo])
          if (await hasSameTarget(db, checkNo, own)) await recordCertificateExpiry(db, others, own.notAfterAt)
        })
      }
      if (ownLooks.size >= mostRemembered) ownLooks.clear()
      ownLooks.set(checkNo, { ...own, at: clock.now() })
    } catch (error) {
      deps.log.error({ err: error, checkNo }, 'could not record a certificate')
    }
  }

  async function tell(certificate: SeenCertificate, checkNos: readonly number[]): Promise<number> {
    await note(certificate, checkNos)
    const now = clock.now()
    return await store.write(async (db) => {
      const contexts = [...(await alertContexts(db, checkNos)).values()]
        .filter(isActivated)
        .filter(dependsOn(certificate))
      const suppression = createSuppression(db, now)
      return await raiseSslExpiry(db, { ...certificate, checks: contexts }, now, {
        isSuppressed: async (context) => (await suppression.of(context)) !== 'none',
      })
    })
  }

  return {
    /** What this run has seen; the check is still what it was when the run began. */
    note({ accountId, checkNo, checkType, check, snapshot }: TicketedRun, detail: unknown): void {
      const own = kindOf(checkType).run?.ownCertificate?.(detail) ?? null
      if (own !== null && isOwnDue(checkNo, { ...own, snapshot }))
        ownWaiting.set(checkNo, { ...own, snapshot })
      const domain = check?.domain ?? null
      if (domain === null) return
      const certificate = kindOf(checkType).run?.certificate?.seenIn(detail) ?? null
      if (certificate === null) return
      const sighting = { ...certificate, accountId, domain }
      const key = keyOf(sighting)
      if (!isDue(key, checkNo, sighting.fingerprint)) return
      const by = waiting.get(key)?.by ?? new Set()
      waiting.set(key, { ...sighting, by: by.add(checkNo) })
    },
    /** Writes down what was seen; what cannot be written is seen again by the next run. */
    async work(): Promise<void> {
      const own = [...ownWaiting]
      ownWaiting.clear()
      for (const [checkNo, seen] of own) await noteOwn(checkNo, seen)
      if (waiting.size === 0) return
      const due = [...waiting]
      waiting.clear()
      for (const [key, { by, ...sighting }] of due) {
        let checkNos: readonly number[]
        try {
          checkNos = await checksOf(sighting)
          const notices = await tell(sighting, checkNos)
          if (notices > 0) deps.wakeDelivery()
        } catch (error) {
          deps.log.error({ err: error, domain: sighting.domain }, 'could not record a certificate')
          continue
        }
        if (looks.size >= mostRemembered) looks.clear()
        const { fingerprint } = sighting
        looks.set(key, { fingerprint, at: clock.now(), checkNos: by.union(new Set(checkNos)) })
      }
    },
  }
}

/** By what is stored: the schedule may not have heard of a change yet. */
function dependsOn({ domain }: SeenCertificate): (context: AlertContext) => boolean {
  return ({ checkType, config }) => kindOf(checkType).run?.certificate?.domainOf(config) === domain
}

/** By what is stored, too. */
async function hasSameTarget(db: Db, checkNo: number, { snapshot }: OwnCertificate): Promise<boolean> {
  const now = (await alertContexts(db, [checkNo])).get(checkNo)
  const seen = await findSnapshot(db, { checkNo, snapshot })
  if (now === undefined || seen === null) return false
  const targetOf = kindOf(now.checkType).run?.targetOf
  return targetOf !== undefined && targetOf(now.config) === targetOf(seen.config)
}

function keyOf({ accountId, domain }: { accountId: string; domain: string }): string {
  return `${accountId}/${domain}`
}
