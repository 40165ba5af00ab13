import type { PublicAnswers } from '@sonde/status-pages/public-answers.ts'
import type { SignInTries } from '../../public-access/sign-in-tries.ts'
import type { ApiDeps } from '../../api-deps.ts'
import type { App } from '../../http/app-type.ts'
import type { Windows } from '../../http/windows.ts'
import { acceptFormBodies } from '../../public-access/form-bodies.ts'
import { confirmSubscription } from './confirm-subscription.ts'
import { createPageVisits } from './page-visit.ts'
import { showPage } from './show-page.ts'
import { signIn, signOut } from './sign-in.ts'
import { statusPageHost } from './status-page-hosts.ts'
import { subscribeAtPage } from './subscribe.ts'

/** Everything that people see of status pages, below `/status/` and on hosts of their own. */
export function publicPageRoutes(
  app: App,
  deps: ApiDeps & { tries: SignInTries; windows: Windows },
  answers: PublicAnswers,
): void {
  const visits = createPageVisits(deps)
  app.pageHosts.add((host, url) => statusPageHost(host, url, deps))
  showPage(app, deps, { visits, answers })
  app.register(async (scope) => {
    acceptFormBodies(scope)
    subscribeAtPage(scope, deps, visits)
    confirmSubscription(scope, deps)
    signIn(scope, deps, visits)
    signOut(scope, deps, visits)
  })
}
