const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'was refused',
  ECONNRESET: 'was closed by the other side',
  ETIMEDOUT: 'timed out',
  EHOSTUNREACH: 'found no route to the host',
  ENETUNREACH: 'found no route to the network',
}

/** Why there is no connection, for people: with the address, and the code that they may search for. Null for other errors. */
export function connectionWords(error: Error): string | null {
  const { address, port } = error as Error & { address?: unknown; port?: unknown }
  const code = codeOf(error)
  const why = words[code]
  if (why === undefined || typeof address !== 'string') return null
  const host = address.includes(':') ? `[${address}]` : address
  return `the connection to ${host}${typeof port === 'number' ? `:${port}` : ''} ${why} (${code})`
}

/** A client of mail servers writes its own code over that of the system, which its message still begins with. */
function codeOf(error: Error): string {
  const { code } = error as NodeJS.ErrnoException
  return code !== undefined && code in words ? code : (/^connect (E[A-Z]+) /.exec(error.message)?.[1] ?? '')
}
