import schema from 'sonde-schema:STATUS_PAGE_SUBSCRIPTIONS'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import type { Api } from '../api/api.ts'
import { useWrite } from '../api/use-write.ts'
import { Field } from '../parts/field.tsx'
import { FormDialog } from '../parts/dialogs/form-dialog.tsx'
import { formatCount } from '../parts/format.ts'
import { Failed } from '../parts/states.tsx'
import { useToast } from '../parts/toast.tsx'
import {
  addSubscribers,
  statusPagesKey,
  type BulkSubscription,
} from '../resources/status-pages/status-pages.ts'
import { CheckBox } from '../schema-form/check-box.tsx'
import { addressesIn, inPieces } from './addresses-in.ts'

/** What one request may bring; what is pasted beyond that goes in further ones. */
const perRequest = schema.properties?.['subscriptions']?.maxItems ?? 1

export function AddSubscribersDialog({ pageId, onClose }: { pageId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [autoVerify, setAutoVerify] = useState(false)
  const toast = useToast()
  const addresses = addressesIn(text)
  const adding = useWrite({
    write: (api, _input: void) => addAll(api, pageId, { addresses, autoVerify }),
    stale: [statusPagesKey],
    onDone: ({ created, skipped }) => {
      toast(`Added ${formatCount(created)}${skipped === 0 ? '' : `, ${formatCount(skipped)} were there`}`)
      onClose()
    },
  })
  const invalidAddresses = adding.error instanceof ApiError ? badAddresses(adding.error, addresses) : []
  return (
    <FormDialog
      title="Add subscribers"
      submitWord={addresses.length === 0 ? 'Add' : `Add ${formatCount(addresses.length)}`}
      isReady={addresses.length > 0}
      isBusy={adding.isPending}
      onSubmit={() => adding.mutate()}
      onClose={onClose}
    >
      <div>
        <Field
          label="E-mail addresses"
          help="One per line, or separated by commas."
          error={
            invalidAddresses.length === 0 ? null : `Not an e-mail address: ${invalidAddresses.join(', ')}`
          }
          isRequired
        >
          {(control) => (
            <textarea
              {...control}
              rows={8}
              className="control font-mono md:text-xs"
              value={text}
              spellCheck={false}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <div className="mt-3">
          <CheckBox
            label="They have already agreed"
            help="Then they get mails from now on. Otherwise each gets a mail with a link to confirm, and is removed after 7 days without confirmation."
            isChecked={autoVerify}
            onChange={setAutoVerify}
          />
        </div>
      </div>
      {adding.isError && invalidAddresses.length === 0 ? <Failed error={adding.error} /> : null}
    </FormDialog>
  )
}

/** Those that were added before one of them is refused stay; sent again, they are skipped. */
async function addAll(
  api: Api,
  pageId: string,
  { addresses, autoVerify }: { addresses: readonly string[]; autoVerify: boolean },
): Promise<Pick<BulkSubscription, 'created' | 'skipped'>> {
  const sum = { created: 0, skipped: 0 }
  for (const piece of inPieces(addresses, perRequest)) {
    const { created, skipped } = await addSubscribers(api, pageId, { addresses: piece, autoVerify })
    sum.created += created
    sum.skipped += skipped
  }
  return sum
}

function badAddresses({ violations }: ApiError, addresses: readonly string[]): string[] {
  const places = violations.flatMap(({ path }) => /^subscriptions\.(\d+)/.exec(path)?.[1] ?? [])
  // The server counts within its piece: by looks the wrong ones are found in all of them.
  const looksRight = (address: string) => /^[^\s@]+@[^\s@]+$/.test(address)
  const wrong = addresses.filter((address) => !looksRight(address))
  if (wrong.length > 0) return wrong.slice(0, 5)
  return places.flatMap((place) => addresses[Number(place)] ?? []).slice(0, 5)
}
