import type { NotRunCause, Outcome, ProbeError } from '@sonde/schema/runs/outcome.ts'

/** What the system says when this machine, and not the target, has run out of something. */
const shortages: Readonly<Record<string, string>> = {
  EMFILE: 'this agent has no file descriptors left',
  ENFILE: 'this machine has no file descriptors left',
  ENOMEM: 'this machine has no memory left',
  ENOBUFS: 'this machine has no network buffers left',
  EADDRNOTAVAIL: 'this machine has no local address or port left',
  EAGAIN: 'a resource limit of this agent is reached',
}

/** No DNS server of this agent answers anything. */
const noResolverCode = 'ERR_NO_RESOLVER'

export function describeNoResolver(hostname: string): ProbeError {
  return {
    code: noResolverCode,
    message: `"${hostname}" was not looked up: no DNS server of this agent answers`,
    hostname,
  }
}

/**
 * The outcome, unless its error is our own: then the target was not looked at. The only place that decides so, for
 * every socket, lookup and bind of every type.
 */
export function exceptOwnShortage<Document>(outcome: Outcome<Document>): Outcome<Document> {
  if (outcome.kind !== 'unreachable') return outcome
  const cause = ownCauseOf(outcome.error)
  return cause === null ? outcome : { kind: 'not-run', cause, error: explain(outcome.error) }
}

export function ownCauseOf({ code }: ProbeError): NotRunCause | null {
  if (code === noResolverCode) return 'no-resolver'
  return Object.hasOwn(shortages, code) ? 'no-resources' : null
}

function explain(error: ProbeError): ProbeError {
  const what = shortages[error.code]
  return what === undefined
    ? error
    : { ...error, message: `The target was not checked: ${what} (${error.code})` }
}
