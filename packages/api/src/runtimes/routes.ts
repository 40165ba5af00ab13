import type { App } from '../http/app-type.ts'
import { getRuntime } from './get-runtime.ts'
import { listRuntimes } from './list-runtimes.ts'

export function runtimeRoutes(app: App): void {
  listRuntimes(app)
  getRuntime(app)
}
