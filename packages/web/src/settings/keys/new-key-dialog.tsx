import type { GrantableRole } from '@sonde/schema/accounts/role.ts'
import { useState } from 'react'
import type { Api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaChoice, SchemaText } from '../../small-form/schema-inputs.tsx'
import { roleInWords } from '../../api/role-words.ts'

export type NewKey = { name: string; role: GrantableRole }

/** The schema says whether such a key has a role. */
export function NewKeyDialog({
  what,
  schema,
  stale,
  create,
  onMade,
  onClose,
}: {
  what: string
  schema: FormSchema
  stale: readonly string[]
  create: (api: Api, body: NewKey) => Promise<{ name: string; key: string }>
  onMade: (key: { name: string; key: string }) => void
  onClose: () => void
}) {
  const [value, setValue] = useState<NewKey>({ name: '', role: 'READ_ONLY' })
  const making = useWrite({ write: create, stale: [stale], onDone: onMade })
  const field = boundFields({ schema, error: making.error, value, setValue })
  return (
    <FormDialog
      title={`New ${what}`}
      submitWord="Create"
      isBusy={making.isPending}
      onSubmit={() => making.mutate(value)}
      onClose={onClose}
    >
      <SchemaText
        {...field('name')}
        label="Name"
        help="What it is for, so that you know later whether you can delete it."
      />
      {schema.properties?.['role'] === undefined ? null : (
        <SchemaChoice
          {...field('role')}
          label="Role"
          help="Give it no more than it needs."
          words={roleInWords}
        />
      )}
      <FormMistake error={making.error} fields={['name', 'role']} />
    </FormDialog>
  )
}
