const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'was refused',
  ECONNRESET: 'was closed by the other side',
  ETIMEDOUT: 'timed out',
  EHOSTUNREACH: 'found no route to the host',
  ENETUNREACH: 'found no route to the network',
}

/** Why there is no connection, for people: with the address, and the code that they may search for. Null for other errors. */
export function connectionWords(error: Error): string | null {
  const { code, address, port } = error as Error & { code?: unknown; address?: unknown; port?: unknown }
  const why = typeof code === 'string' ? words[code] : undefined
  if (why === undefined || typeof address !== 'string') return null
  const host = address.includes(':') ? `[${address}]` : address
  return `the connection to ${host}${typeof port === 'number' ? `:${port}` : ''} ${why} (${String(code)})`
}
