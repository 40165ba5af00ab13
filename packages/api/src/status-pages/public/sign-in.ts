import type { ApiDeps } from '../../api-deps.ts'
import { publicAccess } from '../../http/access.ts'
import type { App } from '../../http/app-type.ts'
import { formOf } from '../../public-access/form-bodies.ts'
import { verifySignIn } from '../../public-access/verify-sign-in.ts'
import { isFromOwnPage } from '../../http/same-site.ts'
import type { SignInTries } from '../../public-access/sign-in-tries.ts'
import { clearVisitorCookie, setVisitorCookie } from '../../public-access/visitor-cookie.ts'
import { homeOf, type PageVisits, showNoPage, showPlain, showSignIn, toPage } from './page-visit.ts'
import { strangePage } from './plain-answers.ts'

const options = { schema: { hide: true }, config: { access: publicAccess } }

/** Opens a private page for a visitor with its password, or for a member of its account. */
export function signIn(app: App, deps: ApiDeps & { tries: SignInTries }, visits: PageVisits): void {
  app.post('/status/:url/login', options, async (request, reply) => {
    const visit = await visits.of(request)
    if (visit === null) return showNoPage(reply)
    const { page, password } = visit
    if (!isFromOwnPage(request)) return showPlain(reply, 403, strangePage(homeOf(visit)))
    if (password === null) return toPage(reply, visit)
    const { accountId } = page
    const form = formOf(request)
    const secret = { name: page.id, accountId, passwordHash: password.hash }
    const attempt = await verifySignIn(deps, request, form, secret)
    if ('retryAfterSeconds' in attempt) {
      const { retryAfterSeconds } = attempt
      const mistake = `Too many wrong passwords: try again in ${Math.ceil(retryAfterSeconds / 60)} min.`
      return showSignIn(reply.header('retry-after', retryAfterSeconds), visit, { status: 429, mistake })
    }
    if (!attempt.isRight)
      return showSignIn(reply, visit, {
        mistake: 'Wrong password, or wrong e-mail address and password. Try again.',
      })
    setVisitorCookie(request, reply, {
      token: visits.sessionFor(page, password),
      path: homeOf(visit),
      publicUrl: deps.publicUrl(),
    })
    return toPage(reply, visit)
  })
}

export function signOut(app: App, deps: ApiDeps, visits: PageVisits): void {
  app.post('/status/:url/logout', options, async (request, reply) => {
    const visit = await visits.of(request)
    if (visit === null) return showNoPage(reply)
    if (!isFromOwnPage(request)) return showPlain(reply, 403, strangePage(homeOf(visit)))
    clearVisitorCookie(request, reply, { path: homeOf(visit), publicUrl: deps.publicUrl() })
    return toPage(reply, visit)
  })
}
