import { isDeepStrictEqual } from 'node:util'
import type { AlertChannel } from '@sonde/schema/alerts/alert-channel.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { Masked } from '../audit/changed-fields.ts'
import { openConfig } from './channel-columns.ts'

/** A channel for the audit log: what its answer masks is not shown there either, but a change of it is told. */
export function auditedChannel(
  answer: AlertChannel,
  row: Pick<AlertChannelRow, 'accountId' | 'sealedConfig' | 'shownConfig'>,
  sealer: Sealer,
) {
  const stored = openConfig(row, sealer)
  const config = Object.fromEntries(
    Object.entries(stored).map(([field, value]) => [
      field,
      isDeepStrictEqual(row.shownConfig[field], value) ? value : new Masked(value),
    ]),
  )
  // What the operator has set is no change of the channel.
  const { deliverable: _deliverable, deliverableReason: _reason, ...own } = answer
  const name = typeof row.shownConfig['name'] === 'string' ? row.shownConfig['name'] : answer.type
  return { ...own, name, config }
}
