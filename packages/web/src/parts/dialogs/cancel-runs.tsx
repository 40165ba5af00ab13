import { useState } from 'react'
import type { Api } from '../../api/api.ts'
import { useMay } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../button.tsx'
import { Failed } from '../states.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useFocusWhenGone } from './use-focus-when-gone.ts'

/**
 * Ends runs that somebody asked for, after a second step. Its owner shows it while they run: agents take some seconds to end
 * what they have begun, and until then it says so.
 */
export function CancelRuns({
  what,
  cancel,
  stale,
}: {
  what: 'run' | 'session'
  cancel: (api: Api) => Promise<unknown>
  /** The start of the keys of the queries that are refreshed afterwards, behind the account. */
  stale: readonly (readonly unknown[])[]
}) {
  const [isOpen, setIsOpen] = useState(false)
  const mayRun = useMay('READ_RUN')
  const cancelling = useWrite({
    write: cancel,
    stale,
    onDone: () => setIsOpen(false),
  })
  if (!mayRun) return null
  const isEnding = !isOpen && (cancelling.isPending || cancelling.isSuccess)
  const close = () => {
    setIsOpen(false)
    if (cancelling.isError) cancelling.reset()
  }
  return (
    <>
      <Button look="danger" isBusy={isEnding} onClick={() => setIsOpen(true)}>
        {isEnding ? <Ending /> : `Cancel ${what}`}
      </Button>
      {/* Whoever has closed it before the answer came is still told that it failed. */}
      {isOpen || cancelling.isError ? (
        <FormDialog
          title={`Cancel this ${what}?`}
          submitWord={`Cancel ${what}`}
          submitLook="danger"
          dismissWord="Keep running"
          isBusy={cancelling.isPending}
          onSubmit={() => cancelling.mutate()}
          onClose={close}
        >
          <p>
            Waiting runs are dropped and running ones are stopped. They get no verdict and send no alerts.
            Results that have already arrived are kept.
          </p>
          {cancelling.isError ? <Failed error={cancelling.error} /> : null}
        </FormDialog>
      ) : null}
    </>
  )
}

function Ending() {
  useFocusWhenGone()
  return 'Cancelling…'
}
