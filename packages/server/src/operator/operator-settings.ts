import { type Settings, readSettings } from '../settings.ts'
import { OperatorFailure } from './operator-failure.ts'

const needed = [
  'SONDE_DATA_DIR',
  'DATABASE_URL',
  'SONDE_ENCRYPTION_KEY',
  'PUBLIC_URL',
  'HOST',
  'PORT',
] as const

export type OperatorSettings = Pick<
  Settings,
  'dataDir' | 'databaseUrl' | 'encryptionKey' | 'publicUrl' | 'host' | 'port'
>

/** The settings of the server that commands use, too; a mistake in any other one does not concern them. */
export function readOperatorSettings(
  environment: Readonly<Record<string, string | undefined>>,
): OperatorSettings {
  const read = readSettings(Object.fromEntries(needed.map((name) => [name, environment[name]])))
  if (!read.ok) throw new OperatorFailure(read.mistakes.join('\nsonde: '))
  return read.settings
}
