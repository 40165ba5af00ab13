import { useMutation, useQueryClient } from '@tanstack/react-query'
import schema from 'sonde-schema:bulk-edit'
import { useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { formatCount } from '../../parts/format.ts'
import { Failed } from '../../parts/states.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useFocusWhenGone } from '../../parts/dialogs/use-focus-when-gone.ts'
import type { CheckOverviewRow, OverviewFilter } from '../../resources/check-overview.ts'
import { startRuns } from '../../resources/check-sessions.ts'
import { editChecks, type BulkEdit } from '../../resources/checks.ts'
import { BulkDeleteDialog, BulkGroupDialog, BulkTagsDialog } from './bulk-dialogs.tsx'
import { BulkChannelsDialog } from './bulk-channels-dialog.tsx'
import { BulkOutcome } from './bulk-outcome.tsx'
import { BulkIntervalDialog, BulkLocationsDialog } from './bulk-schedule-dialogs.tsx'
import {
  checksInWords,
  outcomeOfEdit,
  outcomeOfRuns,
  wordsOfEdit,
  wordsOfRuns,
  type Outcome,
} from './bulk-words.ts'
import { useAllMatching } from './use-all-matching.ts'

/** As many as one request may name. */
const mostAtOnce = schema.properties?.['checkIds']?.maxItems ?? 1

type Change = Omit<BulkEdit, 'checkIds'>

const buttons = [
  ['Pause', { set: { activated: false } }],
  ['Resume', { set: { activated: true } }],
  ['Mute', { set: { muted: true } }],
  ['Unmute', { set: { muted: false } }],
] as const satisfies readonly (readonly [string, Change])[]

const dialogButtons = [
  ['Interval…', 'interval'],
  ['Locations…', 'locations'],
  ['Alert channels…', 'channels'],
  ['Add tags…', 'addTags'],
  ['Remove tags…', 'removeTags'],
  ['Move to group…', 'group'],
] as const
type DialogName = (typeof dialogButtons)[number][1] | 'delete'

/** Many of them share a line. */
const small = 'min-h-8 px-2.5 py-0.5 text-[13px]'

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
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const matching = useAllMatching({ query, most: mostAtOnce, onFound: onSelect })
  const edit = useMutation({
    mutationFn: (change: Change) => editChecks(api, { ...change, checkIds: [...ids] }),
    onSuccess: (answer, change) => {
      setDialog(null)
      const refusals = outcomeOfEdit(answer)
      if (refusals === null) toast(wordsOfEdit(answer, change.delete === true ? 'deleted' : 'changed'))
      else setOutcome(refusals)
      if (change.delete === true) onSelect(new Set(answer.failed.map(({ checkId }) => checkId)))
      void queries.invalidateQueries({ queryKey: [api.accountId] })
    },
  })
  const run = useMutation({
    mutationFn: (checkIds: readonly string[]) => startRuns(api, checkIds),
    onSuccess: (started, { length }) => {
      const refusals = outcomeOfRuns(started, length)
      if (refusals === null) toast(wordsOfRuns(started, length))
      else setOutcome(refusals)
    },
  })
  const onPage = rows.filter(({ id }) => ids.has(id)).length
  const count = checksInWords(ids.size)
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
      <Button
        className={small}
        disabled={isTooMany}
        isBusy={run.isPending}
        onClick={() => run.mutate([...ids])}
      >
        Run
      </Button>
      {buttons.map(([name, change]) => (
        <Button
          key={name}
          className={small}
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
      {dialogButtons.map(([name, which]) => (
        <Button key={which} className={small} disabled={isTooMany} onClick={() => setDialog(which)}>
          {name}
        </Button>
      ))}
      <Button look="danger" className={small} disabled={isTooMany} onClick={() => setDialog('delete')}>
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
      {run.isError ? (
        <div className="w-full">
          <Failed error={run.error} />
        </div>
      ) : null}
      {dialog === 'interval' ? (
        <BulkIntervalDialog
          count={count}
          edit={edit}
          onInterval={(interval) => edit.mutate({ set: interval })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'locations' ? (
        <BulkLocationsDialog
          count={count}
          edit={edit}
          onPlaces={(places) => edit.mutate({ set: places })}
          onClose={() => setDialog(null)}
        />
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
