import schema from 'sonde-schema:OwnUserUpdate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { useToast } from '../../parts/toast.tsx'
import { membersKey } from '../../resources/members.ts'
import { changeOwnUser } from '../../resources/own-user.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaText } from '../../small-form/schema-inputs.tsx'
import { useFreshSession } from './use-fresh-session.ts'

export function NameForm({ name: present }: { name: string }) {
  const [name, setName] = useState(present)
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
  return (
    <form
      className="max-w-md space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({ name })
      }}
    >
      <SchemaText
        schema={schema}
        name="name"
        label="Name"
        help="Others see it in the audit log, beside updates of incidents and in the list of members."
        error={saving.error}
        value={name}
        onChange={setName}
        autoComplete="name"
      />
      <FormMistake error={saving.error} fields={['name']} />
      <Button look="primary" type="submit" disabled={name === present} isBusy={saving.isPending}>
        Save name
      </Button>
    </form>
  )
}
