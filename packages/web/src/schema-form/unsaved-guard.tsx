import { useBlocker, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { noteUnsavedWork } from '../parts/leaving/unsaved-work.ts'

/** Asks before what was typed is left behind. `navigate({ …, ignoreBlocker: true })` goes on without asking. */
export function UnsavedGuard({ isChanged }: { isChanged: boolean }) {
  // Of the screen that is shown, not of one that is on its way.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? '' })
  useEffect(() => (isChanged ? noteUnsavedWork(pathname) : undefined), [isChanged, pathname])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  // It was saved while the question was open: there is nothing left to ask.
  useEffect(() => {
    if (status === 'blocked' && !isChanged) proceed()
  }, [status, isChanged, proceed])
  if (status !== 'blocked') return null
  return (
    <Dialog title="Leave without saving?" onClose={reset}>
      <p>What you changed here is not saved.</p>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={reset}>Stay</Button>
        <Button look="danger" onClick={proceed}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
