import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { cancelTestSessionRoute } from './cancel-test-session.ts'
import { goldenFileRoutes } from './golden-files.ts'
import { listTestSessionsRoute } from './list-test-sessions.ts'
import { readTestResult } from './read-test-result.ts'
import { readTestSessions } from './read-test-sessions.ts'
import { resultAssets } from './result-assets.ts'
import { runTestSession } from './run-test-session.ts'
import { triggerTestSessionRoutes } from './trigger-test-session.ts'

/** Runs that code asks for, and what becomes of them. */
export function testSessionRoutes(app: App, deps: ApiDeps): void {
  listTestSessionsRoute(app, deps)
  runTestSession(app, deps)
  triggerTestSessionRoutes(app, deps)
  readTestSessions(app, deps)
  readTestResult(app, deps)
  cancelTestSessionRoute(app, deps)
  resultAssets(app, deps)
  goldenFileRoutes(app, deps)
}
