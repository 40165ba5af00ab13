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

export function EmailForm({ email: present }: { email: string }) {
  const [email, setEmail] = useState(present)
  const [currentPassword, setCurrentPassword] = useState('')
  const toast = useToast()
  const refresh = useFreshSession()
  const saving = useWrite({
    write: changeOwnUser,
    stale: [membersKey],
    onDone: () => {
      toast('E-mail address saved')
      setCurrentPassword('')
      void refresh()
    },
  })
  const isChanged = email !== present
  return (
    <form
      noValidate
      className="max-w-md space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate({ email, currentPassword })
      }}
    >
      <SchemaText
        schema={schema}
        name="email"
        label="E-mail address"
        help="You sign in with it."
        error={saving.error}
        value={email}
        onChange={setEmail}
        type="email"
        autoComplete="email"
      />
      {isChanged ? (
        <SchemaText
          schema={schema}
          name="currentPassword"
          label="Your password"
          error={saving.error}
          value={currentPassword}
          onChange={setCurrentPassword}
          type="password"
          autoComplete="current-password"
        />
      ) : null}
      <FormMistake error={saving.error} fields={['email', 'currentPassword']} />
      <Button look="primary" type="submit" disabled={!isChanged} isBusy={saving.isPending}>
        Save e-mail address
      </Button>
    </form>
  )
}
