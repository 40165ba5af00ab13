import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createInviteRoute } from './create-invite.ts'
import { deleteInviteRoute } from './delete-invite.ts'
import { renewInviteRoute } from './renew-invite.ts'

export function inviteRoutes(app: App, deps: ApiDeps): void {
  createInviteRoute(app, deps)
  renewInviteRoute(app, deps)
  deleteInviteRoute(app, deps)
}
