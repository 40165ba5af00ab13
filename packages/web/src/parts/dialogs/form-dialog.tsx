import type { ReactNode } from 'react'
import { Button, type ButtonLook } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import { joinClasses } from '../join-classes.ts'

/**
 * A form over the screen, as every form in a dialog is: its fields and what is wrong with them (`children`), and the
 * two buttons. It stays open until its owner closes it, which is when the server has accepted it.
 */
export function FormDialog({
  title,
  submitWord,
  submitLook = 'primary',
  dismissWord = 'Cancel',
  isReady = true,
  isBusy,
  isWide = false,
  hasMenu = false,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submitWord: string
  submitLook?: ButtonLook
  /** Where “Cancel” would be what the form does. */
  dismissWord?: string
  /** Whether there is something to send. */
  isReady?: boolean
  isBusy: boolean
  isWide?: boolean
  /** A menu that opens among the fields needs room below them. */
  hasMenu?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog title={title} onClose={onClose} isWide={isWide}>
      <form
        noValidate
        className={joinClasses('space-y-4', hasMenu && 'min-h-72')}
        onSubmit={(event) => {
          event.preventDefault()
          // React passes the event on to a form around the place where the dialog was opened.
          event.stopPropagation()
          if (isReady) onSubmit()
        }}
      >
        {children}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} {...(submitLook === 'danger' ? { 'data-first-focus': '' } : {})}>
            {dismissWord}
          </Button>
          <Button look={submitLook} type="submit" disabled={!isReady} isBusy={isBusy}>
            {submitWord}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
