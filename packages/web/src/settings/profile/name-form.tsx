import schema from 'sonde-schema:OwnUserUpdate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useToast } from '../../parts/toast.tsx'
import { membersKey } from '../../resources/account/members.ts'
import { changeOwnUser } from '../../resources/account/own-user.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { SchemaText } from '../../small-form/schema-inputs.tsx'
import { SmallForm } from '../../small-form/small-form.tsx'
import { useFreshSession } from './use-fresh-session.ts'

export function NameForm({ name: present }: { name: string }) {
  const [value, setValue] = useState({ name: present })
  const toast = useToast()
  const refresh = useFreshSession()
  const saving = useWrite({
    write: changeOwnUser,
    stale: [membersKey],
    onDone: () => {
      toast('Name saved')
      void refresh()
    },
  })
  const field = boundFields({ schema, error: saving.error, value, setValue })
  return (
    <SmallForm
      fields={['name']}
      error={saving.error}
      submitWord="Save name"
      isReady={value.name !== present}
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(value)}
    >
      <SchemaText
        {...field('name')}
        label="Name"
        help="Others see it in the audit log, next to updates of incidents and in the list of members."
        autoComplete="name"
      />
    </SmallForm>
  )
}
