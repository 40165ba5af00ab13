import { isRecord } from '@sonde/ground/is-record.ts'
import { CliFailure } from './cli-failure.ts'
import type { CliIo } from './cli-io.ts'
import { ask, type ServiceConnection } from './service-connection.ts'

/** The code by which checks name the server itself; it is a failure when it runs none. */
export async function thisServer(io: CliIo, connection: ServiceConnection): Promise<string[]> {
  const listed = await ask(io, connection, { method: 'GET', path: '/v1/locations' })
  const codes = (Array.isArray(listed) ? listed : []).flatMap((location: unknown) =>
    isRecord(location) && location['isThisServer'] === true && typeof location['region'] === 'string'
      ? [location['region']]
      : [],
  )
  if (codes.length > 0) return codes
  throw new CliFailure(
    'the server runs no checks itself: say where they run with --location or --private-location',
  )
}
