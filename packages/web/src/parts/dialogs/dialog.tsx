import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { useFocusWhenGone } from './use-focus-when-gone.ts'

/** A window over the screen: the browser keeps the focus inside and closes it by Escape. */
export function Dialog({
  title,
  onClose,
  isWide = false,
  children,
}: {
  title: string
  onClose: () => void
  isWide?: boolean
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useFocusWhenGone()
  // Before it is taken off the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element !== null && !element.open) {
      element.showModal()
      // The browser takes the first button, which is the one that closes it.
      element.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // An effect that is run anew closes and opens it again: then the event comes late, and nobody has closed it.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose()
      }}
      onCancel={(event) => {
        // A file chooser inside that is cancelled tells so by the same event.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      className={`bg-card text-ink border-line max-h-[90dvh] w-[min(100vw-1.5rem,var(--dialog-width))] rounded-lg border p-0 shadow-xl ${isWide ? '[--dialog-width:56rem]' : '[--dialog-width:32rem]'}`}
    >
      <div className="border-line flex items-center justify-between gap-3 border-b px-4 py-3">
        <h2 id={id}>{title}</h2>
        <Button look="quiet" aria-label="Close" onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </Button>
      </div>
      <div className="p-4">{children}</div>
    </dialog>
  )
}
