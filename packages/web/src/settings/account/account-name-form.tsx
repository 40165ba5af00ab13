import schema from 'sonde-schema:AccountUpdate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { useToast } from '../../parts/toast.tsx'
import { accountKey, renameAccount } from '../../resources/account/account.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { SchemaText } from '../../small-form/schema-inputs.tsx'
import { SmallForm } from '../../small-form/small-form.tsx'
import { useFreshSession } from '../profile/use-fresh-session.ts'

/** The name is also in the navigation and in mails: the session is read anew. */
export function AccountNameForm({ name }: { name: string }) {
  const [value, setValue] = useState({ name })
  const toast = useToast()
  const refresh = useFreshSession()
  const renaming = useWrite({
    write: renameAccount,
    stale: [accountKey],
    onDone: () => {
      toast('Account renamed')
      void refresh()
    },
  })
  const field = boundFields({ schema, error: renaming.error, value, setValue })
  return (
    <div className="mb-4">
      <SmallForm
        fields={['name']}
        error={renaming.error}
        submitWord="Rename"
        isReady={value.name !== name}
        isBusy={renaming.isPending}
        onSubmit={() => renaming.mutate(value)}
      >
        <SchemaText {...field('name')} label="Name" />
      </SmallForm>
    </div>
  )
}
