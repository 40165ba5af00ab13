/** `example.com:22`, `[2001:db8::1]:22` or a host alone, as the fields of a request. */
export function hostAndPort(target: string): Readonly<Record<string, unknown>> {
  const bracketed = /^\[([^\]]*)\](?::(\d+))?$/.exec(target)
  const plain = /^([^:]*):(\d+)$/.exec(target)
  const [, host, port] = bracketed ?? plain ?? [null, target]
  return { hostname: host, ...(port === undefined ? {} : { port: Number(port) }) }
}
