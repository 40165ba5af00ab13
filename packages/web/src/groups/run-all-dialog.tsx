import schema from 'sonde-schema:check-session-target'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAccount, useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { formatCount } from '../parts/format.ts'
import { Failed } from '../parts/states.tsx'
import type { CheckGroup } from '../resources/check-groups.ts'
import { startRuns } from '../resources/check-sessions.ts'

/** As many as one request may name. */
const mostAtOnce = schema.properties?.['checkId']?.maxItems ?? 1

/** Runs every check of a group now, each at all of its locations, and leads to what comes of it. */
export function RunAllDialog({ group, onClose }: { group: CheckGroup; onClose: () => void }) {
  const api = useApi()
  const { id: accountId } = useAccount()
  const count = group.checks.length
  const isTooMany = count > mostAtOnce
  const run = useMutation({ mutationFn: () => startRuns(api, group.checks) })
  return (
    <Dialog title={`Run ${formatCount(count)} ${count === 1 ? 'check' : 'checks'} now?`} onClose={onClose}>
      {run.data === undefined ? (
        <>
          <p>
            {isTooMany
              ? `At most ${formatCount(mostAtOnce)} can be run at once. Use the trigger address of the group instead.`
              : 'Each runs once at all of its locations. These runs do not change the status and do not alert.'}
          </p>
          {run.isError ? <Failed error={run.error} /> : null}
          <div className="mt-4 flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" disabled={isTooMany} isBusy={run.isPending} onClick={() => run.mutate()}>
              Run
            </Button>
          </div>
        </>
      ) : (
        <div role="status">
          <p className="mb-2">
            {formatCount(run.data.sessions.length)} started
            {run.data.notStarted.length === 0
              ? ''
              : `, ${formatCount(run.data.notStarted.length)} not started`}
            . Each leads to its progress:
          </p>
          <ul className="max-h-80 space-y-1 overflow-y-auto">
            {run.data.sessions.map(({ checkSessionId, name }) => (
              <li key={checkSessionId}>
                <Link
                  to="/accounts/$accountId/check-sessions/$sessionId"
                  params={{ accountId, sessionId: checkSessionId }}
                >
                  {name}
                </Link>
              </li>
            ))}
            {run.data.notStarted.map(({ checkId, name, reason }) => (
              <li key={checkId}>
                {name} <span className="text-bad block">⚠ {reason}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  )
}
