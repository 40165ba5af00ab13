import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../api/account-context.ts'
import { FormDialog } from '../parts/dialogs/form-dialog.tsx'
import { Failed } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  maintenanceKey,
  moveOccurrence,
  type Maintenance,
  type MaintenanceWindow,
} from '../resources/maintenance-windows.ts'
import { violationsOf } from '../schema-form/use-form-state.ts'
import { ZonedMomentInput } from './zoned-moment-field.tsx'

/** Other dates for one occurrence; its window and the others stay. */
export function MoveDialog({
  window,
  occurrence,
  onClose,
}: {
  window: MaintenanceWindow
  occurrence: Maintenance
  onClose: () => void
}) {
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const [startsAt, setStartsAt] = useState(Date.parse(occurrence.startsAt))
  const [endsAt, setEndsAt] = useState(Date.parse(occurrence.endsAt))
  const changes = {
    ...(startsAt === Date.parse(occurrence.startsAt) ? {} : { startsAt: new Date(startsAt).toISOString() }),
    ...(endsAt === Date.parse(occurrence.endsAt) ? {} : { endsAt: new Date(endsAt).toISOString() }),
  }
  const move = useMutation({
    mutationFn: () => moveOccurrence(api, occurrence, changes),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [api.accountId, ...maintenanceKey] })
      toast('Moved')
      onClose()
    },
  })
  const violations = violationsOf(move.error)
  const errorAt = (path: string) => violations.find((violation) => violation.path === path)?.message ?? null
  const common = { zone: window.timezone ?? 'UTC', help: undefined, isRequired: true }
  return (
    <FormDialog
      title="Move this occurrence"
      submitWord="Move"
      isReady={Object.keys(changes).length > 0}
      isBusy={move.isPending}
      onSubmit={() => move.mutate()}
      onClose={onClose}
    >
      <ZonedMomentInput
        {...common}
        label="Starts"
        at={startsAt}
        error={errorAt('startsAt')}
        onChange={(at) => at !== null && setStartsAt(at)}
      />
      <ZonedMomentInput
        {...common}
        label="Ends"
        at={endsAt}
        error={errorAt('endsAt')}
        onChange={(at) => at !== null && setEndsAt(at)}
      />
      {move.isError && violations.length === 0 ? <Failed error={move.error} /> : null}
    </FormDialog>
  )
}
