import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@sonde/ground/clock.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'

/** How long a visitor who has signed in sees a private page. */
export const sessionSeconds = 30 * 24 * 60 * 60

/** What a session opens. `epoch` changes with the password: sessions of the one before end with it. */
export type PrivatePage = { kind: 'status-page' | 'dashboard'; id: string; epoch: string }

export type VisitorSessions = {
  issue(page: PrivatePage): string
  isValid(token: string | null, page: PrivatePage): boolean
}

/**
 * Sessions of visitors of private pages. They say nothing about who the visitor is and are not stored: a token is the
 * moment it ends, signed together with the page.
 */
export function createVisitorSessions({ sealer, clock }: { sealer: Sealer; clock: Clock }): VisitorSessions {
  const key = sealer.deriveKey('visitors of private pages')
  const sign = (endsAt: string, { kind, id, epoch }: PrivatePage) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, id, epoch, endsAt]))
      .digest()

  return {
    issue(page) {
      const endsAt = String(clock.now() + sessionSeconds * 1000)
      return `${endsAt}.${sign(endsAt, page).toString('base64url')}`
    },
    isValid(token, page) {
      const [, endsAt, signature] = /^(\d{1,16})\.([A-Za-z0-9_-]{43})$/.exec(token ?? '') ?? []
      if (endsAt === undefined || signature === undefined) return false
      const isOurs = timingSafeEqual(Buffer.from(signature, 'base64url'), sign(endsAt, page))
      return isOurs && Number(endsAt) > clock.now()
    },
  }
}
