import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { health } from './health.ts'
import { metrics, type MetricsDeps } from './metrics.ts'
import { ready } from './ready.ts'

export function operationRoutes(app: App, deps: ApiDeps & MetricsDeps): void {
  health(app, deps)
  ready(app, deps)
  metrics(app, deps)
}
