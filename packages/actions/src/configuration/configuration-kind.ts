import type { AuditEntityType } from '@sonde/schema/accounts/audit-log.ts'
import type {
  ConfigurationId,
  ConfigurationItem,
  ConfigurationList,
} from '@sonde/schema/accounts/configuration.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import type { CountedTable, UuidTable } from '@sonde/store/imports/imported-ids.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

/** Something that is stored, as the document has it: complete with its defaults and all of its secrets. */
export type StoredItem = {
  id: ConfigurationId
  item: ConfigurationItem
  createdAt: number
  /** Why a sealed part of it cannot be opened: the item is without it then. */
  unreadable?: string
}

export type ReadContext = { db: Db; sealer: Sealer; accountId: string }

/** Inside a write. */
export type WriteContext = {
  db: Db
  deps: ActionDeps
  actor: Actor
  /** What is to be told to others once the write has ended. */
  afterwards: (() => Promise<void>)[]
  /** Checks whose next slot follows what was written; told after the write, all at once. */
  writtenCheckIds: string[]
  /** Whether runs are filled with something else: see `bumpRunContext`, which whoever writes calls last. */
  changesRunContext: boolean
}

/** `path` is relative to the item. */
export type Warn = (path: string, message: string) => void

/**
 * What an id in the document stands for here. `skipped`: it stands for something that cannot be imported, which was
 * warned of. What is not known at all was noted as a mistake, and comes back as it is.
 */
export type Resolve = (list: NamedList, id: unknown, path: string) => ConfigurationId | typeof skipped

/** Cards have ids too, and stand inside their pages. */
export type NamedList = ConfigurationList | 'account' | 'statusPageCards'

/** No id: ids are texts of other systems too. */
export const skipped = Symbol('skipped')

export type Restored = { item: ConfigurationItem } | 'impossible'

/** Something that is stored and is to be another, complete, with the ids of everything that it names. */
export type ChangedItem = { path: string; stored: StoredItem; item: ConfigurationItem }

/** Inside a write: one by one where there are never many, and else by fewer questions to the database. */
type Updating =
  | { update(writing: WriteContext, stored: StoredItem, item: ConfigurationItem): Promise<void> }
  | {
      /** For those that were locked in the same write, as `lockInOrder` does. */
      updateAll(writing: WriteContext, changes: readonly ChangedItem[]): Promise<void>
    }

/** Inside a write too. */
type Inserting =
  | {
      insert(
        writing: WriteContext,
        id: ConfigurationId | null,
        item: ConfigurationItem,
        createdAt: number,
      ): Promise<ConfigurationId>
    }
  | {
      /** For those with ids that nothing else is given. */
      insertAll(writing: WriteContext, items: readonly NewItem[]): Promise<void>
    }

/** All that export and import have to know about one list of the document. */
export type ConfigurationKind = Inserting &
  Updating & {
    list: ConfigurationList | 'account'
    /** What one of them is called. */
    title: string
    entityType: AuditEntityType
    /** Null for what is told apart by something else that it has: see `idOf`. */
    ids: { type: 'uuid'; table: UuidTable } | { type: 'number'; table: CountedTable } | null
    /** For lists that may hold nothing but a secret. */
    isSecret?: true
    nameOf(item: ConfigurationItem): string | null
    /** What the audit log knows it by, where that is not its id. */
    auditIdOf?(item: ConfigurationItem): string
    /** All of the account, oldest first, or these. */
    read(context: ReadContext, ids: readonly ConfigurationId[] | null): Promise<StoredItem[]>
    /** What may leave the service when secrets are not asked for; also what the audit log is given. */
    withoutSecrets(item: ConfigurationItem): ConfigurationItem
    /** Puts back what an export has left out, and warns of what nobody knows. `item` is not validated yet. */
    restoreSecrets(item: ConfigurationItem, stored: ConfigurationItem | null, warn: Warn): Restored
    /** The item with the ids of this server in place of those of the document. It is not validated yet. */
    mapReferences(item: ConfigurationItem, resolve: Resolve): ConfigurationItem
    /** By the schema and the rules of its create operation. */
    validate(item: ConfigurationItem, deps: ActionDeps): Violation[]
    /** With its defaults, as `read` would give it after it was written. Only for what `validate` has accepted. */
    complete(item: ConfigurationItem, stored: ConfigurationItem | null): ConfigurationItem
    /** What makes two of them the same one, whatever their ids are. */
    keyOf?(item: ConfigurationItem): string | null
    /** For lists whose entries name each other: where their ids lead is settled before any of them is read. */
    namesItself?: true
    /** For what is told apart by its key alone: an id never makes two of them the same one. */
    isKnownByKeyOnly?: true
    /** How many of them an account may have, and has. */
    room?: { most(deps: ActionDeps): number; count(db: Db, accountId: string): Promise<number> }
    /** Mistakes that only show beside everything else that is stored, and what follows from it. */
    compareWithOthers?(db: Db, planned: readonly PlannedItem[], notes: Notes): Promise<void>
  }

/** Something new, complete, with the ids of everything that it names. `path` is what people know it by. */
export type NewItem = { path: string; id: ConfigurationId; item: ConfigurationItem; createdAt: number }

export type Notes = {
  deps: ActionDeps
  accountId: string
  /** Whether files that the document names may have been left in another account or installation. */
  mayComeFromElsewhere: boolean
  mistake(path: string, message: string): void
  warn(path: string, name: string | null, message: string): void
  /** Words that say which project has something that is in the way; empty where nobody may know, or none has. */
  ownerOf(kind: ConfigurationKind, id: ConfigurationId): Promise<string>
}

/** Numbers that nothing has, for those that the database will choose. */
export const highestPlaceholder = Number.MAX_SAFE_INTEGER

/** What is to be there after the import. */
export type PlannedItem = {
  kind: ConfigurationKind
  /** `checks.3` */
  path: string
  name: string | null
  sourceId: ConfigurationId | null
  /** Null: the database chooses it. */
  localId: ConfigurationId | null
  /** Stands for the number that the database will choose, in the references of others. */
  placeholder: number | null
  /** What imports remember it by, and which id that led to when this was planned; null for what has no id. */
  memory: { name: string; localId: string | null } | null
  /** Whether later imports could not know by the document alone that it is this one. */
  mustRemember: boolean
  /** Complete, with the ids of this server, some of which may still be placeholders. */
  item: ConfigurationItem
  createdAt: number
  stored: StoredItem | null
}
