import createSchema from 'sonde-schema:VariableCreate'
import updateSchema from 'sonde-schema:VariableUpdate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  createVariable,
  replaceVariable,
  variablesKey,
  type Variable,
  type VariableValue,
} from '../../resources/variables.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaSwitch, SchemaText } from '../../small-form/schema-inputs.tsx'

export function VariableDialog({ present, onClose }: { present: Variable | null; onClose: () => void }) {
  const schema = present === null ? createSchema : updateSchema
  const [value, setValue] = useState<VariableValue>({
    key: present?.key ?? '',
    value: present?.value ?? '',
    locked: present?.locked ?? false,
    secret: present?.secret ?? false,
  })
  const toast = useToast()
  const saving = useWrite({
    write: present === null ? createVariable : replaceVariable,
    stale: [variablesKey],
    onDone: (_output, { key }) => {
      toast(`Variable ${key} saved`)
      onClose()
    },
  })
  const field = boundFields({ schema, error: saving.error, value, setValue })
  const isKnownSecret = present?.secret === true
  return (
    <FormDialog
      title={present === null ? 'New variable' : `Variable ${present.key}`}
      submitWord="Save"
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(value)}
      onClose={onClose}
    >
      {present === null ? <SchemaText {...field('key')} label="Key" isMono /> : null}
      <SchemaText
        {...field('value')}
        label="Value"
        help={
          isKnownSecret ? 'The current value is not shown: enter a new one.' : 'Applies from the next run on.'
        }
        rows={3}
        isMono
      />
      <SchemaSwitch
        {...field('secret')}
        label="Secret"
        help="The value is never shown again, and is masked in results, alerts and logs. This cannot be undone."
        isDisabled={isKnownSecret}
      />
      <SchemaSwitch
        {...field('locked')}
        label="Hidden"
        help="Shown only on request, to people who can change checks."
      />
      <FormMistake error={saving.error} fields={['key', 'value', 'locked', 'secret']} />
    </FormDialog>
  )
}
