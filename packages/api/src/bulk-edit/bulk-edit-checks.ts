import { BulkEdit, BulkEditAnswer } from '@sonde/schema/checks/bulk-edit.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createCheckEditor, type EditOutcome } from './edit-checks.ts'

/** Checks that are written together: nobody else writes meanwhile. */
const checksPerWrite = 25

export function bulkEditChecks(app: App, deps: ApiDeps): void {
  const editChecks = createCheckEditor(deps)

  app.post(
    '/v1/checks/bulk-edit',
    {
      schema: {
        summary: 'Change or delete many checks',
        description:
          'Each check is judged and recorded as if it were changed or deleted alone, and is changed whole or not at ' +
          'all; one that cannot be changed does not keep the others. Asking again finishes what was interrupted. ' +
          '`removeTags` comes before `addTags`.',
        tags: ['Checks'],
        body: BulkEdit,
        response: answers({ 200: BulkEditAnswer }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request) => {
      const actor = actorOf(request, deps)
      const { checkIds, ...edit } = request.body
      const ids = [...new Set(checkIds.map((id) => id.toLowerCase()))]
      const outcomes: EditOutcome[] = []
      for (let from = 0; from < ids.length; from += checksPerWrite) {
        const slice = ids.slice(from, from + checksPerWrite)
        const settled = await deps.store.write((db) => editChecks(db, { actor, ids: slice, edit }))
        await follow(settled)
        outcomes.push(...settled)
      }
      const count = (kind: EditOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length
      return {
        changed: count('changed') + count('deleted'),
        unchanged: count('unchanged'),
        failed: outcomes.flatMap((outcome) =>
          outcome.kind === 'failed' ? [{ checkId: outcome.checkId, message: outcome.message }] : [],
        ),
      }
    },
  )

  /** The schedule hears of what was written even if the next write fails. */
  async function follow(outcomes: readonly EditOutcome[]): Promise<void> {
    const idsOf = (kind: EditOutcome['kind']) =>
      outcomes.filter((outcome) => outcome.kind === kind).map(({ checkId }) => checkId)
    const changed = idsOf('changed')
    if (changed.length > 0) await deps.runs.groupWritten(changed)
    for (const checkId of idsOf('deleted')) {
      await deps.runs.checkDeleted(checkId)
    }
  }
}
