import { Link } from '@tanstack/react-router'
import { useAccount } from '../api/account-context.ts'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { formatCount } from '../parts/format.ts'
import type { CheckOverviewRow } from '../resources/check-overview.ts'
import type { BulkEditAnswer } from '../resources/checks.ts'

/** What came of a change of many checks where some stay as they are. */
export function BulkOutcome({
  outcome,
  rows,
  onClose,
}: {
  outcome: BulkEditAnswer
  rows: readonly CheckOverviewRow[]
  onClose: () => void
}) {
  const { id: accountId } = useAccount()
  const { changed, unchanged, failed } = outcome
  return (
    <Dialog title={`${formatCount(failed.length)} not changed`} onClose={onClose}>
      <p>
        {formatCount(changed)} changed, {formatCount(unchanged)} were so already. These stay as they are:
      </p>
      <ul className="mt-3 max-h-96 space-y-2 overflow-y-auto">
        {failed.map(({ checkId, message }) => (
          <li key={checkId}>
            <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }}>
              {rows.find(({ id }) => id === checkId)?.name ?? checkId}
            </Link>
            <span className="text-bad block">
              <span aria-hidden="true">⚠ </span>
              {message}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
