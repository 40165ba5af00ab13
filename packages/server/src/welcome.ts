import type { FirstStart } from './first-start.ts'

/**
 * What a person sees in the terminal. Secrets appear at the first start, once each, and never again: a terminal is
 * scrolled, copied and recorded.
 */
export function welcome(
  start: FirstStart,
  { address, location }: { address: string; location: string },
): string {
  if (!start.isFirst) {
    return `
Sonde is running at ${address}

  Account id   ${start.accountId}
  API key      ${whereTheKeyIs(start)}
  Help         ${address}/help   (API reference: ${address}/docs)
`
  }
  const headers = `-H "Authorization: Bearer $(cat ${quoted(start.keyFile)})" -H "X-Service-Account: ${start.accountId}"`
  return `
Sonde is running at ${address}

  Set-up       ${address}/setup/${start.setupToken}
               Open this address first: it sets the owner's name, e-mail and password. It works once, within 24 hours.

  Account id   ${start.accountId}
  API key      ${start.key}
               Shown this once; kept in ${start.keyFile}, which only you can read.
  Help         ${address}/help   (API reference: ${address}/docs)

Or use the API: create an ICMP monitor, which runs at once; with the id in the response, update it and see its results:

  curl -s -X POST ${address}/v1/checks/icmp ${headers} -H 'Content-Type: application/json' -d '{"name":"My host","request":{"hostname":"127.0.0.1"},"locations":["${location}"]}'

  curl -s -X PATCH ${address}/v1/checks/icmp/<id> ${headers} -H 'Content-Type: application/json' -d '{"name":"My host, renamed","frequency":5}'

  curl -s ${address}/v2/check-results/<id> ${headers}
`
}

function whereTheKeyIs({ keyFile, hasKeyFile }: FirstStart & { isFirst: false }): string {
  return hasKeyFile
    ? `in ${keyFile}; another one: npx sonde new-key`
    : `shown at the first start; another one: npx sonde new-key --save`
}

/** For a shell, as a path may hold spaces and more. */
function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`
}
