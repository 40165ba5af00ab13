import { useState, type ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { Failed } from './states.tsx'
import { isTypedName } from './typed-name.ts'
import { useToast } from './toast.tsx'

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
  onDone,
  onClose,
}: {
  /** `monitor`, `alert channel` … */
  what: string
  name: string
  mustType?: boolean
  consequences?: ReactNode
  onDelete: () => Promise<unknown>
  onDone: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const toast = useToast()
  const deletion = useMutation({
    mutationFn: onDelete,
    onSuccess: () => {
      toast(`Deleted ${what} “${name}”`)
      onDone()
    },
  })
  const isReady = !mustType || isTypedName(typed, name)
  return (
    <Dialog title={`Delete this ${what}?`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) deletion.mutate()
        }}
      >
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
                  value={typed}
                  autoComplete="off"
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          </div>
        ) : null}
        {deletion.isError ? <Failed error={deletion.error} /> : null}
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" disabled={!isReady} isBusy={deletion.isPending}>
            Delete
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
