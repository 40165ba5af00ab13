import { useQuery } from '@tanstack/react-query'
import { useApi, useMay } from '../api/account-context.ts'
import { useWrite } from '../api/use-write.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { formatCount } from '../parts/format.ts'
import { DataTable } from '../parts/lists/data-table.tsx'
import { Moment } from '../parts/moment.tsx'
import { Failed } from '../parts/states.tsx'
import { withoutTerminalCodes } from '../parts/terminal-codes.ts'
import { archiveErrorGroup, errorGroupsQuery } from '../resources/error-groups.ts'

/** The same failure again and again is one row, with when it was seen first and last. A check without failures has none. */
export function ErrorGroupsCard({ checkId }: { checkId: string }) {
  const query = useQuery(errorGroupsQuery(useApi(), checkId))
  const mayArchive = useMay('READ_WRITE')
  const archiving = useWrite({ write: archiveErrorGroup, stale: [['check', checkId, 'error-groups']] })
  if (query.data === undefined) {
    return query.isError ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null
  }
  const { items, total } = query.data
  if (items.length === 0) return null
  return (
    <Card title="Error groups" isFlush>
      {archiving.isError ? <Failed error={archiving.error} /> : null}
      <DataTable columns={['Error', 'First seen', 'Last seen']} hasActions={mayArchive}>
        {items.map(({ id, rawErrorMessage, cleanedErrorMessage, firstSeen, lastSeen }) => {
          const message = withoutTerminalCodes(rawErrorMessage ?? cleanedErrorMessage)
          return (
            <tr key={id}>
              <td className="min-w-48">
                <code className="line-clamp-3 text-xs break-words whitespace-pre-wrap" title={message}>
                  {message}
                </code>
              </td>
              <td>
                <Moment at={firstSeen} form="ago" />
              </td>
              <td>
                <Moment at={lastSeen} form="ago" />
              </td>
              {mayArchive ? (
                <td className="text-right">
                  <Button
                    look="quiet"
                    title="Listed again when the check fails in this way once more"
                    isBusy={archiving.isPending && archiving.variables === id}
                    onClick={() => archiving.mutate(id)}
                  >
                    Archive
                  </Button>
                </td>
              ) : null}
            </tr>
          )
        })}
      </DataTable>
      {total !== null && total > items.length ? (
        <p className="text-soft px-4 py-3 text-xs">
          The latest {formatCount(items.length)} of {formatCount(total)}.
        </p>
      ) : null}
    </Card>
  )
}
