import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { changeMemberRoleRoute } from './change-member-role.ts'
import { endMemberSessionsRoute } from './end-member-sessions.ts'
import { listMembers } from './list-members.ts'
import { removeMemberRoute } from './remove-member.ts'

export function memberRoutes(app: App, deps: ApiDeps): void {
  listMembers(app, deps)
  changeMemberRoleRoute(app, deps)
  removeMemberRoute(app, deps)
  endMemberSessionsRoute(app, deps)
}
