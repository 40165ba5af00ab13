import schema from 'sonde-schema:OwnPasswordChange'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useToast } from '../../parts/toast.tsx'
import { changeOwnPassword, ownSessionsKey } from '../../resources/account/own-user.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { SchemaText } from '../../small-form/schema-inputs.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { SmallForm } from '../../small-form/small-form.tsx'

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
  const field = boundFields({ schema, error: saving.error, value, setValue })
  return (
    <SmallForm
      fields={['currentPassword', 'newPassword']}
      error={saving.error}
      submitWord="Change password"
      isReady={value.currentPassword !== '' && value.newPassword !== ''}
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(value)}
    >
      <p className="text-soft">Changing it signs you out everywhere else. API keys keep working.</p>
      <CurrentPasswordField
        error={saving.error}
        value={value.currentPassword}
        onChange={(currentPassword) => setValue({ ...value, currentPassword })}
      />
      <SchemaText
        {...field('newPassword')}
        label="New password"
        help={minLength === undefined ? 'A long one.' : `At least ${minLength} characters.`}
        type="password"
        autoComplete="new-password"
      />
    </SmallForm>
  )
}
