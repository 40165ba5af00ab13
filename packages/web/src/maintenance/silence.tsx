import { hourMs } from '@sonde/ground/durations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toLocalInput } from '../alerts/local-input.ts'
import { useApi, useMay } from '../api/account-context.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { FormDialog } from '../parts/dialogs/form-dialog.tsx'
import { Field } from '../parts/field.tsx'
import { formatMoment } from '../parts/format.ts'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { Moment } from '../parts/moment.tsx'
import { Failed } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  endWindow,
  inForceQuery,
  maintenanceKey,
  silence,
  type MaintenanceInForce,
  type SilenceSubject,
} from '../resources/maintenance-windows.ts'
import { tomorrowMorning } from './tomorrow-morning.ts'

/** Holds alerts back for a while. It ends by itself. */
export function SilenceMenu({ subject, label }: { subject: SilenceSubject; label?: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const [isChoosing, setIsChoosing] = useState(false)
  const mayWrite = useMay('READ_WRITE')
  const act = useMutation({
    mutationFn: (end: { minutes: number } | { until: string }) => silence(api, subject, end),
    onSuccess: ({ endsAt }) => {
      setIsChoosing(false)
      toast(`Silenced until ${formatMoment(Date.parse(endsAt), 'short')}`)
      void queries.invalidateQueries({ queryKey: [api.accountId, ...maintenanceKey] })
    },
  })
  if (!mayWrite) return null
  return (
    <>
      <Menu label={<>Silence{label === undefined ? null : <span className="sr-only"> {label}</span>}</>}>
        <MenuItem onSelect={() => act.mutate({ minutes: 60 })}>For 1 hour</MenuItem>
        <MenuItem onSelect={() => act.mutate({ until: new Date(tomorrowMorning(Date.now())).toISOString() })}>
          Until tomorrow 09:00
        </MenuItem>
        <MenuItem onSelect={() => setIsChoosing(true)}>Choose…</MenuItem>
      </Menu>
      {isChoosing ? (
        <EndDialog act={act} onEnd={(until) => act.mutate({ until })} onClose={() => setIsChoosing(false)} />
      ) : null}
      {act.isError && !isChoosing ? (
        <Dialog title="Not silenced" onClose={act.reset}>
          <Failed error={act.error} />
        </Dialog>
      ) : null}
    </>
  )
}

function EndDialog({
  act,
  onEnd,
  onClose,
}: {
  act: { isPending: boolean; isError: boolean; error: unknown }
  onEnd: (until: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState(() => toLocalInput(Date.now() + 4 * hourMs))
  const at = Date.parse(text)
  return (
    <FormDialog
      title="Silence until"
      submitWord="Silence"
      isReady={!Number.isNaN(at)}
      isBusy={act.isPending}
      onSubmit={() => onEnd(new Date(at).toISOString())}
      onClose={onClose}
    >
      <Field label="Ends" help="The check keeps running. If it still fails after the silence, it alerts.">
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            className="control"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {act.isError ? <Failed error={act.error} /> : null}
    </FormDialog>
  )
}

/** What keeps a check or a group silent or paused now, and the way to end it. */
export function MaintenanceNotice({ subject }: { subject: SilenceSubject }) {
  const api = useApi()
  const queries = useQueryClient()
  const mayWrite = useMay('READ_WRITE')
  const { data = [] } = useQuery(inForceQuery(api, subject))
  const end = useMutation({
    mutationFn: (windowId: number) => endWindow(api, windowId),
    onSuccess: () => queries.invalidateQueries({ queryKey: [api.accountId, ...maintenanceKey] }),
  })
  return (
    <>
      {data.map((window) => (
        <div
          key={window.windowId}
          role="status"
          className="bg-raised mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg px-4 py-2.5"
        >
          <p>
            <span className="font-semibold">{window.pauses ? 'Paused' : 'Silenced'}</span>{' '}
            <Until at={window} />
          </p>
          {mayWrite && window.isOwn && !window.pauses ? (
            <Button
              isBusy={end.isPending && end.variables === window.windowId}
              onClick={() => end.mutate(window.windowId)}
            >
              End silence
            </Button>
          ) : null}
        </div>
      ))}
      {end.isError ? <Failed error={end.error} /> : null}
    </>
  )
}

function Until({ at: { endsAt, name, isOwn } }: { at: MaintenanceInForce }) {
  return (
    <>
      {endsAt === null ? (
        'until somebody ends it'
      ) : (
        <>
          until <Moment at={endsAt} form="short" />
        </>
      )}
      {isOwn ? null : ` by maintenance “${name}”`}
    </>
  )
}
