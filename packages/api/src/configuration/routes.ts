import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { convertUptimeKumaRoute } from './convert-uptime-kuma.ts'
import { exportConfigurationRoute } from './export-configuration.ts'
import { importConfigurationRoute } from './import-configuration.ts'

export function configurationRoutes(app: App, deps: ApiDeps): void {
  exportConfigurationRoute(app, deps)
  importConfigurationRoute(app, deps)
  convertUptimeKumaRoute(app, deps)
}
