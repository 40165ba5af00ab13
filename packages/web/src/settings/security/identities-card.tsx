import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAccount } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { useIsHere } from '../../parts/leaving/use-is-here.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { RowActions } from '../../parts/lists/row-actions.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Loaded } from '../../parts/states.tsx'
import { useToast } from '../../parts/toast.tsx'
import {
  connectIdentity,
  disconnectIdentity,
  identitiesKey,
  identitiesQuery,
} from '../../resources/account/identities.ts'
import { secondFactorQuery } from '../../resources/account/second-factor.ts'
import { CodeField } from '../../second-factor/code-field.tsx'
import { problemInWords, type SignInProblem } from '../../sign-in/problem-words.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'
import { mistakeAt } from '../../small-form/mistake-at.ts'
import { CurrentPasswordField } from './current-password-field.tsx'

/** The identity provider as a way in: connected or not. */
export function IdentitiesCard({
  providerName,
  problem,
}: {
  providerName: string
  problem: SignInProblem | undefined
}) {
  const { api } = useAccount()
  const query = useQuery(identitiesQuery(api))
  const factor = useQuery(secondFactorQuery(api))
  const toast = useToast()
  const [isConnecting, setIsConnecting] = useState(false)
  const disconnecting = useWrite({
    write: disconnectIdentity,
    stale: [identitiesKey],
    onDone: () => toast('Disconnected'),
  })
  const hasPassword = factor.data?.hasPassword === true
  return (
    <Card
      title={`Sign-in with ${providerName}`}
      isFlush
      actions={hasPassword ? <Button onClick={() => setIsConnecting(true)}>Connect</Button> : undefined}
    >
      {problem === undefined ? null : (
        <p role="alert" className="bg-bad-wash text-bad m-4 rounded-md p-3 font-medium">
          <span aria-hidden="true">⚠ </span>
          Not connected. {problemInWords(problem)}
        </p>
      )}
      <FormMistake error={disconnecting.error} fields={[]} />
      <Loaded query={query} what="your sign-ins">
        {(identities) =>
          identities.length === 0 ? (
            <p className="text-soft p-4">
              Not connected. Once connected, {providerName} signs you in without your password here.
            </p>
          ) : (
            <DataTable columns={['Provider', 'E-mail', 'Connected', 'Last used']} hasActions>
              {identities.map(({ id, issuer, email, createdAt, lastUsedAt }) => (
                <tr key={id}>
                  <td>{new URL(issuer).host}</td>
                  <td>{email ?? '–'}</td>
                  <td>
                    <Moment at={createdAt} form="short" />
                  </td>
                  <td>
                    <Moment at={lastUsedAt} form="ago" />
                  </td>
                  <td>
                    {hasPassword ? (
                      <RowActions>
                        <Button
                          look="danger"
                          aria-label={`Disconnect ${new URL(issuer).host}`}
                          isBusy={disconnecting.isPending && disconnecting.variables === id}
                          onClick={() => disconnecting.mutate(id)}
                        >
                          Disconnect
                        </Button>
                      </RowActions>
                    ) : null}
                  </td>
                </tr>
              ))}
            </DataTable>
          )
        }
      </Loaded>
      {isConnecting ? (
        <ConnectDialog
          providerName={providerName}
          needsCode={factor.data?.isEnabled === true}
          onClose={() => setIsConnecting(false)}
        />
      ) : null}
    </Card>
  )
}

function ConnectDialog({
  providerName,
  needsCode,
  onClose,
}: {
  providerName: string
  needsCode: boolean
  onClose: () => void
}) {
  const [value, setValue] = useState({ currentPassword: '', code: '' })
  const { currentPassword, code } = value
  const isHere = useIsHere()
  const connecting = useWrite({
    write: connectIdentity,
    stale: [],
    // Out of the application, to the provider: it leads back to this screen.
    onDone: ({ url }) => {
      if (isHere()) window.location.assign(url)
    },
  })
  return (
    <FormDialog
      title={`Connect ${providerName}`}
      submitWord={`Continue to ${providerName}`}
      isReady={currentPassword !== '' && (!needsCode || code !== '')}
      isBusy={connecting.isPending || connecting.isSuccess}
      onSubmit={() => {
        const next = window.location.pathname
        connecting.mutate({ currentPassword, next, ...(needsCode ? { code } : {}) })
      }}
      onClose={onClose}
    >
      <p>From then on {providerName} signs you in, without the password and second factor you have here.</p>
      <CurrentPasswordField
        error={connecting.error}
        value={currentPassword}
        onChange={(next) => setValue({ ...value, currentPassword: next })}
      />
      {needsCode ? (
        <CodeField
          kind="recovery"
          label="Code from the app"
          help="Or a recovery code."
          error={mistakeAt(connecting.error, 'code')}
          value={code}
          onChange={(next) => setValue({ ...value, code: next })}
        />
      ) : null}
      <FormMistake error={connecting.error} fields={['currentPassword', 'code']} />
    </FormDialog>
  )
}
