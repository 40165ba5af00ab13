import { Link } from '@tanstack/react-router'
import { Moment } from '../../parts/moment.tsx'
import type { AuditEntry } from '../../resources/account/audit-log.ts'
import { auditRoute } from '../routes.ts'
import { actionWord, entityWord, valueInWords } from './words.ts'

/** One change: who, what, when; opened, each field before and after. */
export function AuditEntryItem({ entry }: { entry: AuditEntry }) {
  const { actor } = entry
  return (
    <li className="border-line border-b last:border-b-0">
      <details>
        <summary className="hover:bg-raised cursor-pointer px-4 py-2.5">
          <span className="font-medium">
            {actionWord(entry.action)} {entityWord(entry.entityType)}
          </span>{' '}
          {entry.entityName === null ? null : `“${entry.entityName}”`}
          <span className="text-soft block text-xs">
            <ActorName actor={actor} />, <Moment at={entry.at} />
          </span>
        </summary>
        <div className="space-y-3 px-4 pb-4">
          <Changes entry={entry} />
          <p className="text-soft text-xs">
            {entry.address === null ? null : <>From {entry.address}. </>}
            {entry.requestId === null ? null : (
              <>
                Request <code>{entry.requestId}</code>.{' '}
              </>
            )}
            Id <code>{entry.entityId}</code>.
          </p>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
            <Link
              from={auditRoute.fullPath}
              search={{ entityType: entry.entityType, entityId: entry.entityId }}
            >
              All changes of this {entityWord(entry.entityType)}
            </Link>
            {actor.userId === null ? null : (
              <Link from={auditRoute.fullPath} search={{ userId: actor.userId }}>
                All by {actor.email ?? 'this person'}
              </Link>
            )}
            {actor.keyId === null ? null : (
              <Link from={auditRoute.fullPath} search={{ keyId: actor.keyId }}>
                All by this key
              </Link>
            )}
          </p>
        </div>
      </details>
    </li>
  )
}

function ActorName({ actor }: { actor: AuditEntry['actor'] }) {
  if (actor.type === 'OPERATOR') return <>the operator, on the command line</>
  if (actor.type === 'SERVICE_KEY') return <>the service key {actor.keyName ?? 'that is gone'}</>
  const who = actor.email ?? 'a user who is gone'
  return <>{actor.keyName === null ? who : `${who} with the key “${actor.keyName}”`}</>
}

function Changes({ entry: { action, changes } }: { entry: AuditEntry }) {
  if (changes.length === 0) return <p className="text-soft">No fields are recorded.</p>
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label="Changed fields"
      className="border-line overflow-x-auto rounded-md border"
    >
      <table className="data-table text-xs">
        <thead>
          <tr>
            <th scope="col">Field</th>
            {action === 'CREATE' ? null : <th scope="col">Before</th>}
            {action === 'DELETE' ? null : <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.path}>
              <th scope="row">
                <code>{change.path === '' ? 'all' : change.path}</code>
              </th>
              {action === 'CREATE' ? null : <Value value={change.old} />}
              {action === 'DELETE' ? null : <Value value={change.new} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Value({ value }: { value: unknown }) {
  return (
    <td>
      <code className="line-clamp-6 break-all whitespace-pre-wrap">{valueInWords(value)}</code>
    </td>
  )
}
