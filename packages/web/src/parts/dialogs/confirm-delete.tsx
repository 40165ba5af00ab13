import { useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRefresh } from '../../api/use-refresh.ts'
import { Field } from '../field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { Failed } from '../states.tsx'
import { matchesName } from './matches-name.ts'
import { useToast } from '../toast.tsx'

/**
 * The second step of a deletion. `name` is typed in by the person where more than one thing would be lost;
 * `consequences` says what goes with it.
 */
export function ConfirmDelete({
  what,
  name,
  mustType = true,
  consequences,
  onDelete,
  stale,
  leave,
  onDone,
  onClose,
}: {
  /** `monitor`, `alert channel` … */
  what: string
  name: string
  mustType?: boolean
  consequences?: ReactNode
  onDelete: () => Promise<unknown>
  /** The start of the keys of the queries that are refreshed afterwards, behind the account. */
  stale?: readonly unknown[]
  /** Leads away from the screen of what was deleted, before `onDone`; not for whoever has left it meanwhile. */
  leave?: () => Promise<void>
  /** Instead of closing the dialog. */
  onDone?: () => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const toast = useToast()
  const refresh = useRefresh()
  const { history } = useRouter()
  const [here] = useState(history.location.pathname)
  const deletion = useMutation({
    mutationFn: onDelete,
    onSuccess: async () => {
      toast(`Deleted ${what} “${name}”`)
      if (history.location.pathname === here) await leave?.()
      if (onDone === undefined) onClose()
      else onDone()
      if (stale !== undefined) refresh(stale)
    },
  })
  const isReady = !mustType || matchesName(text, name)
  return (
    <FormDialog
      title={`Delete this ${what}?`}
      submitWord="Delete"
      submitLook="danger"
      isReady={isReady}
      isBusy={deletion.isPending}
      onSubmit={() => deletion.mutate()}
      onClose={onClose}
    >
      <div>
        <p>
          <strong>{name}</strong> will be deleted. This cannot be undone.
        </p>
        {consequences === undefined ? null : <div className="text-soft mt-2">{consequences}</div>}
        {mustType ? (
          <div className="mt-4">
            <Field label={`Type “${name}” to confirm`}>
              {(control) => (
                <input
                  {...control}
                  className="control"
                  value={text}
                  autoComplete="off"
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
          </div>
        ) : null}
      </div>
      {deletion.isError ? <Failed error={deletion.error} /> : null}
    </FormDialog>
  )
}
