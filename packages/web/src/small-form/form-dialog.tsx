import type { ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FormMistake } from './form-mistake.tsx'

/** A small form over the screen. It closes when the server has taken it, and not before. */
export function FormDialog({
  title,
  action,
  fields,
  error,
  isBusy,
  isWide = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** On the button that sends it. */
  action: string
  /** The fields that show what the server says about them. */
  fields: readonly string[]
  error: unknown
  isBusy: boolean
  isWide?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <FormMistake error={error} fields={fields} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
