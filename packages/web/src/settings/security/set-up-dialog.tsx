import { useState } from 'react'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useToast } from '../../parts/toast.tsx'
import { ownSessionsKey } from '../../resources/account/own-user.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  secondFactorKey,
  type SecondFactorSecret,
} from '../../resources/account/second-factor.ts'
import { AuthenticatorSecret } from '../../second-factor/authenticator-secret.tsx'
import { CodeField } from '../../second-factor/code-field.tsx'
import { RecoveryCodeList } from '../../second-factor/recovery-codes.tsx'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { mistakeAt } from '../../small-form/mistake-at.ts'
import { CurrentPasswordField } from './current-password-field.tsx'

/** Password, then the picture for the app and one code of it, then the recovery codes. */
export function SetUpDialog({ isReplacing, onClose }: { isReplacing: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<SecondFactorSecret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) {
    return (
      <Dialog title="Your recovery codes" onClose={onClose}>
        <RecoveryCodeList codes={codes} />
        <div className="mt-4 flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    )
  }
  return secret === null ? (
    <PasswordStep isReplacing={isReplacing} onSecret={setSecret} onClose={onClose} />
  ) : (
    <AppStep secret={secret} onConfirmed={setCodes} onClose={onClose} />
  )
}

function PasswordStep({
  isReplacing,
  onSecret,
  onClose,
}: {
  isReplacing: boolean
  onSecret: (secret: SecondFactorSecret) => void
  onClose: () => void
}) {
  const [value, setValue] = useState({ currentPassword: '', code: '' })
  const { currentPassword, code } = value
  const beginning = useWrite({ write: beginSecondFactor, stale: [], onDone: onSecret })
  return (
    <FormDialog
      title={isReplacing ? 'Replace the authenticator app' : 'Set up a second factor'}
      submitWord="Continue"
      isReady={currentPassword !== '' && (!isReplacing || code !== '')}
      isBusy={beginning.isPending}
      onSubmit={() => beginning.mutate(isReplacing ? value : { currentPassword })}
      onClose={onClose}
    >
      <CurrentPasswordField
        error={beginning.error}
        value={currentPassword}
        onChange={(next) => setValue({ ...value, currentPassword: next })}
      />
      {isReplacing ? (
        <CodeField
          kind="recovery"
          label="Code from the current app"
          help="Or a recovery code."
          error={mistakeAt(beginning.error, 'code')}
          value={code}
          onChange={(next) => setValue({ ...value, code: next })}
        />
      ) : null}
      <FormMistake error={beginning.error} fields={['currentPassword', 'code']} />
    </FormDialog>
  )
}

function AppStep({
  secret,
  onConfirmed,
  onClose,
}: {
  secret: SecondFactorSecret
  onConfirmed: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const [code, setCode] = useState('')
  const toast = useToast()
  const confirming = useWrite({
    write: confirmSecondFactor,
    stale: [secondFactorKey, ownSessionsKey],
    onDone: ({ recoveryCodes }) => {
      toast('Second factor turned on')
      onConfirmed(recoveryCodes)
    },
  })
  return (
    <FormDialog
      title="Connect your authenticator app"
      submitWord="Turn on"
      isReady={code !== ''}
      isBusy={confirming.isPending}
      onSubmit={() => confirming.mutate(code)}
      onClose={onClose}
    >
      <AuthenticatorSecret {...secret} />
      <CodeField
        help="Six digits that the app shows now. You are signed out everywhere else."
        error={mistakeAt(confirming.error, 'code')}
        value={code}
        onChange={setCode}
      />
      <FormMistake error={confirming.error} fields={['code']} />
    </FormDialog>
  )
}
