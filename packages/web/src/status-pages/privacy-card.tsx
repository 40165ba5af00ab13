import { useState } from 'react'
import { useMay } from '../api/account-context.ts'
import { useWrite } from '../api/use-write.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { FormDialog } from '../parts/dialogs/form-dialog.tsx'
import { Moment } from '../parts/moment.tsx'
import { OneTimeSecret } from '../parts/one-time-secret.tsx'
import { Failed } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  createPassword,
  removePassword,
  statusPagesKey,
  type StatusPage,
} from '../resources/status-pages/status-pages.ts'

/** Who may see a page. A password is made by the server, and shown once. */
export function PrivacyCard({ page }: { page: StatusPage }) {
  const mayWrite = useMay('READ_WRITE')
  const toast = useToast()
  const [dialog, setDialog] = useState<'password' | 'public' | null>(null)
  const close = () => setDialog(null)
  const making = useWrite({
    write: (api, _input: void) => createPassword(api, page.id),
    stale: [statusPagesKey],
    onDone: close,
  })
  const opening = useWrite({
    write: (api, _input: void) => removePassword(api, page.id),
    stale: [statusPagesKey],
    onDone: () => {
      close()
      making.reset()
      toast('Everybody can see the page')
    },
  })
  const [key] = page.keys
  return (
    <Card title="Who sees it">
      {page.isPrivate ? (
        <p>
          <span aria-hidden="true">🔒 </span>
          Anyone who has the password
          {key === undefined ? null : <> (it ends with {key.maskedKey.slice(-4)})</>}, and members of the
          account.{' '}
          {key === undefined ? null : (
            <span className="text-soft">
              Set <Moment at={key.updated_at ?? key.created_at} form="ago" />.
            </span>
          )}
        </p>
      ) : (
        <p>Anyone who has the address.</p>
      )}
      {making.data === undefined ? null : <OneTimeSecret what="password" secret={making.data.password} />}
      {mayWrite ? (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={() => setDialog('password')}>
            {page.isPrivate ? 'New password' : 'Protect with a password'}
          </Button>
          {page.isPrivate ? <Button onClick={() => setDialog('public')}>Make public</Button> : null}
        </div>
      ) : null}
      {dialog === null ? null : (
        <FormDialog
          title={dialog === 'public' ? 'Make this page public?' : 'Set a password?'}
          submitWord={dialog === 'public' ? 'Make public' : 'Set a password'}
          isBusy={making.isPending || opening.isPending}
          onSubmit={() => (dialog === 'public' ? opening.mutate() : making.mutate())}
          onClose={close}
        >
          <p>{sentenceFor(dialog, page.isPrivate)}</p>
          {making.isError ? <Failed error={making.error} /> : null}
          {opening.isError ? <Failed error={opening.error} /> : null}
        </FormDialog>
      )}
    </Card>
  )
}

function sentenceFor(dialog: 'password' | 'public', isPrivate: boolean): string {
  if (dialog === 'public') return 'Its password is deleted, and visitors no longer have to sign in.'
  return isPrivate
    ? 'The current password stops working, and all visitors must sign in again.'
    : 'Visitors must sign in with it from now on. A private page has no feeds.'
}
