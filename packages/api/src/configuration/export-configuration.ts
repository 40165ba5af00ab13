import {
  Configuration,
  ConfigurationExportQuery,
  configurationFormat,
  configurationVersion,
  type ConfigurationItem,
} from '@sonde/schema/accounts/configuration.ts'
import packageFile from '../../package.json' with { type: 'json' }
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { conflict } from '@sonde/actions/refusal.ts'
import { accountKind } from './account-kind.ts'
import type { ConfigurationKind, Reading, StoredItem } from './configuration-kind.ts'
import { configurationKinds } from './configuration-kinds.ts'

export function exportConfiguration(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/accounts/me/configuration',
    {
      schema: {
        summary: 'Export the configuration of the account',
        description:
          'Everything that people have set up, as one document that another server can import. Secrets are left out or masked unless they are asked for. Results, incidents, subscribers of status pages, members and keys are no part of it.',
        tags: ['Accounts'],
        querystring: ConfigurationExportQuery,
        response: answers({ 200: Configuration }, 409),
      },
      config: { access: { kind: 'account', role: 'ADMIN' } },
    },
    async (request): Promise<Configuration> => {
      const { read: db, sealer } = deps.store
      const reading = { db, sealer, accountId: accountOf(request).id }
      const { includeSecrets } = request.query
      const [account] = await accountKind.read(reading, null)
      const lists: Record<string, ConfigurationItem[]> = {}
      const unreadable: string[] = []
      for (const kind of configurationKinds) {
        // One after the other: an export must not take every connection for itself.
        const stored = await readKind(kind, reading, includeSecrets)
        lists[kind.list] = stored.map((each) => exported(kind, each, includeSecrets))
        unreadable.push(...stored.flatMap((each) => troubleOf(kind, each) ?? []))
      }
      if (unreadable.length > 0) throw conflict(unreadableMessage(unreadable))
      return {
        format: configurationFormat,
        version: configurationVersion,
        exportedAt: new Date(deps.clock.now()).toISOString(),
        exportedBy: `Sonde ${packageFile.version}`,
        ...(account === undefined ? {} : { account: account.item }),
        ...lists,
      }
    },
  )
}

async function readKind(
  kind: ConfigurationKind,
  reading: Reading,
  includeSecrets: boolean,
): Promise<StoredItem[]> {
  return kind.isSecret === true && !includeSecrets ? [] : await kind.read(reading, null)
}

function troubleOf(kind: ConfigurationKind, { id, item, unreadable }: StoredItem): string | null {
  if (unreadable === undefined) return null
  const name = kind.nameOf(item)
  return `${kind.title} ${id}${name === null || name === id ? '' : ` "${name}"`} (${unreadable})`
}

/** Naming every one of thousands would help nobody. */
const mostNamed = 10

/** A document that silently lacks something would be noticed on the day it is needed. */
function unreadableMessage(unreadable: readonly string[]): string {
  const others = unreadable.length - mostNamed
  const named = unreadable.slice(0, mostNamed).join('; ') + (others > 0 ? `; and ${others} others` : '')
  return `Nothing is exported, as these cannot be read: ${named}. Set them again or delete them`
}

function exported(kind: ConfigurationKind, { id, item, createdAt }: StoredItem, includeSecrets: boolean) {
  return {
    ...(kind.ids === null ? {} : { id }),
    ...(includeSecrets ? item : kind.withoutSecrets(item)),
    createdAt: new Date(createdAt).toISOString(),
  }
}
