import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { deleteTraceExportRoute } from './delete-trace-export.ts'
import { getTraceExport } from './get-trace-export.ts'
import { putTraceExportRoute } from './put-trace-export.ts'

export function traceExportRoutes(app: App, deps: ApiDeps): void {
  getTraceExport(app, deps)
  putTraceExportRoute(app, deps)
  deleteTraceExportRoute(app, deps)
}
