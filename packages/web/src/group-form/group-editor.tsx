import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import schema from 'sonde-schema:check-group'
import { useAccount } from '../api/account-context.ts'
import type { CheckFormContext } from '../check-form/form-context.ts'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { useToast } from '../parts/toast.tsx'
import { createGroup, updateGroup } from '../resources/check-groups.ts'
import { completedValue } from '../schema-form/completed-value.ts'
import { SaveBar } from '../schema-form/save-bar.tsx'
import { formWidth } from '../schema-form/guarded-form.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { UnsavedGuard } from '../schema-form/unsaved-guard.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import { useSaving } from '../schema-form/use-saving.ts'
import { changedFields, type FieldViolation, type FormValue } from '../schema-form/value-at.ts'
import { groupLayout } from './layout.ts'

type Task = { kind: 'create' } | { kind: 'edit'; groupId: string; initial: FormValue }

export function GroupEditor({ task }: { task: Task }) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const isHere = useIsHere()
  const form = useFormState({ schema, ...(task.kind === 'edit' && { initial: task.initial }) })
  const [violations, setViolations] = useState<readonly FieldViolation[]>([])
  const [isEvery, setIsEvery] = useState(task.kind === 'create')
  const context = useMemo(
    (): CheckFormContext => ({
      subMinuteSeconds: [],
      autoAssign: task.kind === 'create' ? { isOn: isEvery, set: setIsEvery } : null,
      isStored: task.kind === 'edit',
      proposedName: '',
      tried: null,
    }),
    [task.kind, isEvery],
  )
  const { saving, isUnsaved } = useSaving({
    form,
    save: () => {
      const value = completedValue(groupLayout, form.value)
      return task.kind === 'create'
        ? createGroup(api, value, isEvery)
        : updateGroup(api, task.groupId, changedFields(form.initial, value, schema))
    },
    onRefused: (error) => setViolations(violationsOf(error)),
    onSaved: async ({ name }) => {
      toast(`Saved “${name}”`)
      await queries.invalidateQueries({ queryKey: [accountId] })
      if (!isHere()) return
      await navigate({ to: '/accounts/$accountId/groups', params: { accountId }, ignoreBlocker: true })
    },
  })
  return (
    <form
      noValidate
      className={formWidth}
      onSubmit={(event) => {
        event.preventDefault()
        if (form.unreadable.length > 0) setViolations([...form.unreadable])
        else saving.mutate()
      }}
    >
      <SchemaForm
        schema={schema}
        value={form.value}
        onChange={form.setValue}
        violations={violations}
        layout={groupLayout}
        context={context}
      />
      <SaveBar error={saving.error} isBusy={saving.isPending} onCancel={() => window.history.back()}>
        {task.kind === 'create' ? 'Create group' : 'Save changes'}
      </SaveBar>
      <UnsavedGuard isChanged={isUnsaved} />
    </form>
  )
}
