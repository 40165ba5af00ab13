import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useApi, useMay } from '../api/account-context.ts'
import { checkTypes } from '../check-types/registry.ts'
import { SilenceMenu } from '../maintenance/silence.tsx'
import { verbOf } from '../palette/check-actions.tsx'
import { useCheckKeys } from '../palette/use-check-keys.ts'
import { Button, buttonClasses } from '../parts/button.tsx'
import { ActionFailed, type ActionTrouble } from '../parts/dialogs/action-failed.tsx'
import { ConfirmDelete } from '../parts/dialogs/confirm-delete.tsx'
import { Menu, MenuItem, menuItemClasses } from '../parts/menu.tsx'
import { useToast } from '../parts/toast.tsx'
import { startRuns } from '../resources/check-sessions.ts'
import { checkKey, deleteCheck, switchCheck, type Check } from '../resources/checks.ts'

/** What can be done with a check. What the role does not allow is not shown. */
export function CheckActions({ check, onRun }: { check: Check; onRun: (sessionId: string) => void }) {
  const { id: accountId } = useAccount()
  const [isDeleting, setIsDeleting] = useState(false)
  const [trouble, setTrouble] = useState<ActionTrouble | null>(null)
  const mayRun = useMay('READ_RUN') && checkTypes[check.checkType].view.kind === 'runs'
  const mayWrite = useMay('READ_WRITE')
  const run = useRun(check, { onRun, onTrouble: setTrouble })
  const change = useChange(check, setTrouble)
  const params = { accountId, checkId: check.id }
  const isPaused = check.activated === false
  useCheckKeys(
    () => ({ ...check, activated: check.activated === true, muted: check.muted === true }),
    () => {
      if (mayRun && !run.isPending) run.mutate()
    },
  )
  return (
    <>
      {isPaused && mayWrite ? (
        <Button look="primary" isBusy={change.isPending} onClick={() => change.mutate({ activated: true })}>
          Resume
        </Button>
      ) : null}
      {mayRun ? (
        <Button look={isPaused ? 'plain' : 'primary'} isBusy={run.isPending} onClick={() => run.mutate()}>
          Run now
        </Button>
      ) : null}
      {mayWrite ? (
        <>
          <Link to="/accounts/$accountId/checks/$checkId/edit" params={params} className={buttonClasses()}>
            Edit
          </Link>
          <SilenceMenu subject={{ checkId: check.id }} />
          <Menu label="More">
            <Link
              to="/accounts/$accountId/checks/$checkId/duplicate"
              params={params}
              className={menuItemClasses}
            >
              Duplicate
            </Link>
            <MenuItem onSelect={() => change.mutate({ muted: !check.muted })}>
              {check.muted ? 'Unmute' : 'Mute: no alerts'}
            </MenuItem>
            {isPaused ? null : (
              <MenuItem onSelect={() => change.mutate({ activated: false })}>Pause: no runs</MenuItem>
            )}
            <MenuItem isDanger onSelect={() => setIsDeleting(true)}>
              Delete…
            </MenuItem>
          </Menu>
        </>
      ) : null}
      {isDeleting ? <Deletion check={check} onClose={() => setIsDeleting(false)} /> : null}
      {trouble === null ? null : <ActionFailed trouble={trouble} onClose={() => setTrouble(null)} />}
    </>
  )
}

function useRun(
  check: Check,
  { onRun, onTrouble }: { onRun: (sessionId: string) => void; onTrouble: (trouble: ActionTrouble) => void },
) {
  const api = useApi()
  const fail = (error: unknown) =>
    onTrouble({ what: `run “${check.name}”`, error, again: () => run.mutate() })
  const run = useMutation({
    mutationFn: () => startRuns(api, [check.id]),
    onSuccess: ({ sessions, notStarted }) => {
      const [session] = sessions
      if (session === undefined) fail(new Error(notStarted[0]?.reason ?? 'No location can run it now.'))
      else onRun(session.checkSessionId)
    },
    onError: fail,
  })
  return run
}

function useChange(check: Check, onTrouble: (trouble: ActionTrouble) => void) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const change = useMutation({
    mutationFn: (fields: { muted: boolean } | { activated: boolean }) => switchCheck(api, check.id, fields),
    onSuccess: (_, fields) => {
      const message =
        'muted' in fields ? (fields.muted ? 'Muted' : 'Unmuted') : fields.activated ? 'Resumed' : 'Paused'
      toast(`${message} “${check.name}”`)
    },
    onError: (error, fields) => {
      onTrouble({ what: `${verbOf(fields)} “${check.name}”`, error, again: () => change.mutate(fields) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: checkKey(api, check.id) }),
  })
  return change
}

function Deletion({ check, onClose }: { check: Check; onClose: () => void }) {
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <ConfirmDelete
      what={checkTypes[check.checkType].noun}
      name={check.name}
      consequences="Its results, statistics and alerts are deleted too."
      onDelete={() => deleteCheck(api, check.id)}
      leave={() => navigate({ to: '/accounts/$accountId/checks', params: { accountId: api.accountId } })}
      onDone={() => {
        onClose()
        queries.removeQueries({ queryKey: checkKey(api, check.id) })
        void queries.invalidateQueries({ queryKey: [api.accountId] })
      }}
      onClose={onClose}
    />
  )
}
