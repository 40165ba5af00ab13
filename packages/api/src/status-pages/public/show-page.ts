import type { PublicAnswers } from '@sonde/status-pages/public-answers.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../api-deps.ts'
import { publicAccess } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { framedByOwnScreens } from '../../http/framing.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { unauthorized } from '../../http/refusal.ts'
import { type PageVisits, showNoPage, showSignIn, toPage } from './page-visit.ts'

const feeds: ReadonlySet<string> = new Set(['feed.rss', 'feed.atom', 'slack.rss'])

/** Where forms of the page go: who opens such an address has loaded the answer to one again. */
const forms: ReadonlySet<string> = new Set(['subscribe', 'login', 'logout'])

/** A status page with everything below it that is only read. */
export function showPage(
  app: App,
  deps: ApiDeps,
  { visits, answers }: { visits: PageVisits; answers: PublicAnswers },
): void {
  const options = { schema: { hide: true }, config: { access: publicAccess } }
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request)
    const visit = await visits.of(request)
    if (visit === null) return showNoPage(reply)
    if (forms.has(path)) return toPage(reply, visit)
    const { page, basePath, origin, password } = visit
    if (!visit.isOpen) {
      // Programs read these: a form means nothing to them, and a reader of feeds would ask for ever.
      if (feeds.has(path)) throw notFound('feed')
      if (path === 'summary.json') throw unauthorized('This status page is private: sign in on the page')
      return showSignIn(reply, visit)
    }
    const answer = await answers.answer({
      page,
      path,
      day: path === '' ? dayOf(request) : undefined,
      basePath,
      origin,
      now: deps.clock.now(),
      isPrivate: password !== null,
      canSubscribe: deps.alerting.smtp !== null,
      ifNoneMatch: request.headers['if-none-match'],
      acceptEncoding: headerText(request.headers['accept-encoding']),
    })
    if (answer === null) return showNoPage(reply)
    const isFramed = basePath !== '' && password === null
    // With `no-referrer`, browsers do not tell where a form comes from, not even to its own page.
    return reply
      .code(answer.status)
      .header('referrer-policy', 'same-origin')
      .headers({
        ...answer.headers,
        ...(isFramed ? framedByOwnScreens(answer.headers['content-security-policy'] ?? '') : {}),
      })
      .send(answer.body)
  }
  // In an outage a whole company asks through one address, and the answer is ready: nobody is refused.
  app.get('/status/:url', { ...options, config: { ...options.config, limit: null } }, show)
  app.get('/status/:url/*', options, show)
}

/** Below the page, without slashes at either end. */
function pathOf(request: FastifyRequest): string {
  const { '*': path = '' } = request.params as { '*'?: string }
  return path.replace(/\/$/, '')
}

/** The day that a bar leads to. */
function dayOf({ query }: FastifyRequest): string | undefined {
  const { day } = query as { day?: string | string[] }
  return Array.isArray(day) ? day.join() : day
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
