import schema from 'sonde-schema:InviteCreate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { invite, membersKey, type InviteCreate, type OpenInvite } from '../../resources/members.ts'
import { FormDialog } from '../../small-form/form-dialog.tsx'
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
      action="Invite"
      fields={['email', 'role']}
      error={inviting.error}
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
    </FormDialog>
  )
}
