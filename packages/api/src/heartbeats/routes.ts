import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import type { Windows } from '../http/windows.ts'
import { getHeartbeatAvailability } from './get-heartbeat-availability.ts'
import { getHeartbeatEvent } from './get-heartbeat-event.ts'
import { listHeartbeatEvents } from './list-heartbeat-events.ts'
import { ping } from './ping.ts'

export function heartbeatRoutes(app: App, deps: ApiDeps & { windows: Windows }): void {
  ping(app, deps)
  listHeartbeatEvents(app, deps)
  getHeartbeatEvent(app, deps)
  getHeartbeatAvailability(app, deps)
}
