import type { ApiRunConfig } from '@sonde/schema/check-types/api/result.ts'
import { substituteConfig, substituteText } from '@sonde/schema/variables/substitute.ts'
import { mostSubstitutedCharacters } from '@sonde/schema/variables/substitution-limit.ts'

/** The configuration with variables filled in, after the scripts had their say. As the service does for other runs. */
export function fillIn(
  config: ApiRunConfig,
  { variables, now }: { variables: ReadonlyMap<string, string>; now: number },
): unknown {
  const substitution = {
    values: new Map(variables),
    addresses: ['url'],
    onUse: () => undefined,
    room: { left: mostSubstitutedCharacters },
    helpersAt: now,
  }
  // The address of the group may name variables itself.
  const baseUrl = variables.get('GROUP_BASE_URL')
  if (baseUrl !== undefined)
    substitution.values.set('GROUP_BASE_URL', substituteText(baseUrl, substitution, true))
  substitution.values.set('REQUEST_URL', substituteText(config.request.url, substitution, true))
  return substituteConfig(config, substitution)
}
