import schema from 'sonde-schema:InviteCreate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { invite, membersKey, type InviteCreate, type OpenInvite } from '../../resources/members.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaChoice, SchemaText } from '../../small-form/schema-inputs.tsx'
import { roleInWords } from '../role-words.ts'

export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (invite: OpenInvite) => void
  onClose: () => void
}) {
  const [value, setValue] = useState<InviteCreate>({ email: '', role: 'READ_WRITE' })
  const inviting = useWrite({ write: invite, stale: [membersKey], onDone: onInvited })
  return (
    <FormDialog
      title="Invite somebody"
      submitWord="Invite"
      isBusy={inviting.isPending}
      onSubmit={() => inviting.mutate(value)}
      onClose={onClose}
    >
      <SchemaText
        schema={schema}
        name="email"
        label="E-mail address"
        error={inviting.error}
        value={value.email}
        onChange={(email) => setValue({ ...value, email })}
        type="email"
      />
      <SchemaChoice
        schema={schema}
        name="role"
        label="Role"
        error={inviting.error}
        value={value.role}
        words={roleInWords}
        onChange={(role) => setValue({ ...value, role })}
      />
      <FormMistake error={inviting.error} fields={['email', 'role']} />
    </FormDialog>
  )
}
