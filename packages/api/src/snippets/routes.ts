import type { ApiDeps } from '../api-deps.ts'
import type { App } from '../http/app-type.ts'
import { createSnippetRoute } from './create-snippet.ts'
import { deleteSnippetRoute } from './delete-snippet.ts'
import { getSnippet } from './get-snippet.ts'
import { listSnippets } from './list-snippets.ts'
import { updateSnippetRoute } from './update-snippet.ts'

export function snippetRoutes(app: App, deps: ApiDeps): void {
  listSnippets(app, deps)
  createSnippetRoute(app, deps)
  getSnippet(app, deps)
  updateSnippetRoute(app, deps)
  deleteSnippetRoute(app, deps)
}
