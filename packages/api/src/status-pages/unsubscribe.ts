import {
  deleteSubscriberByToken,
  findSubscriptionByToken,
} from '@sonde/store/status-pages/status-page-subscribers.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { publicAccess } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { askPage, donePage, endedPage, gonePage } from './unsubscribe-page.ts'
import { plainPagePolicy } from '../http/pages/plain-page.ts'

/**
 * The link at the end of every mail to a subscriber. Opening it only asks: programs that look into mails open
 * links too. The button, and the one-click request that mail programs send, end the subscription. The token is
 * the secret; the name of the page in the path may have changed since the mail.
 */
export function unsubscribe(app: App, deps: ApiDeps): void {
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  const url = '/status/:url/unsubscribe/:token'

  app.register(async (scope) => {
    // What a form or a mail program sends along says nothing that the path does not.
    scope.removeAllContentTypeParsers()
    const ignoreBody = { parseAs: 'string', bodyLimit: 16_384 } as const
    scope.addContentTypeParser('*', ignoreBody, (_request, _text, done) => done(null, undefined))

    scope.get(url, options, async (request, reply) => {
      const subscription = await findSubscriptionByToken(deps.store.read, tokenOf(request))
      return subscription === null ? show(reply, 404, gonePage()) : show(reply, 200, askPage(subscription))
    })

    scope.post(url, options, async (request, reply) => {
      const token = tokenOf(request)
      const ended = await deps.store.write(async (db) => {
        const subscription = await findSubscriptionByToken(db, token)
        return subscription !== null && (await deleteSubscriberByToken(db, token)) ? subscription : null
      })
      if (ended !== null) return show(reply, 200, donePage(ended))
      // Mail programs repeat their request: what it asks for is true then, and an error would say otherwise.
      return token === '' ? show(reply, 404, gonePage()) : show(reply, 200, endedPage())
    })
  })
}

/** A text of another form is no token, and may be one that the database cannot take. */
function tokenOf(request: FastifyRequest): string {
  const { token } = request.params as { token: string }
  return /^[0-9a-f]{64}$/.test(token) ? token : ''
}

function show(reply: FastifyReply, statusCode: number, html: string): FastifyReply {
  return reply
    .code(statusCode)
    .header('content-security-policy', plainPagePolicy)
    .type('text/html; charset=utf-8')
    .send(html)
}
