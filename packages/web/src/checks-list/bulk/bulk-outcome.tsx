import { Link } from '@tanstack/react-router'
import { useAccount } from '../../api/account-context.ts'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import type { CheckOverviewRow } from '../../resources/check-overview.ts'
import { inWordsOfForms, type Outcome } from './bulk-words.ts'

export function BulkOutcome({
  outcome: { title, summary, refused },
  rows,
  onClose,
}: {
  outcome: Outcome
  rows: readonly CheckOverviewRow[]
  onClose: () => void
}) {
  const { id: accountId } = useAccount()
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{summary}</p>
      <ul className="mt-3 max-h-96 space-y-2 overflow-y-auto">
        {refused.map(({ checkId, reason }) => (
          <li key={checkId}>
            <Link to="/accounts/$accountId/checks/$checkId" params={{ accountId, checkId }}>
              {rows.find(({ id }) => id === checkId)?.name ?? checkId}
            </Link>
            <span className="text-bad block">
              <span aria-hidden="true">⚠ </span>
              {inWordsOfForms(reason)}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
