import schema from 'sonde-schema:AccountMemberUpdate'
import { useState } from 'react'
import { useAccount, useMay } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { Moment } from '../../parts/moment.tsx'
import { RowActions } from '../../parts/lists/row-actions.tsx'
import { Tag } from '../../parts/tag.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  changeRole,
  endMemberSessions,
  removeMember,
  membersKey,
  type AccountMember,
} from '../../resources/account/members.ts'
import { boundFields } from '../../small-form/bound-fields.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { SchemaChoice } from '../../small-form/schema-inputs.tsx'
import { roleInWords, roleName } from '../../api/role-words.ts'

export function MemberRow({ member }: { member: AccountMember }) {
  const { user, api } = useAccount()
  const [dialog, setDialog] = useState<'role' | 'removal' | null>(null)
  const isOwn = member.userId === user.id
  const mayChange = useMay('ADMIN') && member.role !== 'OWNER'
  const name = member.name ?? member.email
  const close = () => setDialog(null)
  const toast = useToast()
  const signingOut = useWrite({
    write: endMemberSessions,
    stale: [],
    onDone: () => toast(`${name} signed out everywhere`),
  })
  return (
    <tr>
      <td>
        <span className="font-medium">{name}</span> {isOwn ? <Tag>you</Tag> : null}{' '}
        {member.mfaEnabled ? <Tag>second factor</Tag> : null}{' '}
        {member.ssoEnabled ? <Tag>single sign-on</Tag> : null}
        {member.name === null ? null : <span className="text-soft block text-xs">{member.email}</span>}
      </td>
      <td>{roleName(member.role)}</td>
      <td>
        <Moment at={member.createdAt} form="short" />
      </td>
      <td>
        {mayChange ? (
          <RowActions>
            <Button aria-label={`Change the role of ${name}`} onClick={() => setDialog('role')}>
              Change the role
            </Button>
            {isOwn ? null : (
              <Button
                aria-label={`Sign out ${name} everywhere`}
                isBusy={signingOut.isPending}
                onClick={() => signingOut.mutate(member.userId)}
              >
                Sign out
              </Button>
            )}
            <Button look="danger" aria-label={`Remove ${name}`} onClick={() => setDialog('removal')}>
              Remove
            </Button>
          </RowActions>
        ) : null}
        <FormMistake error={signingOut.error} fields={[]} />
        {dialog === 'role' ? <RoleDialog member={member} onClose={close} /> : null}
        {dialog === 'removal' ? (
          <ConfirmDelete
            what="member"
            name={member.email}
            consequences={
              isOwn
                ? 'That is you: you lose access to this account.'
                : 'The person can no longer see this account, and neither can their API keys. What they created is kept.'
            }
            onDelete={() => removeMember(api, member.userId)}
            stale={membersKey}
            onClose={close}
          />
        ) : null}
      </td>
    </tr>
  )
}

function RoleDialog({ member, onClose }: { member: AccountMember; onClose: () => void }) {
  const [value, setValue] = useState({ role: member.role === 'OWNER' ? 'ADMIN' : member.role })
  const toast = useToast()
  const changing = useWrite({
    write: changeRole,
    stale: [membersKey],
    onDone: () => {
      toast('Role changed')
      onClose()
    },
  })
  const field = boundFields({ schema, error: changing.error, value, setValue })
  return (
    <FormDialog
      title={`Role of ${member.name ?? member.email}`}
      submitWord="Save"
      isBusy={changing.isPending}
      onSubmit={() => changing.mutate({ userId: member.userId, ...value })}
      onClose={onClose}
    >
      <SchemaChoice
        {...field('role')}
        label="Role"
        help="It applies from the next request on, also for the person's API keys."
        words={roleInWords}
      />
      <FormMistake error={changing.error} fields={['role']} />
    </FormDialog>
  )
}
