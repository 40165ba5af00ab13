import {
  Configuration,
  ConfigurationImport,
  ConfigurationImportQuery,
  configurationBytes,
  type ImportAction,
  type ImportedItem,
} from '@sonde/schema/accounts/configuration.ts'
import type { ApiDeps } from '../api-deps.ts'
import type { Actor } from '@sonde/actions/actor.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalidInput } from '@sonde/actions/refusal.ts'
import { planImport, type SkippedItem } from './plan-import.ts'
import { anotherImport, describePlanned, writeImport } from './write-import.ts'

/** Naming every one of ten thousand mistakes would help nobody. */
const mostMistakesNamed = 50

export function importConfiguration(app: App, deps: ApiDeps): void {
  /** Accounts that this server imports into now. */
  const importing = new Set<string>()

  app.post(
    '/v1/accounts/me/configuration',
    {
      bodyLimit: configurationBytes,
      schema: {
        summary: 'Import a configuration',
        description:
          'Creates what is missing and changes what is different; nothing is deleted, and what is the same is not touched. Everything is judged before anything is written: 400 names every mistake by its path. Up to 200 things are written all or none; a larger document in steps, and importing it again completes it.',
        tags: ['Accounts'],
        querystring: ConfigurationImportQuery,
        body: Configuration,
        response: answers({ 200: ConfigurationImport }, 402, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request): Promise<ConfigurationImport> => {
      const { dryRun } = request.query
      const actor = actorOf(request, deps)
      if (dryRun) return await importDocument(actor, request.body, dryRun)
      if (importing.has(actor.accountId)) throw anotherImport()
      importing.add(actor.accountId)
      try {
        return await importDocument(actor, request.body, dryRun)
      } finally {
        importing.delete(actor.accountId)
      }
    },
  )

  async function importDocument(
    actor: Actor,
    document: Configuration,
    dryRun: boolean,
  ): Promise<ConfigurationImport> {
    const plan = await planImport(deps.store.read, { deps, actor, document })
    if (plan.mistakes.length > 0) throw invalidInput(plan.mistakes.slice(0, mostMistakesNamed))
    const items = [
      ...(dryRun ? plan.items.map(describePlanned) : await writeImport(plan, { deps, actor })),
      ...plan.skipped.map(describeSkipped),
    ]
    const countOf = (action: ImportAction) => items.filter((item) => item.action === action).length
    return {
      dryRun,
      accountId: actor.accountId,
      created: countOf('created'),
      updated: countOf('updated'),
      unchanged: countOf('unchanged'),
      skipped: countOf('skipped'),
      items,
      warnings: plan.warnings,
    }
  }
}

function describeSkipped({ kind, sourceId, name }: SkippedItem): ImportedItem {
  return { kind: kind.list, id: null, sourceId, name, action: 'skipped' }
}
