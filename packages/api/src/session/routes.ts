import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { acceptInvitation } from '../invites/accept-invitation.ts'
import { createSignInTries } from '../public-access/sign-in-tries.ts'
import { changeOwnPasswordRoute } from '../users/change-own-password.ts'
import { updateOwnUserRoute } from '../users/update-own-user.ts'
import { createSession } from './create-session.ts'
import { deleteSession } from './delete-session.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endOwnSession } from './end-own-session.ts'
import { getSession } from './get-session.ts'
import { listOwnSessions } from './list-own-sessions.ts'

/** Everything that asks for the password of a user counts wrong ones together. */
export function sessionRoutes(app: App, deps: ApiDeps): void {
  const withTries = { ...deps, tries: createSignInTries({ clock: deps.clock }) }
  createSession(app, withTries)
  getSession(app, deps)
  deleteSession(app, deps)
  updateOwnUserRoute(app, withTries)
  changeOwnPasswordRoute(app, withTries)
  acceptInvitation(app, withTries)
  listOwnSessions(app, deps)
  endOwnSession(app, deps)
  endOtherSessions(app, deps)
}
