import type { App } from '../http/app-type.ts'
import { acceptInvitation } from '../invites/accept-invitation.ts'
import { ownIdentityRoutes } from '../oidc/own-identities.ts'
import { signInOptions } from '../oidc/sign-in-options.ts'
import { signInWithOidcRoutes } from '../oidc/sign-in-with-oidc.ts'
import { ownSecondFactorRoutes } from '../second-factor/own-second-factor.ts'
import { signInWithCodeRoutes } from '../second-factor/sign-in-with-code.ts'
import { changeOwnPasswordRoute } from '../users/change-own-password.ts'
import { updateOwnUserRoute } from '../users/update-own-user.ts'
import { createSession } from './create-session.ts'
import { deleteSession } from './delete-session.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endOwnSession } from './end-own-session.ts'
import { getSession } from './get-session.ts'
import { listOwnSessions } from './list-own-sessions.ts'
import type { SignInDeps } from './sign-in-deps.ts'

export function sessionRoutes(app: App, deps: SignInDeps): void {
  createSession(app, deps)
  getSession(app, deps)
  deleteSession(app, deps)
  updateOwnUserRoute(app, deps)
  changeOwnPasswordRoute(app, deps)
  acceptInvitation(app, deps)
  listOwnSessions(app, deps)
  endOwnSession(app, deps)
  endOtherSessions(app, deps)
  signInWithCodeRoutes(app, deps)
  ownSecondFactorRoutes(app, deps)
  signInOptions(app, deps)
  signInWithOidcRoutes(app, deps)
  ownIdentityRoutes(app, deps)
}
