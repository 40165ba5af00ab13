import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../parts/dialogs/form-dialog.tsx'
import { Field } from '../parts/field.tsx'
import { useToast } from '../parts/toast.tsx'
import type { CheckGroupTrigger } from '../resources/check-groups.ts'
import { FormMistake } from '../small-form/form-mistake.tsx'
import { mistakeAt } from '../small-form/mistake-at.ts'

/** Whoever calls a trigger may name another address to check: only these hosts are sent secrets and logins there. */
export function AllowedHostsDialog({
  allowedHosts,
  write,
  onWritten,
  onClose,
}: {
  allowedHosts: readonly string[]
  write: (allowedHosts: string[]) => Promise<CheckGroupTrigger>
  onWritten: (trigger: CheckGroupTrigger) => void
  onClose: () => void
}) {
  const [text, setText] = useState(allowedHosts.join('\n'))
  const toast = useToast()
  const saving = useMutation({
    mutationFn: () => write(text.split(/\s+/).filter((host) => host !== '')),
    onSuccess: (trigger) => {
      onWritten(trigger)
      toast('Allowed hosts saved')
      onClose()
    },
  })
  return (
    <FormDialog
      title="Allowed hosts"
      submitWord="Save"
      isBusy={saving.isPending}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <Field
        label="Hosts"
        help="A call may name another address to check (environmentUrl). Secrets and logins are sent only to the targets of the checks and to these hosts: one per line, such as *.preview.example.com."
        error={mistakeAt(saving.error, 'allowedHosts')}
      >
        {(control) => (
          <textarea
            {...control}
            className="control font-mono md:text-xs"
            rows={4}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <FormMistake error={saving.error} fields={['allowedHosts']} />
    </FormDialog>
  )
}
