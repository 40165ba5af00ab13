import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useToast } from '../../parts/toast.tsx'
import { Dialog } from '../../parts/dialogs/dialog.tsx'
import {
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorQuery,
  type SecondFactor,
} from '../../resources/account/second-factor.ts'
import { RecoveryCodeList } from '../../second-factor/recovery-codes.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

type Step = 'set-up' | 'recovery-codes' | 'disable' | { codes: readonly string[] }

const fewCodes = 3

/** Whether signing in asks for a code, and everything about that. */
export function SecondFactorCard({ providerName }: { providerName: string }) {
  const query = useQuery(secondFactorQuery(useApi()))
  const toast = useToast()
  const [step, setStep] = useState<Step | null>(null)
  const close = () => setStep(null)
  return (
    <Card title="Second factor">
      <Loaded query={query} what="your second factor">
        {(factor) =>
          !factor.hasPassword ? (
            <p>You sign in with {providerName}, which asks for a second factor of its own.</p>
          ) : (
            <div className="max-w-xl space-y-4">
              <FactorState factor={factor} />
              <div className="flex flex-wrap gap-2">
                <Button look={factor.isEnabled ? 'plain' : 'primary'} onClick={() => setStep('set-up')}>
                  {factor.isEnabled ? 'Replace the app' : 'Set up'}
                </Button>
                {factor.isEnabled ? (
                  <>
                    <Button onClick={() => setStep('recovery-codes')}>New recovery codes</Button>
                    {factor.requiredBy.length === 0 ? (
                      <Button look="danger" onClick={() => setStep('disable')}>
                        Turn off
                      </Button>
                    ) : null}
                  </>
                ) : null}
              </div>
              {step === 'set-up' ? <SetUpDialog isReplacing={factor.isEnabled} onClose={close} /> : null}
            </div>
          )
        }
      </Loaded>
      {step === 'recovery-codes' ? (
        <ProofDialog
          title="New recovery codes"
          submitWord="Create codes"
          write={renewRecoveryCodes}
          onDone={({ recoveryCodes }) => setStep({ codes: recoveryCodes })}
          onClose={close}
        >
          <p>The recovery codes you have now stop working.</p>
        </ProofDialog>
      ) : null}
      {step === 'disable' ? (
        <ProofDialog
          title="Turn off the second factor"
          submitWord="Turn off"
          submitLook="danger"
          write={disableSecondFactor}
          onDone={() => {
            toast('Second factor turned off')
            close()
          }}
          onClose={close}
        >
          <p>Your password alone will sign you in. Your recovery codes stop working.</p>
        </ProofDialog>
      ) : null}
      {step !== null && typeof step === 'object' ? (
        <Dialog title="Your recovery codes" onClose={close}>
          <RecoveryCodeList codes={step.codes} />
          <div className="mt-4 flex justify-end">
            <Button look="primary" onClick={close}>
              Done
            </Button>
          </div>
        </Dialog>
      ) : null}
    </Card>
  )
}

function FactorState({ factor }: { factor: SecondFactor }) {
  const { isEnabled, enabledAt, recoveryCodesLeft, requiredBy } = factor
  if (!isEnabled) {
    return (
      <p>
        Off. With a second factor, signing in asks for a code from your phone after the password, so a stolen
        password is not enough.
      </p>
    )
  }
  return (
    <>
      <p>
        On since {enabledAt === null ? '–' : <Moment at={enabledAt} form="short" />}. Signing in asks for a
        code from your authenticator app.
      </p>
      <p className={recoveryCodesLeft <= fewCodes ? 'text-warn font-medium' : undefined}>
        {recoveryCodesLeft === 1 ? '1 recovery code left.' : `${recoveryCodesLeft} recovery codes left.`}
        {recoveryCodesLeft <= fewCodes ? ' Create new ones before you run out.' : null}
      </p>
      {requiredBy.length === 0 ? null : (
        <p className="text-soft">Required by {requiredBy.join(', ')}, so it cannot be turned off.</p>
      )}
    </>
  )
}
