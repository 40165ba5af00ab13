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

export function EmailForm({ email: present }: { email: string }) {
  const [value, setValue] = useState({ email: present, currentPassword: '' })
  const toast = useToast()
  const refresh = useFreshSession()
  const saving = useWrite({
    write: changeOwnUser,
    stale: [membersKey],
    onDone: () => {
      toast('E-mail address saved')
      setValue((last) => ({ ...last, currentPassword: '' }))
      void refresh()
    },
  })
  const field = boundFields({ schema, error: saving.error, value, setValue })
  const isChanged = value.email !== present
  return (
    <SmallForm
      fields={['email', 'currentPassword']}
      error={saving.error}
      submitWord="Save e-mail address"
      isReady={isChanged}
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(value)}
    >
      <SchemaText
        {...field('email')}
        label="E-mail address"
        help="You sign in with it."
        type="email"
        autoComplete="email"
      />
      {isChanged ? (
        <SchemaText
          {...field('currentPassword')}
          label="Your password"
          type="password"
          autoComplete="current-password"
        />
      ) : null}
    </SmallForm>
  )
}
