import { useState, type ReactNode } from 'react'
import type { Api } from '../../api/api.ts'
import { useWrite } from '../../api/use-write.ts'
import type { ButtonLook } from '../../parts/button.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { secondFactorKey, type SecondFactorProof } from '../../resources/account/second-factor.ts'
import { CodeField } from '../../second-factor/code-field.tsx'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { mistakeAt } from '../../small-form/mistake-at.ts'
import { CurrentPasswordField } from './current-password-field.tsx'

/** Asks for password and code before something about the second factor is changed. */
export function ProofDialog<Output>({
  title,
  submitWord,
  submitLook = 'primary',
  write,
  onDone,
  onClose,
  children,
}: {
  title: string
  submitWord: string
  submitLook?: ButtonLook
  write: (api: Api, proof: SecondFactorProof) => Promise<Output>
  onDone: (output: Output) => void
  onClose: () => void
  children: ReactNode
}) {
  const [value, setValue] = useState({ currentPassword: '', code: '' })
  const saving = useWrite({ write, stale: [secondFactorKey], onDone })
  return (
    <FormDialog
      title={title}
      submitWord={submitWord}
      submitLook={submitLook}
      isReady={value.currentPassword !== '' && value.code !== ''}
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate(value)}
      onClose={onClose}
    >
      {children}
      <CurrentPasswordField
        error={saving.error}
        value={value.currentPassword}
        onChange={(currentPassword) => setValue({ ...value, currentPassword })}
      />
      <CodeField
        help="Or a recovery code."
        kind="recovery"
        label="Code from the app"
        error={mistakeAt(saving.error, 'code')}
        value={value.code}
        onChange={(code) => setValue({ ...value, code })}
      />
      <FormMistake error={saving.error} fields={['currentPassword', 'code']} />
    </FormDialog>
  )
}
