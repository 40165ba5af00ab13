import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '@sonde/ground/is-record.ts'
import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { type CheckSecrets, joinSecrets, splitSecrets } from '@sonde/schema/checks/check-secrets.ts'
import type { JsonObject } from '../engine/json-column.ts'
import { type Sealer, UnreadableSecret } from '../installation/sealer.ts'

/** What the secrets of a check are sealed for, in the check, in its snapshots and in a trial run of this id. */
export function checkSecretsContext(checkId: string): string {
  return `check_secrets/${checkId}`
}

/** A configuration as it is stored. Nothing has to be opened, or looked for, where `sealedSecrets` is null. */
export type SealedParts<Config> = { config: Config; sealedSecrets: string | null }

/**
 * Takes the secrets out of a configuration and seals them. The text is that of `before` where it says the same, so
 * that a check that has not changed has no new snapshot.
 */
export function sealSecrets(
  sealer: Sealer,
  { id, checkType }: { id: string; checkType: CheckType },
  config: JsonObject,
  before: string | null = null,
): SealedParts<JsonObject> {
  const { open, secrets } = splitSecrets(kindOf(checkType).secrets, config)
  if (secrets === null) return { config: open, sealedSecrets: null }
  const context = checkSecretsContext(id)
  if (before !== null && saysTheSame(sealer, { sealed: before, context }, secrets)) {
    return { config: open, sealedSecrets: before }
  }
  return { config: open, sealedSecrets: sealer.seal(JSON.stringify(secrets), context) }
}

/** A text that nobody can open says nothing, and is replaced. */
function saysTheSame(
  sealer: Sealer,
  { sealed, context }: { sealed: string; context: string },
  secrets: CheckSecrets,
): boolean {
  try {
    return isDeepStrictEqual(secretsIn(sealer.open(sealed, context)), secrets)
  } catch (error) {
    if (error instanceof UnreadableSecret) return false
    throw error
  }
}

/** The configuration with its secrets; throws `UnreadableSecret`. */
export function openSecrets<Config>(
  sealer: Sealer,
  checkId: string,
  { config, sealedSecrets }: SealedParts<Config>,
): Config {
  if (sealedSecrets === null || !isRecord(config)) return config
  const secrets = secretsIn(sealer.open(sealedSecrets, checkSecretsContext(checkId)))
  // Safe because it is the same document, with other texts.
  return joinSecrets(config, secrets) as Config
}

/** The same for those who need no secret: masks stay where there are secrets that nobody can open. */
export function openReadableSecrets<Config>(
  sealer: Sealer,
  checkId: string,
  parts: SealedParts<Config>,
): Config {
  try {
    return openSecrets(sealer, checkId, parts)
  } catch (error) {
    if (error instanceof UnreadableSecret) return parts.config
    throw error
  }
}

/** Safe because nothing but `sealSecrets` writes it. */
function secretsIn(text: string): CheckSecrets {
  return JSON.parse(text) as CheckSecrets
}
