import schema from 'sonde-schema:InviteCreate'
import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { invite, membersKey, type InviteCreate, type OpenInvite } from '../../resources/account/members.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaChoice, SchemaText } from '../../small-form/schema-inputs.tsx'
import { roleInWords } from '../../api/role-words.ts'

export function InviteDialog({
  onInvited,
  onClose,
}: {
  onInvited: (invite: OpenInvite) => void
  onClose: () => void
}) {
  const [value, setValue] = useState<InviteCreate>({ email: '', role: 'READ_WRITE' })
  const inviting = useWrite({ write: invite, stale: [membersKey], onDone: onInvited })
  const field = boundFields({ schema, error: inviting.error, value, setValue })
  return (
    <FormDialog
      title="Invite a member"
      submitWord="Invite"
      isBusy={inviting.isPending}
      onSubmit={() => inviting.mutate(value)}
      onClose={onClose}
    >
      <SchemaText {...field('email')} label="E-mail address" type="email" />
      <SchemaChoice {...field('role')} label="Role" words={roleInWords} />
      <FormMistake error={inviting.error} fields={['email', 'role']} />
    </FormDialog>
  )
}
