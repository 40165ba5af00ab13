import {
  type Configuration,
  configurationFormat,
  type ConfigurationItem,
  configurationVersion,
} from '@sonde/schema/accounts/configuration.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { conflict } from '../refusal.ts'
import { accountKind } from './kinds/account-kind.ts'
import type { ConfigurationKind, ReadContext, StoredItem } from './configuration-kind.ts'
import { configurationKinds } from './configuration-kinds.ts'

/** Everything that people have set up in an account, as one document that another server can import. */
export async function exportConfiguration(
  { store, clock }: Pick<ActionDeps, 'store' | 'clock'>,
  { accountId }: Actor,
  {
    includeSecrets,
    exportedBy,
  }: {
    includeSecrets: boolean
    /** The program and its version. */
    exportedBy: string
  },
): Promise<Configuration> {
  const context = { db: store.read, sealer: store.sealer, accountId }
  const [account] = await accountKind.read(context, null)
  const lists: Record<string, ConfigurationItem[]> = {}
  const unreadable: string[] = []
  for (const kind of configurationKinds) {
    // One after the other: an export must not take every connection for itself.
    const stored = await readKind(kind, context, includeSecrets)
    lists[kind.list] = stored.map((each) => exportedItem(kind, each, includeSecrets))
    unreadable.push(...stored.flatMap((each) => troubleOf(kind, each) ?? []))
  }
  if (unreadable.length > 0) throw conflict(unreadableMessage(unreadable))
  return {
    format: configurationFormat,
    version: configurationVersion,
    exportedAt: new Date(clock.now()).toISOString(),
    exportedBy,
    ...(account === undefined ? {} : { account: account.item }),
    ...lists,
  }
}

async function readKind(
  kind: ConfigurationKind,
  context: ReadContext,
  includeSecrets: boolean,
): Promise<StoredItem[]> {
  return kind.isSecret === true && !includeSecrets ? [] : await kind.read(context, null)
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
  const names = unreadable.slice(0, mostNamed).join('; ') + (others > 0 ? `; and ${others} more` : '')
  return `Nothing was exported, because these secrets cannot be decrypted: ${names}. Set them again or delete them`
}

function exportedItem(kind: ConfigurationKind, { id, item, createdAt }: StoredItem, includeSecrets: boolean) {
  return {
    ...(kind.ids === null ? {} : { id }),
    ...(includeSecrets ? item : kind.withoutSecrets(item)),
    createdAt: new Date(createdAt).toISOString(),
  }
}
