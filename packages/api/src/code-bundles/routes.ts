import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { peekCodeBundle } from './peek-code-bundle.ts'
import { uploadCodeBundle } from './upload-code-bundle.ts'

/** Projects that code is uploaded with. */
export function codeBundleRoutes(app: App, deps: ApiDeps): void {
  uploadCodeBundle(app, deps)
  peekCodeBundle(app, deps)
}
