import { useMutation, useQueryClient } from '@tanstack/react-query'
import schema from 'sonde-schema:bulk-edit'
import { useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { formatCount } from '../parts/format.ts'
import { Failed } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import { useFocusWhenGone } from '../parts/dialogs/use-focus-when-gone.ts'
import type { CheckOverviewRow, OverviewFilter } from '../resources/check-overview.ts'
import { editChecks, type BulkEdit, type BulkEditAnswer } from '../resources/checks.ts'
import { BulkDeleteDialog, BulkGroupDialog, BulkTagsDialog } from './bulk-dialogs.tsx'
import { BulkChannelsDialog } from './bulk-channels-dialog.tsx'
import { BulkOutcome } from './bulk-outcome.tsx'
import { useAllMatching } from './use-all-matching.ts'

/** As many as one request may name. */
const mostAtOnce = schema.properties?.['checkIds']?.maxItems ?? 1

type Change = Omit<BulkEdit, 'checkIds'>

const buttons = [
  ['Mute', { set: { muted: true } }],
  ['Unmute', { set: { muted: false } }],
  ['Pause', { set: { activated: false } }],
  ['Resume', { set: { activated: true } }],
] as const satisfies readonly (readonly [string, Change])[]

/** What can be done to the checks that are marked. */
export function BulkBar({
  query,
  total,
  rows,
  ids,
  onSelect,
}: {
  query: OverviewFilter
  total: number
  rows: readonly CheckOverviewRow[]
  ids: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
}) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  useFocusWhenGone()
  const [dialog, setDialog] = useState<'addTags' | 'removeTags' | 'group' | 'channels' | 'delete' | null>(
    null,
  )
  const [outcome, setOutcome] = useState<BulkEditAnswer | null>(null)
  const matching = useAllMatching({ query, most: mostAtOnce, onFound: onSelect })
  const edit = useMutation({
    mutationFn: (change: Change) => editChecks(api, { ...change, checkIds: [...ids] }),
    onSuccess: (answer, change) => {
      setDialog(null)
      if (answer.failed.length > 0) setOutcome(answer)
      else toast(wordsOf(answer, change))
      if (change.delete === true) onSelect(new Set(answer.failed.map(({ checkId }) => checkId)))
      void queries.invalidateQueries({ queryKey: [api.accountId] })
    },
  })
  const onPage = rows.filter(({ id }) => ids.has(id)).length
  const count = `${formatCount(ids.size)} ${ids.size === 1 ? 'check' : 'checks'}`
  const isTooMany = ids.size > mostAtOnce
  return (
    <section
      aria-label="Selected checks"
      className="bg-card border-edge sticky bottom-2 z-20 flex flex-wrap items-center gap-2 rounded-lg border p-2 shadow-lg"
    >
      <p role="status" className="px-1 font-semibold">
        {count} selected
        {onPage === ids.size ? '' : ` (${formatCount(ids.size - onPage)} not on this page)`}
      </p>
      {buttons.map(([name, change]) => (
        <Button
          key={name}
          disabled={isTooMany}
          isBusy={edit.isPending && edit.variables === change}
          aria-disabled={edit.isPending || undefined}
          onClick={() => {
            if (!edit.isPending) edit.mutate(change)
          }}
        >
          {name}
        </Button>
      ))}
      <Button disabled={isTooMany} onClick={() => setDialog('addTags')}>
        Add tags…
      </Button>
      <Button disabled={isTooMany} onClick={() => setDialog('removeTags')}>
        Remove tags…
      </Button>
      <Button disabled={isTooMany} onClick={() => setDialog('group')}>
        Move to group…
      </Button>
      <Button disabled={isTooMany} onClick={() => setDialog('channels')}>
        Alert channels…
      </Button>
      <Button look="danger" disabled={isTooMany} onClick={() => setDialog('delete')}>
        Delete…
      </Button>
      {isTooMany ? (
        <p className="text-bad px-1">At most {formatCount(mostAtOnce)} can be changed at once.</p>
      ) : null}
      <span className="ml-auto flex flex-wrap items-center gap-2">
        {matching.words(ids.size, total) === null ? null : matching.isReading ? (
          <>
            <span role="status">{matching.words(ids.size, total)}</span>
            <Button onClick={matching.stop}>Stop</Button>
          </>
        ) : (
          <Button
            disabled={total > mostAtOnce}
            onClick={matching.start}
            title={total > mostAtOnce ? `At most ${formatCount(mostAtOnce)} can be selected` : undefined}
          >
            {matching.words(ids.size, total)}
          </Button>
        )}
        <Button look="quiet" onClick={() => onSelect(new Set())}>
          Clear
        </Button>
      </span>
      {matching.error === null ? null : (
        <div className="w-full">
          <Failed error={matching.error} />
        </div>
      )}
      {edit.isError && dialog === null ? (
        <div className="w-full">
          <Failed error={edit.error} />
        </div>
      ) : null}
      {dialog === 'addTags' || dialog === 'removeTags' ? (
        <BulkTagsDialog
          count={count}
          change={dialog}
          edit={edit}
          onTags={(tags) => edit.mutate(dialog === 'addTags' ? { addTags: tags } : { removeTags: tags })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'group' ? (
        <BulkGroupDialog
          count={count}
          edit={edit}
          onGroup={(groupId) => edit.mutate({ set: { groupId } })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'channels' ? (
        <BulkChannelsDialog
          count={count}
          edit={edit}
          onAdd={(channelIds) => edit.mutate({ addAlertChannelIds: channelIds })}
          onRemove={(channelIds) => edit.mutate({ removeAlertChannelIds: channelIds })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'delete' ? (
        <BulkDeleteDialog
          number={ids.size}
          edit={edit}
          onDelete={() => edit.mutate({ delete: true })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {outcome === null ? null : (
        <BulkOutcome outcome={outcome} rows={rows} onClose={() => setOutcome(null)} />
      )}
    </section>
  )
}

function wordsOf({ changed, unchanged }: BulkEditAnswer, change: Change): string {
  const summary = `${formatCount(changed)} ${changed === 1 ? 'check' : 'checks'} ${change.delete === true ? 'deleted' : 'changed'}`
  return unchanged === 0
    ? summary
    : `${summary}, ${formatCount(unchanged)} ${unchanged === 1 ? 'was' : 'were'} so already`
}
