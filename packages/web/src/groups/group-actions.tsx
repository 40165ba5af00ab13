import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { useForget } from '../api/use-forget.ts'
import { SilenceMenu } from '../maintenance/silence.tsx'
import { Button, buttonClasses } from '../parts/button.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { formatCount } from '../parts/format.ts'
import { Failed } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import { deleteGroup, groupsKey, switchGroup, type CheckGroup } from '../resources/check-groups.ts'
import { RunAllDialog } from './run-all-dialog.tsx'

export function GroupActions({ group }: { group: CheckGroup }) {
  const api = useApi()
  const { id: accountId } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const forget = useForget()
  const toast = useToast()
  const mayWrite = useMay('READ_WRITE')
  const mayRun = useMay('READ_RUN')
  const [dialog, setDialog] = useState<'run' | 'delete' | null>(null)
  const change = useMutation({
    mutationFn: (flags: { activated?: boolean; muted?: boolean }) => switchGroup(api, group.id, flags),
    onSuccess: (answer, flags) => {
      queries.setQueryData([accountId, ...groupsKey, group.id], answer)
      toast(wordsOf(flags))
      void queries.invalidateQueries({ queryKey: [accountId] })
    },
  })
  const hasChecks = group.checks.length > 0
  return (
    <>
      {mayRun && hasChecks ? <Button onClick={() => setDialog('run')}>Run all now</Button> : null}
      {mayWrite ? (
        <>
          <SilenceMenu subject={{ groupId: group.id }} />
          <Button isBusy={change.isPending} onClick={() => change.mutate({ muted: !group.muted })}>
            {group.muted ? 'Unmute' : 'Mute'}
          </Button>
          <Button isBusy={change.isPending} onClick={() => change.mutate({ activated: !group.activated })}>
            {group.activated ? 'Pause' : 'Resume'}
          </Button>
          <Link
            to="/accounts/$accountId/groups/$groupId/edit"
            params={{ accountId, groupId: String(group.id) }}
            className={buttonClasses('plain')}
          >
            Edit
          </Link>
          <Button look="danger" onClick={() => setDialog('delete')}>
            Delete…
          </Button>
        </>
      ) : null}
      {change.isError ? (
        <Dialog title="Not changed" onClose={change.reset}>
          <Failed error={change.error} />
        </Dialog>
      ) : null}
      {dialog === 'run' ? <RunAllDialog group={group} onClose={() => setDialog(null)} /> : null}
      {dialog === 'delete' && hasChecks ? (
        <NotYetDeletable group={group} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'delete' && !hasChecks ? (
        <ConfirmDelete
          what="group"
          name={group.name}
          consequences={
            <p>It has no checks. Its alert subscriptions, variables and trigger address are deleted too.</p>
          }
          onDelete={() => deleteGroup(api, group.id)}
          leave={() => navigate({ to: '/accounts/$accountId/groups', params: { accountId } })}
          onDone={() => void forget({ key: [accountId, ...groupsKey, group.id], stale: groupsKey })}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  )
}

function NotYetDeletable({ group, onClose }: { group: CheckGroup; onClose: () => void }) {
  const count = group.checks.length
  return (
    <Dialog title="This group still has checks" onClose={onClose}>
      <p>
        <strong>{group.name}</strong> has {formatCount(count)} {count === 1 ? 'check' : 'checks'}. A group can
        be deleted when it has none: mark them in the list of this screen, then move them to another group or
        delete them.
      </p>
      <p className="text-soft mt-2">
        A check that leaves the group is paused, because it may have no location of its own.
      </p>
      <div className="mt-4 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}

function wordsOf({ muted, activated }: { activated?: boolean; muted?: boolean }): string {
  if (muted !== undefined)
    return muted ? 'The checks of this group are muted' : 'The checks of this group are unmuted'
  return activated === true ? 'The checks of this group are resumed' : 'The checks of this group are paused'
}
