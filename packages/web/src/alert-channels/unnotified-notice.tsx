import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useMay } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialogs/form-dialog.tsx'
import { formatCount } from '../parts/format.ts'
import { Failed } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import { subscribeUnnotified, unnotifiedQuery, type UnnotifiedChecks } from '../resources/alert-channels.ts'
import { ChannelChoice } from './channel-choice.tsx'

/** Says that failures would reach nobody, as long as that is so. `checkId`: of one check, else of the account. */
export function UnnotifiedNotice({ checkId }: { checkId?: string }) {
  const { data } = useQuery(unnotifiedQuery(useApi(), checkId))
  const mayWrite = useMay('READ_WRITE')
  const [isChoosing, setIsChoosing] = useState(false)
  if (data === undefined || data.total === 0) return null
  return (
    <div
      role="status"
      className="bg-warn-wash text-warn mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg px-4 py-2.5"
    >
      <p className="font-semibold">
        <span aria-hidden="true">⚠ </span>
        {wordsOf(data, checkId !== undefined)}
      </p>
      {mayWrite ? <Button onClick={() => setIsChoosing(true)}>Choose channels</Button> : null}
      {isChoosing ? (
        <ChannelsDialog checkId={checkId} unnotified={data} onClose={() => setIsChoosing(false)} />
      ) : null}
    </div>
  )
}

function wordsOf({ total }: UnnotifiedChecks, isOne: boolean): string {
  if (isOne) return 'This check notifies nobody when it fails.'
  return total === 1
    ? '1 check notifies nobody when it fails.'
    : `${formatCount(total)} checks notify nobody when they fail.`
}

function ChannelsDialog({
  checkId,
  unnotified,
  onClose,
}: {
  checkId: string | undefined
  unnotified: UnnotifiedChecks
  onClose: () => void
}) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const subscribe = useMutation({
    mutationFn: () =>
      subscribeUnnotified(api, {
        alertChannelIds: [...chosen],
        ...(checkId === undefined ? {} : { checkIds: [checkId] }),
      }),
    onSuccess: ({ checks }) => {
      toast(checks === 1 ? '1 check subscribed' : `${formatCount(checks)} checks subscribed`)
      void queries.invalidateQueries({ queryKey: [api.accountId] })
      onClose()
    },
  })
  const { total, checks, groups } = unnotified
  return (
    <FormDialog
      title={
        total === 1 ? `Notify of ${checks[0]?.name ?? '1 check'}` : `Notify of ${formatCount(total)} checks`
      }
      submitWord="Subscribe"
      isReady={chosen.size > 0}
      isBusy={subscribe.isPending}
      onSubmit={() => subscribe.mutate()}
      onClose={onClose}
    >
      <div className="text-ink font-normal">
        {total > 1 ? (
          <p className="text-soft mb-3">
            {checks.map(({ name }) => name).join(', ')}
            {total > checks.length ? ` and ${formatCount(total - checks.length)} more` : ''}
          </p>
        ) : null}
        <ChannelChoice label="Alert channels" chosen={chosen} onChange={setChosen} />
        {groups.length > 0 ? (
          <p className="text-soft mt-3">
            {groups.length === 1 ? 'The group ' : 'The groups '}
            {groups.map(({ name }) => name).join(', ')}
            {groups.length === 1 ? ' uses its' : ' use their'} own channels only, so the whole group is
            subscribed.
          </p>
        ) : null}
      </div>
      {subscribe.isError ? <Failed error={subscribe.error} /> : null}
    </FormDialog>
  )
}
