import type { RunAssignment } from '@sonde/schema/agents/agent-protocol.ts'
import { listResultWords } from '@sonde/schema/check-types/result-words.ts'
import { createScrubber, type Scrubber } from '@sonde/scrub/scrubber.ts'
import { proxySecrets } from './proxy-choice.ts'

/** Sets of secrets that are ready at a time; the runs of one account mostly have the same. */
const mostKnown = 50

/**
 * The scrubber of a run: what the agent must never show, what the run was sent as secret, and the credentials
 * of its proxy and certificates. Making one takes longer than a whole run, so they are kept.
 */
export function createRunScrubbers(
  own: readonly string[],
): (run: RunAssignment, more?: readonly string[]) => Scrubber {
  const ownWords = listResultWords()
  const plain = createScrubber(own, { ownWords })
  const known = new Map<string, Scrubber>()
  return (run, more = []) => {
    const secrets = runSecrets(run)
    // Of this one run: not worth keeping.
    if (more.length > 0) return createScrubber([...own, ...secrets, ...more], { ownWords })
    if (secrets.length === 0) return plain
    const key = JSON.stringify(secrets)
    const remembered = known.get(key)
    if (remembered !== undefined) return remembered
    const scrubber = createScrubber([...own, ...secrets], { ownWords })
    const [oldest] = known.size >= mostKnown ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, scrubber)
    return scrubber
  }
}

/** What a run was sent as secret. */
export function runSecrets({ context, script }: RunAssignment): string[] {
  return [
    ...(context === undefined ? [] : secretsIn(context)),
    ...(script === undefined ? [] : secretsOfScripts(script)),
  ]
}

function secretsIn({
  secrets,
  proxyUrl,
  clientCertificates,
}: NonNullable<RunAssignment['context']>): string[] {
  const proxy = proxyUrl !== null && URL.canParse(proxyUrl) ? new URL(proxyUrl) : null
  return [
    ...secrets,
    ...proxySecrets(proxy),
    ...clientCertificates.flatMap(({ key, passphrase }) => [key, passphrase].filter((text) => text !== null)),
  ]
}

const secretName = /^(?:SERVICE|CHECKLY)_SECRET_/

function secretsOfScripts({ variables, secretVariables }: NonNullable<RunAssignment['script']>): string[] {
  const names = new Set(secretVariables)
  return Object.entries(variables).flatMap(([name, value]) =>
    value !== '' && (names.has(name) || secretName.test(name)) ? [value] : [],
  )
}
