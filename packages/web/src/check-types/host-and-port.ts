import { hostIn } from '../schema-form/complete-address.ts'

/** `example.com:22`, `[2001:db8::1]:22`, an address or a host alone, as the fields of a request. */
export function hostAndPort(target: string): Readonly<Record<string, unknown>> {
  const result = hostIn(target)
  if (result === null) return { hostname: target }
  return { hostname: result.host, ...(result.port === null ? {} : { port: result.port }) }
}
