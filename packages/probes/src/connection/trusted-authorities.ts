import { getCACertificates } from 'node:tls'

const known = new WeakMap<readonly string[], string[]>()

/** What Node and the system trust, and the further authorities of this agent. Reading them takes a moment: once for each list. */
export function trustedAuthorities(further: readonly string[]): string[] {
  const remembered = known.get(further)
  if (remembered !== undefined) return remembered
  const everybodys = (['bundled', 'system', 'extra'] as const).flatMap((type) => getCACertificates(type))
  const all = [...new Set([...everybodys, ...further])]
  known.set(further, all)
  return all
}
