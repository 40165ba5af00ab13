import { hashConfirmToken } from '@sonde/status-pages/subscribers/ask-to-confirm.ts'
import { confirmSubscriber, findConfirmation } from '@sonde/store/status-pages/subscriber-confirmations.ts'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../api-deps.ts'
import { publicAccess } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { showPlain } from './page-visit.ts'
import { askConfirmPage, confirmedPage, deadConfirmationPage } from './plain-answers.ts'

/**
 * The link of the mail that asks for a confirmation. Opening it only asks: programs that look into mails open links
 * too. The token is the secret, also at a private page; the name of the page in the path may have changed since.
 */
export function confirmSubscription(app: App, deps: ApiDeps): void {
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  const url = '/status/:url/confirm/:token'

  app.get(url, options, async (request, reply) => {
    const confirmation = await findConfirmation(deps.store.read, keyOf(request))
    if (confirmation === null) return showPlain(reply, 404, deadConfirmationPage())
    return showPlain(
      reply,
      200,
      confirmation.status === 'VERIFIED' ? confirmedPage(confirmation) : askConfirmPage(confirmation),
    )
  })

  app.post(url, options, async (request, reply) => {
    const key = keyOf(request)
    const confirmed = await deps.store.write(async (db) => {
      await confirmSubscriber(db, key)
      return await findConfirmation(db, key)
    })
    return confirmed === null
      ? showPlain(reply, 404, deadConfirmationPage())
      : showPlain(reply, 200, confirmedPage(confirmed))
  })

  function keyOf(request: FastifyRequest): { hash: string; now: number } {
    const { token } = request.params as { token: string }
    return { hash: hashConfirmToken(token), now: deps.clock.now() }
  }
}
