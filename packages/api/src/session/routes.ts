import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { acceptInvitation } from '../invites/accept-invitation.ts'
import type { SignInTries } from '../public-access/sign-in-tries.ts'
import { changeOwnPasswordRoute } from '../users/change-own-password.ts'
import { updateOwnUserRoute } from '../users/update-own-user.ts'
import { createSession } from './create-session.ts'
import { deleteSession } from './delete-session.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endOwnSession } from './end-own-session.ts'
import { getSession } from './get-session.ts'
import { listOwnSessions } from './list-own-sessions.ts'

export function sessionRoutes(app: App, deps: ApiDeps & { tries: SignInTries }): void {
  createSession(app, deps)
  getSession(app, deps)
  deleteSession(app, deps)
  updateOwnUserRoute(app, deps)
  changeOwnPasswordRoute(app, deps)
  acceptInvitation(app, deps)
  listOwnSessions(app, deps)
  endOwnSession(app, deps)
  endOtherSessions(app, deps)
}
