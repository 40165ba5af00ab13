import type { ServerSettings } from '@sonde/schema/accounts/server-settings.ts'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { listEntries } from './list-entries.ts'

/** How runs wait in NATS instead of in memory. */
export type NatsSettings = {
  addresses: string[]
  credsFile: string | null
  caFile: string | null
  replicas: number
}

export function natsMistakes(raw: Record<string, unknown>): Violation[] {
  const { NATS_URL: url, DATABASE_URL: database } = raw
  if (typeof url !== 'string') return []
  return [
    ...(typeof database === 'string'
      ? []
      : [{ path: 'NATS_URL', message: 'needs DATABASE_URL: servers that share runs share a PostgreSQL' }]),
    ...listEntries(url).flatMap((address) => (isAddress(address) ? [] : [addressMistake(address)])),
  ]
}

export function readNatsSettings(read: ServerSettings): NatsSettings | null {
  if (read.NATS_URL === undefined) return null
  return {
    addresses: listEntries(read.NATS_URL),
    credsFile: read.NATS_CREDS_FILE ?? null,
    caFile: read.NATS_CA_FILE ?? null,
    replicas: read.NATS_REPLICAS,
  }
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname } = new URL(text)
  return (protocol === 'nats:' || protocol === 'tls:') && hostname !== '' && pathname.length <= 1
}

/** Without the password that may stand in it. */
function addressMistake(address: string): Violation {
  const shown = address.replace(/\/\/[^@/]*@/, '//')
  return { path: 'NATS_URL', message: `"${shown}" is not an address such as nats://nats-1.example.com:4222` }
}
