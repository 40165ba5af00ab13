import type { OutgoingHttp } from './channel.ts'

export const userAgent = 'sonde-alerts'

/** A POST of JSON, as most vendors want it. */
export function jsonRequest(
  url: string,
  body: unknown,
  { headers = {}, secrets }: { headers?: Readonly<Record<string, string>>; secrets: readonly string[] },
): OutgoingHttp {
  return {
    kind: 'http',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
    body: Buffer.from(JSON.stringify(body)),
    secrets,
  }
}
