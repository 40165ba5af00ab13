/** `host:port` for people, as far as it is there: null rather than an error. A port may be a placeholder. */
export function showEndpoint(host: unknown, port: unknown): string | null {
  if (typeof host !== 'string' || host === '') return null
  if (typeof port !== 'number' && typeof port !== 'string') return host
  return host.includes(':') && !host.startsWith('[') ? `[${host}]:${port}` : `${host}:${port}`
}
