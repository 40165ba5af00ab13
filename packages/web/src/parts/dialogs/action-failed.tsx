import { ApiError, ServerAway } from '../../api/api-error.ts'
import { useConnection } from '../../api/connection.ts'
import { Button } from '../button.tsx'
import { Failed } from '../states.tsx'
import { Dialog } from './dialog.tsx'

/** An action that did not work, and how to do it all the same. */
export type ActionTrouble = {
  /** Behind "Could not": `run “Gateway”`. */
  what: string
  error: unknown
  again: () => void
}

/** Says what did not work and why; it can be tried again from here as soon as that may help. */
export function ActionFailed({ trouble, onClose }: { trouble: ActionTrouble; onClose: () => void }) {
  const { what, error, again } = trouble
  const { isAway } = useConnection()
  const isWaiting = error instanceof ServerAway && isAway
  return (
    <Dialog title={`Could not ${what}`} onClose={onClose}>
      <div className="-mx-4 -mt-4">
        <Failed error={error} />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button data-first-focus onClick={onClose}>
          Close
        </Button>
        {mayHelp(error) ? (
          <Button
            look="primary"
            isBusy={isWaiting}
            onClick={() => {
              onClose()
              again()
            }}
          >
            {isWaiting ? 'Waiting for the server…' : 'Try again'}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}

/** What the server has refused stays refused; anything else may be over the next time. */
function mayHelp(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 429 || error.status >= 500
}
