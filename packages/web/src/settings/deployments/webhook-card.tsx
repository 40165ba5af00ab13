import { useState } from 'react'
import { useMay } from '../../api/account-context.ts'
import { useWrite } from '../../api/use-write.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { createWebhookSecret } from '../../resources/deployment-triggers.ts'
import { FormMistake } from '../../small-form/form-mistake.tsx'

/** How GitHub is made to tell of deployments. */
export function WebhookCard() {
  const mayMake = useMay('ADMIN')
  const [isAsking, setIsAsking] = useState(false)
  const making = useWrite({
    write: (api) => createWebhookSecret(api),
    stale: [],
    onDone: () => setIsAsking(false),
  })
  return (
    <Card
      title="GitHub webhook"
      actions={mayMake ? <Button onClick={() => setIsAsking(true)}>New webhook secret</Button> : undefined}
    >
      <p className="max-w-prose">
        In the settings of the repository or the organisation, add a webhook with the content type{' '}
        <code>application/json</code> and the event <em>Deployment statuses</em>. Its address and secret are
        created here
        {mayMake ? '' : ', by an administrator'}; a new secret makes the previous one invalid.
      </p>
      {making.data === undefined ? null : (
        <>
          <div className="mt-3">
            <CodeBlock text={making.data.url} what="address of the webhook" />
          </div>
          <OneTimeSecret what="secret" secret={making.data.secret} />
        </>
      )}
      {isAsking ? (
        <FormDialog
          title="Create a new webhook secret?"
          submitWord="Create secret"
          isBusy={making.isPending}
          onSubmit={() => making.mutate(undefined)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            If there is a secret already, its events are rejected from now on, until GitHub has the new one.
          </p>
          <FormMistake error={making.error} fields={[]} />
        </FormDialog>
      ) : null}
    </Card>
  )
}
