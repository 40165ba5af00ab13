import { useState } from 'react'
import { ChannelChoice } from '../../alert-channels/channel-choice.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { Failed } from '../../parts/states.tsx'

/** Which channels the marked checks are to notify, or not any more. */
export function BulkChannelsDialog({
  count,
  edit,
  onAdd,
  onRemove,
  onClose,
}: {
  count: string
  edit: { isPending: boolean; isError: boolean; error: unknown }
  onAdd: (channelIds: number[]) => void
  onRemove: (channelIds: number[]) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isRemoving, setIsRemoving] = useState(false)
  return (
    <FormDialog
      title={`Alert channels of ${count}`}
      submitWord={isRemoving ? 'Unsubscribe' : 'Subscribe'}
      isReady={chosen.size > 0}
      onSubmit={() => (isRemoving ? onRemove([...chosen]) : onAdd([...chosen]))}
      isBusy={edit.isPending}
      onClose={onClose}
    >
      <fieldset>
        <legend className="sr-only">What to do</legend>
        <div className="flex flex-wrap gap-4">
          {[false, true].map((removes) => (
            <label key={String(removes)} className="flex items-center gap-2">
              <input
                type="radio"
                name="bulk-channels"
                className="size-4"
                checked={isRemoving === removes}
                onChange={() => setIsRemoving(removes)}
              />
              {removes ? 'Unsubscribe' : 'Subscribe'}
            </label>
          ))}
        </div>
      </fieldset>
      <ChannelChoice label="Alert channels" chosen={chosen} onChange={setChosen} />
      <p className="text-soft text-xs">
        Subscriptions of groups stay as they are. Checks in a group that uses only its own channels notify the
        channels of the group.
      </p>
      {edit.isError ? <Failed error={edit.error} /> : null}
    </FormDialog>
  )
}
