import schema from 'sonde-schema:OwnPasswordChange'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { useToast } from '../../parts/toast.tsx'
import { changeOwnPassword, ownSessionsKey } from '../../resources/own-user.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaText } from '../../small-form/schema-inputs.tsx'

const empty = { currentPassword: '', newPassword: '' }

export function PasswordForm() {
  const [value, setValue] = useState(empty)
  const toast = useToast()
  const { minLength } = schema.properties?.['newPassword'] ?? {}
  const saving = useWrite({
    write: changeOwnPassword,
    stale: [ownSessionsKey],
    onDone: () => {
      toast('Password changed')
      setValue(empty)
    },
  })
  return (
    <form
      noValidate
      className="max-w-md space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(value)
      }}
    >
      <p className="text-soft">Changing it signs you out everywhere else. API keys go on working.</p>
      <SchemaText
        schema={schema}
        name="currentPassword"
        label="Present password"
        help="The one you signed in with."
        error={saving.error}
        value={value.currentPassword}
        onChange={(currentPassword) => setValue({ ...value, currentPassword })}
        type="password"
        autoComplete="current-password"
      />
      <SchemaText
        schema={schema}
        name="newPassword"
        label="New password"
        help={minLength === undefined ? 'A long one.' : `At least ${minLength} characters.`}
        error={saving.error}
        value={value.newPassword}
        onChange={(newPassword) => setValue({ ...value, newPassword })}
        type="password"
        autoComplete="new-password"
      />
      <FormMistake error={saving.error} fields={['currentPassword', 'newPassword']} />
      <Button
        look="primary"
        type="submit"
        disabled={value.currentPassword === '' || value.newPassword === ''}
        isBusy={saving.isPending}
      >
        Change password
      </Button>
    </form>
  )
}
