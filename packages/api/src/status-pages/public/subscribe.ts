import { setTimeout as delay } from 'node:timers/promises'
import { hourMs, minuteMs } from '@sonde/ground/durations.ts'
import { SubscribeForm } from '@sonde/schema/status-pages/status-page-subscription.ts'
import { createValidator } from '@sonde/schema/validation/validator.ts'
import { subscribe } from '@sonde/status-pages/subscribers/subscribe.ts'
import type { PageRow } from '@sonde/store/status-pages/status-pages.ts'
import type { ApiDeps } from '../../api-deps.ts'
import { publicAccess } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { addressKey } from '../../http/rate-limiting.ts'
import type { Windows } from '../../http/windows.ts'
import { formOf } from '../../public-access/form-bodies.ts'
import { isFromOwnPage } from '../../http/same-site.ts'
import { homeOf, type PageVisits, showNoPage, showPlain, showSignIn } from './page-visit.ts'
import { askedPage, badAddressPage, noMailPage, strangePage, tooManyPage } from './plain-answers.ts'

const limits = {
  /** Of one visitor at one page. */
  visitor: { name: 'subscribing visitor', max: 20, windowMs: hourMs },
  /** Of one page, whoever asks: the mail server of the operator has a name to lose. */
  page: { name: 'subscribing page', max: 1_000, windowMs: hourMs },
  /** Mails to one address, whatever pages it is typed at. */
  address: { name: 'subscribed address', max: 5, windowMs: 24 * hourMs },
} as const

/** Longer than the work takes: how long an answer took must not tell whether the address was known. */
const answerMs = 150

/** Where the form of a page goes. */
export function subscribeAtPage(app: App, deps: ApiDeps & { windows: Windows }, visits: PageVisits): void {
  const { clock, windows } = deps
  const validate = createValidator().compile(SubscribeForm, { complete: true })

  app.post(
    '/status/:url/subscribe',
    { schema: { hide: true }, config: { access: publicAccess } },
    async (request, reply) => {
      const visit = await visits.of(request)
      if (visit === null) return showNoPage(reply)
      const { page } = visit
      const back = homeOf(visit)
      if (!isFromOwnPage(request)) return showPlain(reply, 403, strangePage(back))
      if (!visit.isOpen) return showSignIn(reply, visit)
      if (deps.alerting.smtp === null) return showPlain(reply, 503, noMailPage(back))
      const hit = await windows.hit(limits.visitor, `${page.id} ${addressKey(request.ip)}`)
      const { allowed, freesAt } = hit.allowed ? await windows.hit(limits.page, page.id) : hit
      if (!allowed) {
        const waitMs = Math.max(1_000, freesAt - clock.now())
        const html = tooManyPage({ minutes: Math.ceil(waitMs / minuteMs), back })
        return showPlain(reply.header('retry-after', Math.ceil(waitMs / 1000)), 429, html)
      }
      const email = (formOf(request).get('email') ?? '').trim().toLowerCase()
      if (validate({ email }).length > 0) return showPlain(reply, 400, badAddressPage(back))
      // The work is done in a time of its own; a failure of it is still the answer.
      await Promise.all([ask(page, email), delay(answerMs)])
      return showPlain(reply, 200, askedPage({ address: email, back }))
    },
  )

  async function ask(page: PageRow, address: string): Promise<void> {
    if (!(await windows.hit(limits.address, address)).allowed) return
    const asking = { at: clock.now(), publicUrl: deps.publicUrl() }
    const isMailed = await deps.store.write((db) => subscribe(db, { page, address }, asking))
    if (isMailed) deps.wakeDelivery()
  }
}
