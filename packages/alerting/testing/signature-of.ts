import { createHmac } from 'node:crypto'
import type { ReceivedRequest } from '@sonde/egress/testing/receiver.ts'

/** What the header of a signed request has to say. */
export function signatureOf(request: ReceivedRequest | undefined, secret: string): string {
  return createHmac('sha256', secret)
    .update(request?.body ?? '')
    .digest('hex')
}
