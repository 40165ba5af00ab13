import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useAccount } from '../api/account-context.ts'
import type { CheckForm } from '../check-types/check-form.ts'
import { factsOf } from '../check-types/kind-facts.ts'
import { useIsHere } from '../parts/leaving/use-is-here.ts'
import { useToast } from '../parts/toast.tsx'
import type { CheckResult } from '../resources/check-result.ts'
import { createCheck, updateCheck, type Check } from '../resources/checks.ts'
import { completedValue } from '../schema-form/completed-value.ts'
import { formWidth } from '../schema-form/guarded-form.tsx'
import { SaveBar } from '../schema-form/save-bar.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { UnsavedGuard } from '../schema-form/unsaved-guard.tsx'
import { useFormState, violationsOf } from '../schema-form/use-form-state.ts'
import { useSaving } from '../schema-form/use-saving.ts'
import { changedFields, isSame, type FieldViolation, type FormValue } from '../schema-form/value-at.ts'
import { ConcurrentChangeBar } from './concurrent-change-bar.tsx'
import type { CheckFormContext } from './form-context.ts'
import { namedValue, withoutUnasked } from './named-value.ts'
import { storedCheckValue } from './stored-value.ts'
import { TrialPanel } from './trial/trial-panel.tsx'
import { useConcurrentChange } from './use-concurrent-change.ts'
import { WhatWillHappen } from './what-will-happen.tsx'

type Task =
  | { kind: 'create'; initial: FormValue; isCopy?: true }
  | {
      kind: 'edit'
      checkId: string
      initial: FormValue
      /** Begins anew with what somebody else has stored. */
      onLoad: (theirs: Check) => void
    }

/** The form of a check, with what can be done with it: save it, or try it before. */
export function CheckEditor({
  checkType,
  form: { schema, layout, proposeName, Import },
  task,
}: {
  checkType: CheckType
  form: CheckForm
  task: Task
}) {
  const { id: accountId, api } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const isHere = useIsHere()
  const form = useFormState({ schema, initial: task.initial })
  const [violations, setViolations] = useState<readonly FieldViolation[]>([])
  const [tried, setTried] = useState<CheckResult | null>(null)
  // A copy is heard where its original is.
  const [isEvery, setIsEvery] = useState(task.kind === 'create' && task.isCopy !== true)
  const { segment, subMinuteSeconds, isRun } = factsOf(checkType)
  const completed = completedValue(layout, form.value)
  const proposedName = task.kind === 'create' ? (proposeName?.(completed) ?? '') : ''
  const context = useMemo(
    (): CheckFormContext => ({
      subMinuteSeconds,
      autoAssign: task.kind === 'create' ? { isOn: isEvery, set: setIsEvery } : null,
      isStored: task.kind === 'edit',
      proposedName,
      tried,
    }),
    [subMinuteSeconds, task.kind, isEvery, proposedName, tried],
  )
  const value = namedValue(completed, proposedName)
  const { saving, isSaved, isUnsaved } = useSaving({
    form,
    save: () =>
      task.kind === 'create'
        ? createCheck(api, { segment, body: value, autoAssignAlerts: isEvery })
        : updateCheck(api, {
            segment,
            checkId: task.checkId,
            changes: changedFields(form.initial, value, schema),
          }),
    onRefused: (error) => {
      setViolations(withoutUnasked(violationsOf(error), value))
      void look()
    },
    onSaved: async ({ id, name }) => {
      toast(`Saved “${name}”`)
      await queries.invalidateQueries({ queryKey: [accountId] })
      if (!isHere()) return
      await navigate({
        to: '/accounts/$accountId/checks/$checkId',
        params: { accountId, checkId: id },
        ignoreBlocker: true,
      })
    },
  })
  const { concurrentChange, dismiss, look } = useConcurrentChange({
    checkId: task.kind === 'edit' ? task.checkId : null,
    isSaving: saving.isPending || isSaved,
    isKnown: (current) => isSame(storedCheckValue(schema, current), form.initial),
  })
  function save(): void {
    if (form.unreadable.length > 0) setViolations([...form.unreadable])
    else saving.mutate()
  }
  return (
    <>
      {task.kind === 'create' && Import !== undefined ? (
        <Import value={form.value} onChange={form.setValue} />
      ) : null}
      <div
        className={
          isRun ? 'items-start gap-4 xl:grid xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]' : formWidth
        }
      >
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
          onKeyDown={(event) => {
            // The code editor has a meaning of its own for these keys.
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
            event.preventDefault()
            event.currentTarget.requestSubmit()
          }}
        >
          {task.kind === 'edit' ? (
            <ConcurrentChangeBar concurrentChange={concurrentChange} onLoad={task.onLoad} onKeep={dismiss} />
          ) : null}
          <SchemaForm
            schema={schema}
            value={form.value}
            onChange={form.setValue}
            violations={violations}
            layout={layout}
            context={context}
          />
          <SaveBar
            error={saving.error}
            isBusy={saving.isPending}
            onCancel={() => window.history.back()}
            note={<WhatWillHappen form={{ value, context }} isRun={isRun} />}
          >
            {task.kind === 'create' ? 'Create check' : 'Save changes'}
          </SaveBar>
        </form>
        {isRun ? (
          <TrialPanel
            checkType={checkType}
            value={value}
            unreadable={form.unreadable}
            checkId={task.kind === 'edit' ? task.checkId : null}
            onResult={setTried}
            onRefused={(refused) => setViolations(withoutUnasked(refused, value))}
          />
        ) : null}
        <UnsavedGuard isChanged={isUnsaved} />
      </div>
    </>
  )
}
